export type PictureFault = "noPicture" | "brokenPicture" | "tooManyPixels";

/** The file is damaged or truncated. */
export class BrokenPicture extends Error {
  override readonly name = "BrokenPicture";
}

/** A picture without metadata. */
export type CleanPicture = { bytes: Buffer; pixels: number };

/** Upper limit of the bytes that a replaced metadata block can add. */
const SPARE_BYTES = 64;

/** Collects the kept parts of a file in a buffer of fixed size. */
export function createOutput(source: Buffer) {
  const bytes = Buffer.alloc(source.length + SPARE_BYTES);
  let length = 0;
  return {
    add(part: Uint8Array): void {
      bytes.set(part, length);
      length += part.length;
    },
    bytes: () => bytes.subarray(0, length),
  };
}

/** Throws BrokenPicture unless `condition` holds. */
export function must(condition: boolean): asserts condition {
  if (!condition) throw new BrokenPicture();
}
