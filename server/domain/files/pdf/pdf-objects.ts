import { BLANKS, type Dictionary, readDictionary, tokensOf } from "./pdf-dictionary.ts";
import type { PdfSource } from "./pdf-source.ts";
import { withoutPredictor } from "./predictor.ts";

/** Location of an object: an offset in the file, or inside another object. */
export type Place = { offset: number } | { container: number };

/** Finds an object by its number; undefined when no table lists it. */
export type FindPlace = (object: number) => Place | undefined;

export type Pdf = { source: PdfSource; find: FindPlace };

/** Read sizes. Nearly every dictionary fits the first; a list of 20,000 pages fits the second. */
const DICTIONARY_BYTES = [16 * 1024, 256 * 1024];
const OBJECT = new RegExp(`^${BLANKS}*(\\d{1,10})${BLANKS}+\\d{1,10}${BLANKS}+obj`);
const STREAM = new RegExp(`^${BLANKS}*stream(?:\\r\\n|\\r|\\n)`);
const PAIR = new RegExp(`(\\d+)${BLANKS}+(\\d+)`, "g");

/** Reads the dictionary of an object. Throws when the location in the tables is wrong. */
export function readObject(pdf: Pdf, object: number): Dictionary {
  return atObject(pdf, object, (text) => readDictionary(text)?.dictionary);
}

/** Reads a whole number of a dictionary, following a reference. Throws when it is missing. */
export function numberIn(pdf: Pdf, dictionary: Dictionary, name: string): number {
  const [first = "", , third] = dictionary.get(name) ?? [];
  const token = third === "R" ? atObject(pdf, Number(first), firstToken) : first;
  if (!/^\+?\d{1,15}$/.test(token)) throw new Error(`There is no ${name}.`);
  return Number(token);
}

/** Reads the object number of a reference. Throws when the entry is not a reference. */
export function referenceIn(dictionary: Dictionary, name: string): number {
  const [object, , third] = dictionary.get(name) ?? [];
  if (third !== "R") throw new Error(`There is no ${name}.`);
  return Number(object);
}

/** Reads the stream at an offset: its dictionary and its decoded data. */
export function readStream(pdf: Pdf, offset: number): { dictionary: Dictionary; data: Buffer } {
  const { source } = pdf;
  const [dictionary, start] = ofSomeLength((length) => {
    const text = source.text(offset, length);
    const from = OBJECT.exec(text)?.[0].length ?? text.length;
    const read = readDictionary(text.slice(from));
    const keyword = read && STREAM.exec(text.slice(from + read.end, from + read.end + 64));
    return keyword && [read.dictionary, offset + from + read.end + keyword[0].length];
  });
  const stored = source.read(start, numberIn(pdf, dictionary, "Length"));
  const filters = (dictionary.get("Filter") ?? []).filter((token) => token.startsWith("/"));
  if (filters.length === 0) return { dictionary, data: stored };
  if (filters.join() !== "/FlateDecode") throw new Error("The stream is packed in another way.");
  const data = source.inflate(stored);
  const parameters = dictionary.get("DecodeParms") ?? [];
  const parameter = (name: string) => Number(parameters[parameters.indexOf(name) + 1] ?? 1);
  if (!parameters.includes("/Predictor") || parameter("/Predictor") < 10)
    return { dictionary, data };
  const columns = parameters.includes("/Columns") ? parameter("/Columns") : 1;
  return { dictionary, data: withoutPredictor(data, columns) };
}

/** Applies `read` to an object's text, which starts after its number. */
function atObject<Result>(
  pdf: Pdf,
  object: number,
  read: (text: string) => Result | undefined,
): Result {
  const place = pdf.find(object);
  if (!place) throw new Error("There is no such object.");
  if ("container" in place) {
    const packed = unpack(pdf, place.container, object);
    return ofSomeLength((length) => read(packed.toString("latin1", 0, length)));
  }
  return ofSomeLength((length) => {
    const text = pdf.source.text(place.offset, length);
    const [head, number] = OBJECT.exec(text) ?? [];
    if (head === undefined || Number(number) !== object) throw new Error("The place is wrong.");
    return read(text.slice(head.length));
  });
}

/** Text of an object in an object stream, which starts with object numbers and offsets. */
function unpack(pdf: Pdf, container: number, object: number): Buffer {
  const place = pdf.find(container);
  if (!place || "container" in place) throw new Error("There is no such stream.");
  const { dictionary, data } = readStream(pdf, place.offset);
  const first = numberIn(pdf, dictionary, "First");
  for (const [, number, offset] of data.toString("latin1", 0, first).matchAll(PAIR)) {
    if (Number(number) === object) return data.subarray(first + Number(offset));
  }
  throw new Error("The stream has no such object.");
}

/** Reads a short part of the file first, then a longer one. */
function ofSomeLength<Result>(read: (length: number) => Result | undefined | null): Result {
  for (const length of DICTIONARY_BYTES) {
    const result = read(length);
    if (result !== undefined && result !== null) return result;
  }
  throw new Error("There is no such thing at this place.");
}

function firstToken(text: string): string | undefined {
  return tokensOf(text).next().value?.token;
}
