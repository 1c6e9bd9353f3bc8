import { BLANKS, type Dictionary, numbersIn, readDictionary, tokensOf } from "./pdf-dictionary.ts";
import { createPdfSource, type PdfSource, PdfTooComplex, type ReadPart } from "./pdf-source.ts";

type PdfVerdict =
  { pages: number } | { fault: "noPdf" | "unreadablePdf" | "protected" | "tooComplex" };

const UNREADABLE: PdfVerdict = { fault: "unreadablePdf" };

const MOST_OBJECTS = 1_000_000;

/** Bytes searched for the header, as in PDF viewers. */
const HEAD_BYTES = 1024;
const HEAD = /%PDF-\d/;
/** Bytes searched for `startxref` before trailing NULs and white space, as in pdfium. */
const TAIL_BYTES = 4096;
const BLOCK_BYTES = 65_536;
const END = /startxref[\0\s]+(\d{1,15})/g;

const XREF = new RegExp(`^${BLANKS}*xref`);
/** Matches a subsection header, or an entry (offset, generation and "n" or "f"). */
const XREF_LINE = /(\d{1,10})[ \t]+(\d{1,10})(?:[ \t]+([nf]))?/g;
const OBJECT = new RegExp(`^${BLANKS}*(\\d{1,10})${BLANKS}+\\d{1,10}${BLANKS}+obj`);
const STREAM = new RegExp(`^${BLANKS}*stream(?:\\r\\n|\\r|\\n)`);
const PAIR = new RegExp(`(\\d+)${BLANKS}+(\\d+)`, "g");
/** The row filter Sub, which the TIFF predictor applies to every row. */
const SUB = 1;
/** Growing read lengths, tried until the structure is complete. */
const READ_SIZES = [1024, 16 * 1024, 256 * 1024, 4 * 1024 * 1024, 16 * 1024 * 1024];

type ObjectLocation = { offset: number } | { container: number };
type Pdf = { source: PdfSource; objects: Map<number, ObjectLocation>; trailer: Dictionary };

/** Reads a PDF like a viewer, within a budget. Rejects files that viewers would have to repair. */
export function readPdf(read: ReadPart, bytes: number): PdfVerdict {
  const source = createPdfSource(read, bytes);
  try {
    const head = bytes > 0 ? source.text(0, HEAD_BYTES).search(HEAD) : -1;
    if (head < 0) return { fault: "noPdf" };
    const table = findTable(source);
    // Offsets count from the header, or from the start of the file if data was prepended later.
    const bases = head === 0 ? [0] : [head, 0];
    const verdicts = bases.map((base) => openAt({ ...source, base }, table));
    return verdicts.find((verdict) => "pages" in verdict) ?? verdicts[0] ?? UNREADABLE;
  } catch (error) {
    return error instanceof PdfTooComplex ? { fault: "tooComplex" } : UNREADABLE;
  }
}

function openAt(source: PdfSource, table: number): PdfVerdict {
  try {
    const pdf = readTables(source, table);
    if (pdf.trailer.has("Encrypt")) return { fault: "protected" };
    const catalog = readObject(pdf, referenceIn(pdf.trailer, "Root"));
    const tree = readObject(pdf, referenceIn(catalog, "Pages"));
    const pages = numberIn(pdf, tree, "Count");
    return pages > 0 && tree.has("Kids") ? { pages } : UNREADABLE;
  } catch (error) {
    if (error instanceof PdfTooComplex) throw error;
    // A damaged file can cause any error.
    return UNREADABLE;
  }
}

function findTable(source: PdfSource): number {
  let end = source.bytes;
  for (let last = -1; last < 0 && end > 0;) {
    const from = Math.max(0, end - BLOCK_BYTES);
    last = source.read(from, end - from).findLastIndex((byte) => byte > 0x20);
    end = from + last + 1;
  }
  const from = Math.max(0, end - TAIL_BYTES);
  const offset = [...source.text(from, end - from).matchAll(END)].at(-1)?.[1];
  if (offset === undefined) throw new Error("The end of the file names no table.");
  return Number(offset);
}

