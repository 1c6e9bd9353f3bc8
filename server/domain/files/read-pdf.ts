import { inflateSync } from "node:zlib";

/** A part of a file; shorter where the file ends. */
export type ReadPart = (from: number, length: number) => Promise<Uint8Array>;

/** What a PDF is good for: `pages`, or why it can't be opened. */
export type PdfVerdict = { pages: number } | { fault: "broken" | "protected" };

/** Where an object stands: in the file, or as part of another object. */
type Place = { offset: number } | { container: number };

/** A table of objects, or a part of one that a later save has added, with its trailer. */
type Section = { trailer: string; find: (object: number) => Promise<Place | undefined> };

type Pdf = { read: ReadPart; bytes: number; sections: Section[] };

const HEAD = /^%PDF-[12]\.\d/;
/** The end names where the newest table is; some programs leave a few blanks behind it. */
const TAIL_BYTES = 2048;
/** No dictionary that is looked at here is longer. */
const DICTIONARY_BYTES = 65_536;
const ENTRY_BYTES = 20;
const MOST_SECTIONS = 200;
const MOST_INFLATED_BYTES = 64 * 1024 * 1024;

/**
 * Opens a PDF as a reader does, from the table at its end to the root of its pages, and tells how many
 * there are. Only these parts are read, however large it is; one that needs repair is broken.
 */
export async function judgePdf(read: ReadPart, bytes: number): Promise<PdfVerdict> {
  const pdf: Pdf = { read, bytes, sections: [] };
  try {
    if (!HEAD.test(await textAt(pdf, 0, 16))) return { fault: "broken" };
    await readSections(pdf);
    if (pdf.sections.some(({ trailer }) => /\/Encrypt\b/.test(trailer))) {
      return { fault: "protected" };
    }
    const root = referenceIn(pdf.sections.map(({ trailer }) => trailer).join(" "), "Root");
    const catalog = await objectText(pdf, root);
    const tree = await objectText(pdf, referenceIn(catalog, "Pages"));
    if (!/\/Type\s*\/Pages\b/.test(tree)) return { fault: "broken" };
    const pages = await numberIn(pdf, tree, "Count");
    return pages > 0 ? { pages } : { fault: "broken" };
  } catch {
    // Whatever a file that is no PDF leads to.
    return { fault: "broken" };
  }
}

/** The newest table first, then those that it says came before it. */
async function readSections(pdf: Pdf): Promise<void> {
  const from = Math.max(0, pdf.bytes - TAIL_BYTES);
  const end = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(await textAt(pdf, from, TAIL_BYTES));
  const waiting = [Number(end?.[1])];
  const seen = new Set<number>();
  for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
    if (seen.has(offset) || seen.size >= MOST_SECTIONS) throw new Error("The tables are a circle.");
    seen.add(offset);
    const section = await readSection(pdf, offset);
    pdf.sections.push(section);
    for (const name of ["XRefStm", "Prev"]) {
      const before = new RegExp(`/${name}\\s+(\\d+)`).exec(section.trailer)?.[1];
      if (before !== undefined) waiting.push(Number(before));
    }
  }
}

async function readSection(pdf: Pdf, offset: number): Promise<Section> {
  const head = /^\s*xref\s+/.exec(await textAt(pdf, offset, 32));
  return head ? readTable(pdf, offset + head[0].length) : readTableStream(pdf, offset);
}

/** A table of lines of twenty bytes, in ranges. */
async function readTable(pdf: Pdf, start: number): Promise<Section> {
  const ranges: { first: number; count: number; offset: number }[] = [];
  let offset = start;
  for (;;) {
    const range = /^\s*(\d+)\s+(\d+)\s+/.exec(await textAt(pdf, offset, 64));
    if (!range) break;
    const [all, first, count] = range;
    ranges.push({ first: Number(first), count: Number(count), offset: offset + all.length });
    offset += all.length + Number(count) * ENTRY_BYTES;
  }
  const trailer = /^\s*trailer\s*(<<[\s\S]*?)startxref/.exec(
    await textAt(pdf, offset, DICTIONARY_BYTES),
  )?.[1];
  if (trailer === undefined) throw new Error("The table has no trailer.");
  const find = async (object: number) => {
    const range = ranges.find(({ first, count }) => object >= first && object < first + count);
    if (!range) return undefined;
    const at = range.offset + (object - range.first) * ENTRY_BYTES;
    const entry = /^(\d{10}) \d{5} n/.exec(await textAt(pdf, at, ENTRY_BYTES));
    return entry ? { offset: Number(entry[1]) } : undefined;
  };
  return { trailer, find };
}

