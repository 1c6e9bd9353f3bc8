import type { OwnPicture } from "../../../server/contract/own-picture.ts";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { landingPictures, productPictures } from "../../content/pictures.ts";

/** Maximum size of a file to decode, in MB. */
export const MOST_MB = 15;
const MB = 1_000_000;
const MOST_SIDE_PX = 1600;
const QUALITY = 0.82;
const AVIF = "image/avif";
/** Formats besides AVIF, best first. Every browser can encode JPEG. */
const OTHERS = ["image/webp", "image/jpeg"] as const;
const SOURCES = ["image/jpeg", "image/png", "image/webp", AVIF];
/** Types that uploaded pictures keep; every browser can encode them. */
const KEPT_TYPES = ["image/jpeg", "image/png"];

export const ACCEPTED_PICTURES = SOURCES.join();

export type PictureFault = "type" | "heic" | "svg" | "gif" | "size" | "unreadable" | "small";

/** Display size of a picture on its page, and the widths of its files. */
export type PictureSlot = { width: number; height: number; widths: readonly number[] };
type Size = Pick<PictureSlot, "width" | "height">;

/** Slot of a built-in picture by its name. */
export function slotOf(picture: string): PictureSlot {
  const found = landingPictures[picture] ?? productPictures[picture];
  if (!found) throw new Error(`There is no picture ${picture}.`);
  return found;
}

/** Returns why a file cannot be used, before it is decoded. */
export function findFileFault({ name, type, size }: Pick<File, "name" | "type" | "size">) {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return "heic";
  if (/svg/i.test(type) || /\.svgz?$/i.test(name)) return "svg";
  if (type === "image/gif") return "gif";
  if (!SOURCES.includes(type)) return "type";
  return size > MOST_MB * MB ? "size" : undefined;
}

/** Returns the text about a fault; `leastWidth` is the smallest width of the picture's files. */
export function faultText(fault: PictureFault, leastWidth = 0): string {
  const texts = words.pictureProblems;
  if (fault === "size") return texts.size(MOST_MB);
  return fault === "small" ? texts.small(leastWidth) : texts[fault];
}

/** Position of a crop in the middle of a picture. */
export const MIDDLE_POSITION = 0.5;

/**
 * Returns the largest crop of a picture that has the aspect ratio of a slot. `position` is the place
 * of the crop along the side that is cut: 0 is left or top, 1 is right or bottom.
 */
export function cropOf(
  picture: Size,
  { slot, position }: { slot: Size; position: number },
): Size & { x: number; y: number } {
  const scale = Math.min(picture.width / slot.width, picture.height / slot.height);
  const [width, height] = [slot.width * scale, slot.height * scale];
  const [x, y] = [(picture.width - width) * position, (picture.height - height) * position];
  return { x, y, width, height };
}

/**
 * Draws an uploaded picture again, at most 1600 pixels a side. Only pixels are copied, so the file
 * has no location or other metadata.
 */
export async function redrawPicture(file: File): Promise<File | { fault: PictureFault }> {
  const fault = findFileFault(file);
  if (fault) return { fault };
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { fault: "unreadable" };
  try {
    const scale = Math.min(1, MOST_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.ceil(side * scale));
    const crop = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    // A browser that cannot encode WebP returns a PNG.
    const type = KEPT_TYPES.includes(file.type) ? file.type : OTHERS[0];
    const blob = await draw(bitmap, { crop, type, width: width ?? 0, height: height ?? 0 });
    if (!blob) return { fault: "unreadable" };
    const extension = blob.type.replace("image/", "").replace("jpeg", "jpg");
    const name = `${file.name.replace(/\.\w+$/, "")}.${extension}`;
    return new File([blob], name, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

export type EncodedFile = { width: number; type: string; blob: Blob };
export type EncodedPicture = Pick<OwnPicture, "width" | "height"> & { files: EncodedFile[] };
type CroppedSlot = { slot: PictureSlot; position: number };

/**
 * Crops a picture and encodes it in the slot's widths, except those that would need upscaling. Only
 * pixels are copied, so the files have no location or other metadata.
 */
export async function encodePicture(
  file: Blob,
  { slot, position }: CroppedSlot,
): Promise<EncodedPicture | { fault: PictureFault }> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { fault: "unreadable" };
  try {
    const crop = cropOf(bitmap, { slot, position });
    const widths = slot.widths.filter((width) => width <= Math.ceil(crop.width));
    const width = widths.at(-1);
    if (width === undefined) return { fault: "small" };
    const heightOf = (width: number) => Math.round((width * slot.height) / slot.width);
    const files: EncodedFile[] = [];
    for (const type of await listFormats()) {
      for (const width of widths) {
        const blob = await draw(bitmap, { crop, type, width, height: heightOf(width) });
        if (!blob) return { fault: "unreadable" };
        files.push({ width, type, blob });
      }
    }
    return { width, height: heightOf(width), files };
  } finally {
    bitmap.close();
  }
}

/** Returns the output formats: AVIF if this browser can encode it, and WebP or else JPEG. */
async function listFormats(): Promise<string[]> {
  const canEncode = async (type: string) =>
    (await toBlob(canvasOf({ width: 1, height: 1 }), type))?.type === type;
  const [avif, webp] = await Promise.all([canEncode(AVIF), canEncode(OTHERS[0])]);
  return [...(avif ? [AVIF] : []), webp ? OTHERS[0] : OTHERS[1]];
}

type Drawing = Size & { crop: ReturnType<typeof cropOf>; type: string };

function draw(bitmap: ImageBitmap, { crop, type, width, height }: Drawing): Promise<Blob | null> {
  const canvas = canvasOf({ width, height });
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  if (type === OTHERS[1]) {
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  return toBlob(canvas, type);
}

function canvasOf(size: Size): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), size);
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