function readTables(source: PdfSource, start: number): Pdf {
  const pdf: Pdf = { source, objects: new Map(), trailer: new Map() };
  const offsets = [start];
  const seen = new Set<number>();
  for (const offset of offsets) {
    if (seen.has(offset)) throw new Error("The tables are a circle.");
    seen.add(offset);
    const isTable = XREF.test(source.text(offset, 64));
    const trailer = isTable ? readTable(pdf, offset) : readTableStream(pdf, offset);
    for (const [name, value] of trailer) {
      if (!pdf.trailer.has(name)) pdf.trailer.set(name, value);
    }
    const before = ["XRefStm", "Prev"].map((name) => Number(trailer.get(name)?.[0] ?? 0));
    // Some PDF writers use 0 for a missing previous table.
    offsets.push(...before.filter((each) => each !== 0));
  }
  return pdf;
}

function addObject({ objects }: Pdf, object: number, location: ObjectLocation): void {
  if (objects.has(object)) return;
  if (objects.size >= MOST_OBJECTS) throw new PdfTooComplex();
  objects.set(object, location);
}

function readTable(pdf: Pdf, offset: number): Dictionary {
  const { lines, trailer } = readGrowing((length) => {
    const text = pdf.source.text(offset, length);
    const end = text.indexOf("trailer");
    const read = end < 0 ? undefined : readDictionary(text.slice(end + "trailer".length));
    return read && { lines: text.slice(0, end), trailer: read.dictionary };
  });
  let object = 0;
  let isFirst = true;
  for (const [line, first, , use] of lines.matchAll(XREF_LINE)) {
    if (use === undefined) {
      object = Number(first);
      continue;
    }
    // The first entry is always object 0, but some programs number it 1.
    if (isFirst && line.startsWith("0000000000 65535 f")) object = 0;
    isFirst = false;
    if (use === "n") addObject(pdf, object, { offset: Number(first) });
    object++;
  }
  return trailer;
}

function readTableStream(pdf: Pdf, offset: number): Dictionary {
  const { dictionary, data } = readStream(pdf, offset);
  if (dictionary.get("Type")?.[0] !== "/XRef") throw new Error("There is no table.");
  const [kindWidth = 0, placeWidth = 0, lastWidth = 0] = numbersIn(dictionary, "W");
  const width = kindWidth + placeWidth + lastWidth;
  if (!(width > 0)) return dictionary;
  const listed = numbersIn(dictionary, "Index");
  const index = listed.length > 0 ? listed : [0, Math.floor(data.length / width)];
  let at = 0;
  for (let range = 0; range + 1 < index.length; range += 2) {
    const first = index[range] ?? 0;
    const end = first + (index[range + 1] ?? 0);
    for (let object = first; object < end && at + width <= data.length; object++, at += width) {
      const kind = kindWidth === 0 ? 1 : numberAt(data, at, kindWidth);
      const place = numberAt(data, at + kindWidth, placeWidth);
      if (kind === 1) addObject(pdf, object, { offset: place });
      if (kind === 2) addObject(pdf, object, { container: place });
    }
  }
  return dictionary;
}

function numberAt(data: Buffer, from: number, width: number): number {
  let number = 0;
  for (const byte of data.subarray(from, from + width)) number = number * 256 + byte;
  return number;
}

function readStream(pdf: Pdf, offset: number): { dictionary: Dictionary; data: Buffer } {
  const { source } = pdf;
  const { dictionary, start } = readGrowing((length) => {
    const text = source.text(offset, length);
    const from = OBJECT.exec(text)?.[0].length ?? text.length;
    const read = readDictionary(text.slice(from));
    const keyword = read && STREAM.exec(text.slice(from + read.end, from + read.end + 64));
    if (!keyword) return undefined;
    const content = offset + from + read.end + keyword[0].length;
    return { dictionary: read.dictionary, start: content };
  });
  const stored = source.read(start, numberIn(pdf, dictionary, "Length"));
  const filters = (dictionary.get("Filter") ?? []).filter((token) => token.startsWith("/"));
  if (filters.length === 0) return { dictionary, data: stored };
  if (filters.join() !== "/FlateDecode") throw new Error("This compression is not supported.");
  const data = source.inflate(stored);
  const parameters = dictionary.get("DecodeParms") ?? [];
  const parameter = (name: string, otherwise = 1) =>
    parameters.includes(name) ? Number(parameters[parameters.indexOf(name) + 1]) : otherwise;
  const predictor = parameter("/Predictor");
  if (predictor === 1) return { dictionary, data };
  const pixelBytes = Math.max(1, (parameter("/Colors") * parameter("/BitsPerComponent", 8)) / 8);
  return {
    dictionary,
    data: withoutPredictor(data, { predictor, pixelBytes, columns: parameter("/Columns") }),
  };
}

