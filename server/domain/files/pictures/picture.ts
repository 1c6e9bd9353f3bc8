export type PictureFault = "noPicture" | "brokenPicture" | "tooManyPixels";

export type CleanPicture = { bytes: Buffer; pixels: number };

/** Extra output space: a rewritten metadata block can be larger than the original. */
const SPARE_BYTES = 64;

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

/** Throws a RangeError if `condition` is false, like a read past the end of a buffer. */
export function assertPicture(condition: boolean): asserts condition {
  if (!condition) throw new RangeError("The picture is damaged or truncated.");
}

const ORIENTATION = 0x0112;
const SHORT = 3;
const UPRIGHT = 1;
const ENTRY_BYTES = 12;

function orientationOf(tiff: Buffer): number {
  try {
    const isLittle = tiff.toString("latin1", 0, 2) === "II";
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
    const list = long(4);
    for (let nth = 0; nth < short(list); nth++) {
      const entry = list + 2 + nth * ENTRY_BYTES;
      if (short(entry) !== ORIENTATION) continue;
      const turned = short(entry + 8);
      return turned >= 1 && turned <= 8 ? turned : UPRIGHT;
    }
  } catch {}
  return UPRIGHT;
}

/** Exif data that contains only the orientation; undefined for an upright picture. */
export function orientationAlone(tiff: Buffer): Buffer | undefined {
  const orientation = orientationOf(tiff);
  if (orientation === UPRIGHT) return undefined;
  const bytes = Buffer.alloc(26);
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(1, 8);
  bytes.writeUInt16LE(ORIENTATION, 10);
  bytes.writeUInt16LE(SHORT, 12);
  bytes.writeUInt32LE(1, 14);
  bytes.writeUInt16LE(orientation, 18);
  return bytes;
}
