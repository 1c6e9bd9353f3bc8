import { readItems, typeOffsetOf } from "./avif-items.ts";
import { blankBox, type Box, boxesIn } from "./iso-boxes.ts";
import { type CleanPicture, must } from "./picture.ts";

/** Item types of the picture itself. Other items are metadata such as Exif and XMP. */
const PICTURE_ITEMS = new Set(["av01", "grid", "iden", "iovl", "tmap"]);
const PICTURE_BOXES = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip"]);
const META_BOXES = new Set("hdlr pitm iloc iinf iref iprp idat grpl dinf free".split(" "));
const TRACK_BOXES = new Set(["trak", "mdia", "minf", "stbl"]);
const NOTES = new Set(["udta", "meta", "uuid"]);
/** Offset of the width from the start of a sample description. */
const WIDTH_OFFSET = 32;

/**
 * Overwrites Exif, XMP and unknown data with zeros. AVIF stores absolute offsets, so data cannot be
 * removed. The orientation is stored outside Exif and stays. Throws BrokenPicture.
 */
export function cleanAvif(source: Buffer): CleanPicture {
  const bytes = Buffer.from(source);
  let pixels = 0;
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (!PICTURE_BOXES.has(box.type)) blankBox(bytes, box);
    if (box.type === "free" || box.type === "skip") bytes.fill(0, box.body, box.end);
    if (box.type === "meta") pixels = Math.max(pixels, cleanMeta(bytes, box));
    if (box.type === "moov") pixels = Math.max(pixels, cleanTracks(bytes, box));
  }
  must(pixels > 0);
  return { bytes, pixels };
}

/** Blanks metadata items. Returns the pixels of the largest image item. */
function cleanMeta(bytes: Buffer, meta: Box): number {
  const boxes: Partial<Record<string, Box>> = {};
  for (const box of boxesIn(bytes, meta.body + 4, meta.end)) {
    if (META_BOXES.has(box.type)) boxes[box.type] = box;
    else blankBox(bytes, box);
  }
  for (const item of readItems(bytes, boxes)) {
    if (PICTURE_ITEMS.has(item.type)) continue;
    for (const { from, to } of item.extents) bytes.fill(0, from, to);
    // Readers skip items of unknown types.
    const at = typeOffsetOf(bytes, item);
    bytes.fill(0, at + 4, item.entry.end);
    bytes.write("free", at, "latin1");
  }
  must(boxes["iprp"] !== undefined);
  const [properties] = boxesIn(bytes, boxes["iprp"].body, boxes["iprp"].end);
  must(properties?.type === "ipco");
  const sizes = [...boxesIn(bytes, properties.body, properties.end)].filter(
    ({ type }) => type === "ispe",
  );
  return Math.max(
    0,
    ...sizes.map(({ body }) => bytes.readUInt32BE(body + 4) * bytes.readUInt32BE(body + 8)),
  );
}

/** Blanks the metadata of a sequence and its tracks. Returns the pixels of its largest frame. */
function cleanTracks(bytes: Buffer, within: Box): number {
  let pixels = 0;
  for (const box of boxesIn(bytes, within.body, within.end)) {
    if (NOTES.has(box.type)) blankBox(bytes, box);
    if (TRACK_BOXES.has(box.type)) pixels = Math.max(pixels, cleanTracks(bytes, box));
    if (box.type !== "stsd") continue;
    for (const { start } of boxesIn(bytes, box.body + 8, box.end)) {
      const [width, height] = [start + WIDTH_OFFSET, start + WIDTH_OFFSET + 2];
      pixels = Math.max(pixels, bytes.readUInt16BE(width) * bytes.readUInt16BE(height));
    }
  }
  return pixels;
}
