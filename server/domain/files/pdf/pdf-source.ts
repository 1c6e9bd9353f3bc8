import { constants, inflateSync } from "node:zlib";

/** Part of a file; shorter where the file ends. */
export type ReadPart = (from: number, length: number) => Uint8Array;

/** Checking the file would take more work than any sound file needs. */
export class PdfTooComplex extends Error {
  override readonly name = "PdfTooComplex";
}

/** The work that one file may cause, whatever it contains. */
const MOST_READS = 10_000;
const MOST_READ_BYTES = 32 * 1024 * 1024;
const MOST_INFLATED_BYTES = 32 * 1024 * 1024;

export type PdfSource = ReturnType<typeof createPdfSource>;

/**
 * Reads and inflates parts of a PDF within one budget for the whole file. Throws PdfTooComplex when it is
 * spent.
 */
export function createPdfSource(read: ReadPart, bytes: number) {
  let reads = 0;
  let readBytes = 0;
  let inflatedBytes = 0;

  function readPart(from: number, length: number): Buffer {
    if (!(from >= 0 && from < bytes && length >= 0))
      throw new Error("The place is not in the file.");
    const part = Buffer.from(read(from, Math.min(length, bytes - from)));
    reads++;
    readBytes += part.length;
    if (reads > MOST_READS || readBytes > MOST_READ_BYTES) throw new PdfTooComplex();
    return part;
  }

  return {
    bytes,
    read: readPart,
    text: (from: number, length: number): string => readPart(from, length).toString("latin1"),
    /** Inflates a zlib stream; bytes after its end, or a missing checksum, are no fault. */
    inflate(stored: Buffer): Buffer {
      const maxOutputLength = Math.max(1, MOST_INFLATED_BYTES - inflatedBytes);
      try {
        const data = inflateSync(stored, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
        inflatedBytes += data.length;
        return data;
      } catch (error) {
        const isTooLong = error instanceof RangeError;
        throw isTooLong ? new PdfTooComplex() : error;
      }
    },
  };
}
