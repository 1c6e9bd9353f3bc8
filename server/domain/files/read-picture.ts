/** Limits the memory for decoding: 50 million pixels take about 200 MB in a browser. */
const MOST_PIXELS = 50_000_000;
const HEAD_BYTES = 64;

/**
 * Matches location data: the Exif tag GPSInfo in both byte orders, GPS properties of XMP, the
 * location of an appended video, and PNG texts that can hold Exif or XMP in compressed form.
 */
const LOCATION =
  /\x25\x88[\x04\x0d]\0\x01\0\0\0|\x88\x25\0[\x04\x0d]\0\0\0\x01|GPSL(?:at|ong)itude|\xa9xyz[\s\S]{4}[+-]\d|Raw profile type (?:exif|APP1|xmp)\0|(?:zTXtXML:com\.adobe\.xmp\0|XML:com\.adobe\.xmp\0\x01)/i;

type Size = { width: number; height: number };
type PictureType = { type: string; extension: string };
export type PictureFault =
  "noPicture" | "animatedPicture" | "brokenPicture" | "tooManyPixels" | "locatedPicture";

/** Accepted picture types by their first bytes. SVG is excluded because it can contain scripts. */
const KINDS: (PictureType & { begins: RegExp; sizeOf: (bytes: Buffer) => Size })[] = [
  { type: "image/png", extension: "png", begins: /^\x89PNG\r\n\x1a\n/, sizeOf: sizeOfPng },
  { type: "image/jpeg", extension: "jpg", begins: /^\xff\xd8\xff/, sizeOf: sizeOfJpeg },
  { type: "image/webp", extension: "webp", begins: /^RIFF[\s\S]{4}WEBPVP8/, sizeOf: sizeOfWebp },
  {
    type: "image/avif",
    extension: "avif",
    begins: /^[\s\S]{4}ftyp(?:avif|(?!avis)[\s\S]{8,36}avif)/,
    sizeOf: sizeOfAvif,
  },
];
const ANIMATED = /^(?:GIF8[79]a|[\s\S]{4}ftypavis)/;

/** Reads the type of a picture, which must not contain the place where it was taken. */
export function readPicture(bytes: Buffer): PictureType | { fault: PictureFault } {
  const head = bytes.toString("latin1", 0, HEAD_BYTES);
  if (ANIMATED.test(head)) return { fault: "animatedPicture" };
  const kind = KINDS.find(({ begins }) => begins.test(head));
  if (!kind) return { fault: "noPicture" };
  const { type, extension, sizeOf } = kind;
  try {
    const { width, height } = sizeOf(bytes);
    if (!(width > 0 && height > 0)) return { fault: "brokenPicture" };
    if (width * height > MOST_PIXELS) return { fault: "tooManyPixels" };
  } catch (error) {
    // A read past the end: the file is truncated.
    if (error instanceof RangeError) return { fault: "brokenPicture" };
    throw error;
  }
  return LOCATION.test(bytes.toString("latin1"))
    ? { fault: "locatedPicture" }
    : { type, extension };
}

const UNKNOWN: Size = { width: 0, height: 0 };

/** Reads the only IHDR, which must be first: decoders disagree about a second one. */
function sizeOfPng(bytes: Buffer): Size {
  const headers: number[] = [];
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") headers.push(at);
    if (type === "IEND") break;
  }
  if (headers.join() !== "8") return UNKNOWN;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the start of frame (SOFn). Like decoders, skips bytes between two segments. */
function sizeOfJpeg(bytes: Buffer): Size {
  for (let at = 2; (at = bytes.indexOf(0xff, at)) >= 0;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at++;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return UNKNOWN;
}

/** Reads the first chunk: the canvas of an extended file, or the only frame. */
function sizeOfWebp(bytes: Buffer): Size {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const sizes = bytes.readUInt32LE(21);
      return { width: (sizes & 0x3fff) + 1, height: ((sizes >> 14) & 0x3fff) + 1 };
    }
    default:
      return UNKNOWN;
  }
}

const ISPE = Buffer.from("ispe\0\0\0\0", "latin1");

/** Reads the largest size property (`ispe`) of all images and tiles in the file. */
function sizeOfAvif(bytes: Buffer): Size {
  let largest = UNKNOWN;
  for (let at = 0; (at = bytes.indexOf(ISPE, at)) >= 0; at += ISPE.length) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
