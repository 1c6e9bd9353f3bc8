import { type CleanPicture, must } from "./picture.ts";

/** Item types of the picture itself. Other items are metadata such as Exif and XMP. */
const PICTURE_ITEMS = new Set(["av01", "grid", "iden", "iovl", "tmap"]);
const PICTURE_BOXES = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip"]);
const META_BOXES = new Set("hdlr pitm iloc iinf iref iprp idat grpl dinf free".split(" "));
const TRACK_BOXES = new Set(["trak", "mdia", "minf", "stbl"]);
const NOTES = new Set(["udta", "meta", "uuid"]);
/** Offset of the width from the start of a sample description. */
const WIDTH_OFFSET = 32;

/** Overwrites metadata with zeros: AVIF stores absolute offsets, so nothing can be removed. */
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

export type Item = {
  id: number;
  entry: Box;
  type: string;
  extents: { from: number; to: number }[];
};

/** Reads the items of `iinf` and their locations in `iloc` (HEIF). Throws BrokenPicture. */
function readItems(bytes: Buffer, { iinf, iloc, idat }: Partial<Record<string, Box>>): Item[] {
  must(iinf !== undefined && iloc !== undefined);
  const places = readPlaces(bytes, iloc, idat);
  const start = iinf.body + (bytes[iinf.body] === 0 ? 6 : 8);
  return [...boxesIn(bytes, start, iinf.end)].map((entry) => {
    const version = bytes[entry.body] ?? 0;
    must(entry.type === "infe" && (version === 2 || version === 3));
    const cursor = createCursor(bytes, entry.body + 4, entry.end);
    const id = cursor.number(version === 2 ? 2 : 4);
    cursor.number(2);
    const at = cursor.at();
    must(at + 4 <= entry.end);
    const type = bytes.toString("latin1", at, at + 4);
    return { id, entry, type, extents: places.get(id) ?? [] };
  });
}

function typeOffsetOf(bytes: Buffer, { entry }: Item): number {
  return entry.body + 4 + (bytes[entry.body] === 2 ? 4 : 6);
}

function readPlaces(bytes: Buffer, iloc: Box, idat: Box | undefined): Map<number, Item["extents"]> {
  const cursor = createCursor(bytes, iloc.body, iloc.end);
  const version = cursor.number(1);
  cursor.number(3);
  const [sizes, more] = [cursor.number(1), cursor.number(1)];
  const width = { offset: sizes >> 4, length: sizes & 15, base: more >> 4, index: more & 15 };
  const count = cursor.number(version < 2 ? 2 : 4);
  const places = new Map<number, Item["extents"]>();
  for (let nth = 0; nth < count; nth++) {
    const id = cursor.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : cursor.number(2) & 15;
    cursor.number(2);
    const base = cursor.number(width.base);
    must(method === 0 || (method === 1 && idat !== undefined));
    const [origin, limit] = method === 0 ? [0, bytes.length] : [idat?.body ?? 0, idat?.end ?? 0];
    const extents: Item["extents"] = [];
    for (let left = cursor.number(2); left > 0; left--) {
      if (version > 0) cursor.number(width.index);
      const from = origin + base + cursor.number(width.offset);
      const to = from + cursor.number(width.length);
      must(to <= limit);
      extents.push({ from, to });
    }
    places.set(id, extents);
  }
  return places;
}

/** A box of an ISO base media file; `body` and `end` are offsets in the file. */
type Box = { type: string; start: number; body: number; end: number };

/** Reads the boxes between two offsets. Throws BrokenPicture when a box is truncated. */
function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start < to;) {
    must(start + 8 <= to);
    let size = bytes.readUInt32BE(start);
    let body = start + 8;
    if (size === 1) {
      must(start + 16 <= to);
      size = Number(bytes.readBigUInt64BE(start + 8));
      body = start + 16;
    }
    const end = size === 0 ? to : start + size;
    must(end >= body && end <= to);
    yield { type: bytes.toString("latin1", start + 4, start + 8), start, body, end };
    start = end;
  }
}

/** Replaces a box with free space of the same length, so that offsets in the file stay valid. */
function blankBox(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write("free", start + 4, "latin1");
  bytes.fill(0, body, end);
}

function createCursor(bytes: Buffer, from: number, to: number) {
  let at = from;
  return {
    number(width: number): number {
      const start = at;
      at += width;
      must(at <= to);
      if (width === 0) return 0;
      return width === 8 ? Number(bytes.readBigUInt64BE(start)) : bytes.readUIntBE(start, width);
    },
    at: () => at,
  };
}
