import { cleanAvif } from "./avif.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import type { CleanPicture, PictureFault } from "./picture.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

/** Limits the memory for decoding: 50 million pixels take about 200 MB in a browser. */
const MOST_PIXELS = 50_000_000;
const HEAD_BYTES = 64;

type PictureType = { type: string; extension: string };

/** Accepted picture types by their first bytes. SVG is excluded because it can contain scripts. */
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

/** Removes metadata: location, time, device and texts. Pixels, colours and orientation stay. */
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
    if (error instanceof RangeError) return { fault: "brokenPicture" };
    throw error;
  }
}