/** A table as a compressed stream of numbers of fixed widths. */
async function readTableStream(pdf: Pdf, offset: number): Promise<Section> {
  const { dictionary, data } = await readStream(pdf, offset);
  if (!/\/Type\s*\/XRef\b/.test(dictionary)) throw new Error("There is no table.");
  const [kindWidth = 0, placeWidth = 0, lastWidth = 0] = numbersIn(dictionary, "W");
  const width = kindWidth + placeWidth + lastWidth;
  const listed = numbersIn(dictionary, "Index");
  const index = listed.length > 0 ? listed : [0, data.length / width];
  const find = async (object: number): Promise<Place | undefined> => {
    let row = 0;
    for (let at = 0; at + 1 < index.length; at += 2) {
      const [first = 0, count = 0] = index.slice(at, at + 2);
      if (object < first || object >= first + count) {
        row += count;
        continue;
      }
      const from = (row + object - first) * width;
      const kind = kindWidth === 0 ? 1 : data.readUIntBE(from, kindWidth);
      const place = data.readUIntBE(from + kindWidth, placeWidth);
      if (kind === 1) return { offset: place };
      return kind === 2 ? { container: place } : undefined;
    }
    return undefined;
  };
  return { trailer: dictionary, find };
}

/** An object's own text, without what begins and ends it. */
async function objectText(pdf: Pdf, object: number): Promise<string> {
  const place = await findPlace(pdf, object);
  if ("container" in place) return packedText(pdf, place.container, object);
  const text = await textAt(pdf, place.offset, DICTIONARY_BYTES);
  const head = new RegExp(`^\\s*${object}\\s+\\d+\\s+obj\\b`).exec(text);
  const end = text.indexOf("endobj");
  if (!head || end < 0) throw new Error("The table names a wrong place.");
  return text.slice(head[0].length, end);
}

async function findPlace({ sections }: Pdf, object: number): Promise<Place> {
  for (const section of sections) {
    const place = await section.find(object);
    if (place) return place;
  }
  throw new Error("There is no such object.");
}

/** An object that stands in a stream of several, which begins with their numbers and places. */
async function packedText(pdf: Pdf, container: number, object: number): Promise<string> {
  const place = await findPlace(pdf, container);
  if ("container" in place) throw new Error("A stream can't stand in another one.");
  const { dictionary, data } = await readStream(pdf, place.offset);
  const first = await numberIn(pdf, dictionary, "First");
  const text = data.toString("latin1");
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  const at = numbers.findIndex((number, index) => index % 2 === 0 && number === object);
  if (at < 0) throw new Error("The stream has no such object.");
  const next = numbers[at + 3];
  return text.slice(first + (numbers[at + 1] ?? 0), next === undefined ? undefined : first + next);
}

async function readStream(pdf: Pdf, offset: number) {
  const text = await textAt(pdf, offset, DICTIONARY_BYTES);
  const head = /^\s*\d+\s+\d+\s+obj\s*(<<[\s\S]*?>>)\s*stream\r?\n/.exec(text);
  if (!head?.[1]) throw new Error("There is no stream.");
  const [all, dictionary] = head;
  const length = await numberIn(pdf, dictionary, "Length");
  if (length > pdf.bytes) throw new Error("The stream is longer than the file.");
  const stored = Buffer.from(await pdf.read(offset + all.length, length));
  if (!/\/Filter\b/.test(dictionary)) return { dictionary, data: stored };
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*(?:\/|>>)/.test(dictionary)) {
    throw new Error("The stream is packed in an unknown way.");
  }
  const data = inflateSync(stored, { maxOutputLength: MOST_INFLATED_BYTES });
  const isPredicted = /\/Predictor\s+1[0-5]\b/.test(dictionary);
  const columns = Number(/\/Columns\s+(\d+)/.exec(dictionary)?.[1] ?? 1);
  return { dictionary, data: isPredicted ? withoutPredictor(data, columns) : data };
}

/** Undoes PNG's filters of rows, as PDF writers use them for tables of numbers. */
function withoutPredictor(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[at - columns] ?? 0) : 0;
      const corner = column > 0 && row > 0 ? (plain[at - columns - 1] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      plain[at] = (data[row * (columns + 1) + 1 + column] ?? 0) + guess;
    }
  }
  return plain;
}

function paeth(left: number, up: number, corner: number): number {
  const distance = (value: number) => Math.abs(left + up - corner - value);
  if (distance(left) <= distance(up) && distance(left) <= distance(corner)) return left;
  return distance(up) <= distance(corner) ? up : corner;
}

function referenceIn(dictionary: string, name: string): number {
  const found = new RegExp(`/${name}\\s+(\\d+)\\s+\\d+\\s+R\\b`).exec(dictionary)?.[1];
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return Number(found);
}

/** A number of a dictionary, which may stand in an object of its own. */
async function numberIn(pdf: Pdf, dictionary: string, name: string): Promise<number> {
  const found = new RegExp(`/${name}\\s+(\\d+)(\\s+\\d+\\s+R\\b)?`).exec(dictionary);
  if (!found) throw new Error(`There is no ${name}.`);
  const [, number, isElsewhere] = found;
  return Number(isElsewhere ? await objectText(pdf, Number(number)) : number);
}

function numbersIn(dictionary: string, name: string): number[] {
  const list = new RegExp(`/${name}\\s*\\[([\\d\\s]*)\\]`).exec(dictionary)?.[1]?.trim();
  return list ? list.split(/\s+/).map(Number) : [];
}

async function textAt({ read, bytes }: Pdf, offset: number, length: number): Promise<string> {
  if (!(offset >= 0 && offset < bytes)) throw new Error("There is no such place.");
  return Buffer.from(await read(offset, length)).toString("latin1");
}
