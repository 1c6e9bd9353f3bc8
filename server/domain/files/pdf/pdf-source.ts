import { constants, inflateSync } from "node:zlib";

/** Reads part of a file; the result is shorter at the end of the file. */
export type ReadPart = (from: number, length: number) => Uint8Array;

/** The file exceeds the work budget of a valid file. */
export class PdfTooComplex extends Error {
  override readonly name = "PdfTooComplex";
}

/** Work budget per file. */
const MOST_READS = 10_000;
const MOST_READ_BYTES = 32 * 1024 * 1024;
const MOST_INFLATED_BYTES = 32 * 1024 * 1024;

export type PdfSource = ReturnType<typeof createPdfSource>;

/**
 * Reads and inflates parts of a PDF within one budget per file. Throws PdfTooComplex when the
 * budget is exceeded.
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
    /** Inflates a zlib stream. Trailing bytes and a missing checksum are accepted. */
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