type Rows = { predictor: number; columns: number; pixelBytes: number };

/** Reverses the PNG predictors (each row starts with its filter) and the TIFF predictor (2). */
function withoutPredictor(data: Buffer, { predictor, columns, pixelBytes }: Rows): Buffer {
  const width = columns * pixelBytes;
  const start = predictor === 2 ? 0 : 1;
  if (!(Number.isInteger(pixelBytes) && width >= 1 && width + start <= data.length)) {
    throw new Error("The row length does not fit the data.");
  }
  const rows = Math.floor(data.length / (width + start));
  const plain = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const from = row * (width + start);
    const filter = start === 0 ? SUB : (data[from] ?? 0);
    for (let column = 0; column < width; column++) {
      const to = row * width + column;
      const left = column < pixelBytes ? 0 : (plain[to - pixelBytes] ?? 0);
      const above = plain[to - width] ?? 0;
      const corner = column < pixelBytes ? 0 : (plain[to - width - pixelBytes] ?? 0);
      const predicted = predictionOf(filter, { left, above, corner });
      plain[to] = (data[from + start + column] ?? 0) + predicted;
    }
  }
  return plain;
}

type Neighbors = { left: number; above: number; corner: number };

/** Predicts a byte by a PNG row filter: None, Sub, Up, Average or Paeth. */
function predictionOf(filter: number, { left, above, corner }: Neighbors): number {
  switch (filter) {
    case 0:
      return 0;
    case SUB:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const [byLeft, byAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
      const byCorner = Math.abs(left + above - 2 * corner);
      if (byLeft <= byAbove && byLeft <= byCorner) return left;
      return byAbove <= byCorner ? above : corner;
    }
    default:
      throw new Error("The row filter is unknown.");
  }
}

function readObject(pdf: Pdf, object: number): Dictionary {
  return atObject(pdf, object, (text) => readDictionary(text)?.dictionary);
}

/** Returns a number, following an indirect reference. Throws if the number is missing. */
function numberIn(pdf: Pdf, dictionary: Dictionary, name: string): number {
  const [first = "", , third] = dictionary.get(name) ?? [];
  const token =
    third === "R"
      ? atObject(pdf, Number(first), (text) => tokensOf(text).next().value?.token)
      : first;
  if (!/^\+?\d{1,15}$/.test(token)) throw new Error(`There is no ${name}.`);
  return Number(token);
}

function referenceIn(dictionary: Dictionary, name: string): number {
  const [object, , third] = dictionary.get(name) ?? [];
  if (third !== "R") throw new Error(`There is no ${name}.`);
  return Number(object);
}

function atObject<Result>(pdf: Pdf, object: number, read: (text: string) => Result | undefined) {
  const location = pdf.objects.get(object);
  if (!location) throw new Error("There is no such object.");
  if ("container" in location) {
    const packed = unpack(pdf, location.container, object);
    return readGrowing((length) => read(packed.toString("latin1", 0, length)));
  }
  return readGrowing((length) => {
    const text = pdf.source.text(location.offset, length);
    const [head, number] = OBJECT.exec(text) ?? [];
    if (head === undefined || Number(number) !== object) throw new Error("The location is wrong.");
    return read(text.slice(head.length));
  });
}

/** Returns an object of an object stream, which starts with pairs of object number and offset. */
function unpack(pdf: Pdf, container: number, object: number): Buffer {
  const location = pdf.objects.get(container);
  if (!location || "container" in location) throw new Error("There is no such stream.");
  const { dictionary, data } = readStream(pdf, location.offset);
  const first = numberIn(pdf, dictionary, "First");
  for (const [, number, offset] of data.toString("latin1", 0, first).matchAll(PAIR)) {
    if (Number(number) === object) return data.subarray(first + Number(offset));
  }
  throw new Error("The stream has no such object.");
}

/** Calls `read` with increasing lengths until it returns a result; throws otherwise. */
function readGrowing<Result>(read: (length: number) => Result | undefined): Result {
  for (const length of READ_SIZES) {
    const result = read(length);
    if (result !== undefined) return result;
  }
  throw new Error("This part of the file is not complete.");
}
