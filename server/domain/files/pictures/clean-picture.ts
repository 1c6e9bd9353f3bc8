import { cleanAvif } from "./avif.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { BrokenPicture, type CleanPicture, type PictureFault } from "./picture.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

/** Browsers decode every pixel: 50 million are 200 MB of a phone's memory. */
export const MOST_PIXELS = 50_000_000;
const HEAD_BYTES = 64;

type PictureType = { type: string; extension: string };

/** A kind of picture, by how its file begins; SVG is none of them, for it can carry a script. */
const KINDS: (PictureType & { begins: RegExp; clean: (source: Buffer) => CleanPicture })[] = [
  { type: "image/png", extension: "png", begins: /^\x89PNG\r\n\x1a\n/, clean: cleanPng },
  { type: "image/jpeg", extension: "jpg", begins: /^\xff\xd8\xff/, clean: cleanJpeg },
  { type: "image/webp", extension: "webp", begins: /^RIFF[\s\S]{4}WEBPVP8/, clean: cleanWebp },
  {
    type: "image/avif",
    extension: "avif",
    begins: /^[\s\S]{4}ftyp(?:avi[fs]|[\s\S]{4,36}avi[fs])/,
    clean: cleanAvif,
  },
  { type: "image/gif", extension: "gif", begins: /^GIF8[79]a/, clean: cleanGif },
];

/**
 * A picture as it may be shown to everybody: its type by its bytes, and the bytes without the place, time,
 * device and texts that cameras and programs write into it. Pixels, colour profile and orientation stay as
 * they are. Returns a fault for what is no picture, is cut short, or has more than MOST_PIXELS.
 */
export function cleanPicture(
  source: Buffer,
): (PictureType & { bytes: Buffer }) | { fault: PictureFault } {
  const head = source.toString("latin1", 0, HEAD_BYTES);
  const kind = KINDS.find(({ begins }) => begins.test(head));
  if (!kind) return { fault: "noPicture" };
  try {
    const { bytes, pixels } = kind.clean(source);
    if (pixels > MOST_PIXELS) return { fault: "tooManyPixels" };
    return { type: kind.type, extension: kind.extension, bytes };
  } catch (error) {
    // Numbers that are read past the end are RangeErrors.
    if (error instanceof BrokenPicture || error instanceof RangeError)
      return { fault: "brokenPicture" };
    throw error;
  }
}
