import { constants, inflateSync } from "node:zlib";

/** Reads part of a file; the result is shorter at the end of the file. */
export type ReadPart = (from: number, length: number) => Uint8Array;

/** Work budget per file, so that a malicious file costs no more than a large valid one. */
const MOST_READS = 10_000;
const MOST_READ_BYTES = 32 * 1024 * 1024;
const MOST_INFLATED_BYTES = 32 * 1024 * 1024;

export class PdfTooComplex extends Error {
  override readonly name = "PdfTooComplex";
}

export type PdfSource = ReturnType<typeof createPdfSource>;

export function createPdfSource(read: ReadPart, bytes: number) {
  const left = { reads: MOST_READS, bytes: MOST_READ_BYTES, inflated: MOST_INFLATED_BYTES };
  return {
    bytes,
    base: 0,
    read(at: number, length: number): Buffer {
      const from = this.base + at;
      if (!(from >= 0 && from < bytes && length >= 0)) throw new Error("This is not in the file.");
      const part = Buffer.from(read(from, Math.min(length, bytes - from)));
      left.reads -= 1;
      left.bytes -= part.length;
      if (left.reads < 0 || left.bytes < 0) throw new PdfTooComplex();
      return part;
    },
    text(at: number, length: number): string {
      return this.read(at, length).toString("latin1");
    },
    /** Inflates a zlib stream. Trailing bytes and a missing checksum are accepted. */
    inflate(stored: Buffer): Buffer {
      const maxOutputLength = Math.max(1, left.inflated);
      try {
        const data = inflateSync(stored, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
        left.inflated -= data.length;
        return data;
      } catch (error) {
        throw error instanceof RangeError ? new PdfTooComplex() : error;
      }
    },
  };
}
