import { orientationAlone, type CleanPicture, createOutput, assertPicture } from "./picture.ts";

const RIFF_BYTES = 12;
const HEAD_BYTES = 8;
const KEPT = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

export function cleanWebp(source: Buffer): CleanPicture {
  const limit = HEAD_BYTES + source.readUInt32LE(4);
  assertPicture(limit <= source.length);
  const output = createOutput(source);
  output.add(source.subarray(0, RIFF_BYTES));
  let pixels = 0;
  let hasImage = false;
  let turned: Buffer | undefined;
  for (let at = RIFF_BYTES; at + HEAD_BYTES <= limit;) {
    const type = source.toString("latin1", at, at + 4);
    const length = source.readUInt32LE(at + 4);
    const end = at + HEAD_BYTES + length;
    assertPicture(end <= limit);
    const data = source.subarray(at + HEAD_BYTES, end);
    if (type === "EXIF") turned ??= orientationAlone(withoutPrefix(data));
    pixels = Math.max(pixels, pixelsOf(type, data));
    hasImage ||= type === "VP8 " || type === "VP8L" || type === "ANMF";
    if (KEPT.has(type)) addChunk(output.add, source.subarray(at, at + HEAD_BYTES), data);
    at = end + (length % 2);
  }
  assertPicture(hasImage && pixels > 0);
  if (turned) addChunk(output.add, headOf("EXIF", turned.length), turned);
  const bytes = output.bytes();
  bytes.writeUInt32LE(bytes.length - HEAD_BYTES, 4);
  if (bytes.toString("latin1", RIFF_BYTES, RIFF_BYTES + 4) === "VP8X") {
    const flags = RIFF_BYTES + HEAD_BYTES;
    bytes[flags] = ((bytes[flags] ?? 0) & ~(EXIF_FLAG | XMP_FLAG)) | (turned ? EXIF_FLAG : 0);
  }
  return { bytes, pixels };
}

function pixelsOf(type: string, data: Buffer): number {
  if (type === "VP8X") {
    assertPicture(data.length >= 10);
    return (data.readUIntLE(4, 3) + 1) * (data.readUIntLE(7, 3) + 1);
  }
  if (type === "VP8 ") {
    assertPicture(data.length >= 10);
    return (data.readUInt16LE(6) & 0x3fff) * (data.readUInt16LE(8) & 0x3fff);
  }
  if (type !== "VP8L") return 0;
  assertPicture(data.length >= 5);
  const sizes = data.readUInt32LE(1);
  return ((sizes & 0x3fff) + 1) * (((sizes >> 14) & 0x3fff) + 1);
}

/** Strips the JPEG "Exif" prefix, which some programs write in WebP files. */
function withoutPrefix(data: Buffer): Buffer {
  return data.toString("latin1", 0, 4) === "Exif" ? data.subarray(6) : data;
}

function headOf(type: string, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(type, "latin1");
  head.writeUInt32LE(length, 4);
  return head;
}

function addChunk(add: (part: Uint8Array) => void, head: Buffer, data: Buffer): void {
  add(head);
  add(data);
  if (data.length % 2 === 1) add(Buffer.alloc(1));
}
