import { type CleanPicture, createOutput, assertPicture } from "./picture.ts";

const HEADER_BYTES = 13;
const IMAGE_BYTES = 10;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** Application extensions for loops and colour profiles. Others contain XMP and program data. */
const KEPT_APPLICATIONS = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

export function cleanGif(source: Buffer): CleanPicture {
  assertPicture(source.length >= HEADER_BYTES);
  const output = createOutput(source);
  let at = HEADER_BYTES + colourBytes(source[10] ?? 0);
  assertPicture(at <= source.length);
  output.add(source.subarray(0, at));
  let pixels = source.readUInt16LE(6) * source.readUInt16LE(8);
  let hasImage = false;
  while (source[at] !== TRAILER) {
    const from = at;
    const isImage = source[at] === IMAGE;
    assertPicture(isImage || source[at] === EXTENSION);
    if (isImage) {
      assertPicture(at + IMAGE_BYTES < source.length);
      pixels = Math.max(pixels, source.readUInt16LE(at + 5) * source.readUInt16LE(at + 7));
      hasImage = true;
      // The byte after the colour table is the LZW code size.
      at = endOfBlocks(source, at + IMAGE_BYTES + colourBytes(source[at + 9] ?? 0) + 1);
    } else at = endOfBlocks(source, at + 2);
    if (isImage || isKept(source, from)) output.add(source.subarray(from, at));
  }
  assertPicture(hasImage && pixels > 0);
  output.add(source.subarray(at, at + 1));
  return { bytes: output.bytes(), pixels };
}

function isKept(source: Buffer, from: number): boolean {
  const label = source[from + 1];
  if (label === COMMENT) return false;
  const application = source.toString("latin1", from + 3, from + 14);
  return label !== APPLICATION || KEPT_APPLICATIONS.includes(application);
}

function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlocks(source: Buffer, from: number): number {
  for (let at = from; at < source.length;) {
    const length = source[at] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
  assertPicture(false);
  return source.length;
}
