import { type Box, boxesIn, createCursor } from "./iso-boxes.ts";
import { must } from "./picture.ts";

/** An item of a picture with the byte ranges of its data. */
export type Item = {
  id: number;
  entry: Box;
  type: string;
  extents: { from: number; to: number }[];
};

/** Reads the items of `iinf` and their locations in `iloc` (HEIF). Throws BrokenPicture. */
export function readItems(
  bytes: Buffer,
  { iinf, iloc, idat }: Partial<Record<string, Box>>,
): Item[] {
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

/** Offset of an item's type. */
export function typeOffsetOf(bytes: Buffer, { entry }: Item): number {
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
    // Supports data in the file and in the `idat` box; other methods are not in use.
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
