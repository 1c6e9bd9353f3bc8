import { type CleanPicture, assertPicture } from "./picture.ts";

/** Item types of the picture itself. Other items are metadata such as Exif and XMP. */
const PICTURE_ITEMS = new Set(["av01", "grid", "iden", "iovl", "tmap"]);
const PICTURE_BOXES = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip"]);
const META_BOXES = new Set("hdlr pitm iloc iinf iref iprp idat grpl dinf free".split(" "));
const TRACK_BOXES = new Set(["trak", "mdia", "minf", "stbl"]);
const NOTES = new Set(["udta", "meta", "uuid"]);
/** Offset of the width from the start of a sample description. */
const WIDTH_OFFSET = 32;

/** Strips metadata by overwriting it with zeros, because AVIF uses absolute offsets. */
export function cleanAvif(source: Buffer): CleanPicture {
  const bytes = Buffer.from(source);
  let pixels = 0;
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (!PICTURE_BOXES.has(box.type)) blankBox(bytes, box);
    if (box.type === "free" || box.type === "skip") bytes.fill(0, box.body, box.end);
    if (box.type === "meta") pixels = Math.max(pixels, cleanMeta(bytes, box));
    if (box.type === "moov") pixels = Math.max(pixels, cleanTracks(bytes, box));
  }
  assertPicture(pixels > 0);
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
    // Decoders ignore items of unknown types.
    bytes.fill(0, item.typeAt + 4, item.end);
    bytes.write("free", item.typeAt, "latin1");
  }
  assertPicture(boxes["iprp"] !== undefined);
  const [properties] = boxesIn(bytes, boxes["iprp"].body, boxes["iprp"].end);
  assertPicture(properties?.type === "ipco");
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

type Extent = { from: number; to: number };
type Item = { type: string; typeAt: number; end: number; extents: Extent[] };

/** Reads the items of `iinf` and their locations in `iloc` (HEIF). */
function readItems(bytes: Buffer, { iinf, iloc, idat }: Partial<Record<string, Box>>): Item[] {
  assertPicture(iinf !== undefined && iloc !== undefined);
  const places = readPlaces(bytes, iloc, idat);
  const start = iinf.body + (bytes[iinf.body] === 0 ? 6 : 8);
  return [...boxesIn(bytes, start, iinf.end)].map(({ type: box, body, end }) => {
    const version = bytes[body];
    assertPicture(box === "infe" && (version === 2 || version === 3));
    const idBytes = version === 2 ? 2 : 4;
    const typeAt = body + 4 + idBytes + 2;
    assertPicture(typeAt + 4 <= end);
    const type = bytes.toString("latin1", typeAt, typeAt + 4);
    const id = bytes.readUIntBE(body + 4, idBytes);
    return { type, typeAt, end, extents: places.get(id) ?? [] };
  });
}

function readPlaces(bytes: Buffer, iloc: Box, idat: Box | undefined): Map<number, Extent[]> {
  const next = numbersOf(bytes, iloc.body, iloc.end);
  const version = next(1);
  next(3);
  const [sizes, more] = [next(1), next(1)];
  const width = { offset: sizes >> 4, length: sizes & 15, base: more >> 4, index: more & 15 };
  const count = next(version < 2 ? 2 : 4);
  const places = new Map<number, Extent[]>();
  for (let nth = 0; nth < count; nth++) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(width.base);
    assertPicture(method === 0 || (method === 1 && idat !== undefined));
    const [origin, limit] = method === 0 ? [0, bytes.length] : [idat?.body ?? 0, idat?.end ?? 0];
    const extents: Extent[] = [];
    for (let left = next(2); left > 0; left--) {
      if (version > 0) next(width.index);
      const from = origin + base + next(width.offset);
      const to = from + next(width.length);
      assertPicture(to <= limit);
      extents.push({ from, to });
    }
    places.set(id, extents);
  }
  return places;
}

/** A box of an ISO base media file; `body` and `end` are offsets in the file. */
type Box = { type: string; start: number; body: number; end: number };

/** Reads the boxes between two offsets. Throws when a box is truncated. */
function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start < to;) {
    assertPicture(start + 8 <= to);
    let size = bytes.readUInt32BE(start);
    let body = start + 8;
    if (size === 1) {
      assertPicture(start + 16 <= to);
      size = Number(bytes.readBigUInt64BE(start + 8));
      body = start + 16;
    }
    const end = size === 0 ? to : start + size;
    assertPicture(end >= body && end <= to);
    yield { type: bytes.toString("latin1", start + 4, start + 8), start, body, end };
    start = end;
  }
}

/** Turns a box into a `free` box of the same length, so that file offsets stay valid. */
function blankBox(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write("free", start + 4, "latin1");
  bytes.fill(0, body, end);
}

function numbersOf(bytes: Buffer, from: number, to: number): (width: number) => number {
  let at = from;
  return (width) => {
    const start = at;
    at += width;
    assertPicture(at <= to);
    if (width === 0) return 0;
    return width === 8 ? Number(bytes.readBigUInt64BE(start)) : bytes.readUIntBE(start, width);
  };
}
