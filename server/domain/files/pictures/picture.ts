/** Why a picture is not taken. */
export type PictureFault = "noPicture" | "brokenPicture" | "tooManyPixels";

/** The file is damaged or cut short. */
export class BrokenPicture extends Error {
  override readonly name = "BrokenPicture";
}

/** A picture without what it says about where, when and by whom it was made. */
export type CleanPicture = { bytes: Buffer; pixels: number };

/** Longer than any metadata block that is put in the place of another one. */
const SPARE_BYTES = 64;

/** Collects the parts of a file that are kept, in memory of a fixed size. */
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
