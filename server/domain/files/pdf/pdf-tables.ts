import { BLANKS, type Dictionary, numbersIn, readDictionary } from "./pdf-dictionary.ts";
import { type FindPlace, type Place, readStream } from "./pdf-objects.ts";
import type { PdfSource } from "./pdf-source.ts";

/** A cross-reference table, or the section of an incremental update, with its trailer. */
type Section = { trailer: Dictionary; find: FindPlace };

const ENTRY = /^(\d{10}) \d{5} ([nf])([ \r\n]{0,3})/;
const XREF = new RegExp(`^${BLANKS}*xref`);
const RANGE = new RegExp(`^${BLANKS}*(\\d{1,10})${BLANKS}+(\\d{1,10})${BLANKS}+`);
const TRAILER = new RegExp(`^${BLANKS}*trailer`);
const TRAILER_BYTES = 65_536;
const RANGE_BYTES = 128;
/** Length of an entry in a standard table. */
const ENTRY_BYTES = 20;

/** Reads the newest table at `offset` and its predecessors, newest first. */
export function readSections(source: PdfSource, offset: number): Section[] {
  const sections: Section[] = [];
  const waiting = [offset];
  const seen = new Set<number>();
  const find: FindPlace = (object) => findIn(sections, object);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) throw new Error("The tables are a circle.");
    seen.add(next);
    const section = readSection(source, next, find);
    sections.push(section);
    const before = ["XRefStm", "Prev"].map((name) => Number(section.trailer.get(name)?.[0] ?? 0));
    // Some programs write 0 when there is no previous table.
    waiting.push(...before.filter((place) => place !== 0));
  }
  return sections;
}

/** Finds the location of an object in the newest table that lists it. */
export function findIn(sections: Section[], object: number): Place | undefined {
  for (const section of sections) {
    const place = section.find(object);
    if (place) return place;
  }
  return undefined;
}

function readSection(source: PdfSource, offset: number, find: FindPlace): Section {
  const head = XREF.exec(source.text(offset, RANGE_BYTES));
  if (head) return readTable(source, offset + head[0].length);
  return readTableStream(source, offset, find);
}

type Range = { first: number; count: number; offset: number; width: number };

/** Parses a table of fixed-width lines, in sections. */
function readTable(source: PdfSource, start: number): Section {
  const ranges: Range[] = [];
  let offset = start;
  for (;;) {
    const text = source.text(offset, RANGE_BYTES);
    const range = RANGE.exec(text);
    if (!range) break;
    const [head, first, count] = range;
    const entry = ENTRY.exec(text.slice(head.length));
    const width = entry ? entry[0].length : ENTRY_BYTES;
    offset += head.length;
    // The first entry is always object 0, but some programs number it 1.
    const isCountedFrom1 = ranges.length === 0 && entry?.[0].startsWith("0000000000 65535 f");
    ranges.push({ first: isCountedFrom1 ? 0 : Number(first), count: Number(count), offset, width });
    offset += Number(count) * width;
  }
  const text = source.text(offset, TRAILER_BYTES);
  const keyword = TRAILER.exec(text);
  const trailer = keyword && readDictionary(text.slice(keyword[0].length))?.dictionary;
  if (!trailer) throw new Error("The table has no trailer.");
  return { trailer: essenceOf(trailer), find: (object) => findInRanges(source, ranges, object) };
}

function findInRanges(source: PdfSource, ranges: Range[], object: number): Place | undefined {
  const range = ranges.find(({ first, count }) => object >= first && object < first + count);
  if (!range) return undefined;
  const at = range.offset + (object - range.first) * range.width;
  const [, offset, use] = ENTRY.exec(source.text(at, ENTRY_BYTES)) ?? [];
  return use === "n" ? { offset: Number(offset) } : undefined;
}

/** Parses a cross-reference stream: numbers of fixed widths. */
function readTableStream(source: PdfSource, offset: number, find: FindPlace): Section {
  const { dictionary, data } = readStream({ source, find }, offset);
  if (dictionary.get("Type")?.[0] !== "/XRef") throw new Error("There is no table.");
  const [kindWidth = 0, placeWidth = 0, lastWidth = 0] = numbersIn(dictionary, "W");
  const width = kindWidth + placeWidth + lastWidth;
  const trailer = essenceOf(dictionary);
  if (!(width > 0)) return { trailer, find: () => undefined };
  const listed = numbersIn(dictionary, "Index");
  const index = Float64Array.from(
    listed.length > 0 ? listed : [0, Math.floor(data.length / width)],
  );
  const findRow = (object: number): number | undefined => {
    let row = 0;
    for (let at = 0; at + 1 < index.length; at += 2) {
      const [first = 0, count = 0] = [index[at], index[at + 1]];
      if (object >= first && object < first + count) return row + object - first;
      row += count;
    }
    return undefined;
  };
  return {
    trailer,
    find(object) {
      const row = findRow(object);
      if (row === undefined || (row + 1) * width > data.length) return undefined;
      const at = row * width;
      const kind = kindWidth === 0 ? 1 : numberAt(data, at, kindWidth);
      const place = numberAt(data, at + kindWidth, placeWidth);
      if (kind === 1) return { offset: place };
      return kind === 2 ? { container: place } : undefined;
    },
  };
}

/** Keeps only the entries that are needed later, to limit memory. */
function essenceOf(trailer: Dictionary): Dictionary {
  return new Map(
    ["Root", "Encrypt", "Prev", "XRefStm"].flatMap((name) => {
      const value = trailer.get(name);
      return value ? [[name, value.slice(0, 3)] as const] : [];
    }),
  );
}

/** Reads a big-endian number of any width. */
function numberAt(data: Buffer, from: number, width: number): number {
  let number = 0;
  for (const byte of data.subarray(from, from + width)) number = number * 256 + byte;
  return number;
}
