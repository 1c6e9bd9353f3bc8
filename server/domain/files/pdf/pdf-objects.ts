import { BLANKS, type Dictionary, readDictionary, tokensOf } from "./pdf-dictionary.ts";
import type { PdfSource } from "./pdf-source.ts";
import { withoutPredictor } from "./predictor.ts";

/** Where an object is: at an offset of the file, or in another object. */
export type Place = { offset: number } | { container: number };

/** Finds an object by its number; undefined when no table names it. */
export type FindPlace = (object: number) => Place | undefined;

export type Pdf = { source: PdfSource; find: FindPlace };

/** Nearly every dictionary is shorter than the first; a list of 20,000 pages is shorter than the second. */
const DICTIONARY_BYTES = [16 * 1024, 256 * 1024];
const OBJECT = new RegExp(`^${BLANKS}*(\\d{1,10})${BLANKS}+\\d{1,10}${BLANKS}+obj`);
const STREAM = new RegExp(`^${BLANKS}*stream(?:\\r\\n|\\r|\\n)`);
const PAIR = new RegExp(`(\\d+)${BLANKS}+(\\d+)`, "g");

/** The dictionary of an object. Throws when there is none where the tables say. */
export function readObject(pdf: Pdf, object: number): Dictionary {
  return atObject(pdf, object, (text) => readDictionary(text)?.dictionary);
}

/** A whole number of a dictionary, which may be an object of its own. Throws when it is none. */
export function numberIn(pdf: Pdf, dictionary: Dictionary, name: string): number {
  const [first = "", , third] = dictionary.get(name) ?? [];
  const token = third === "R" ? atObject(pdf, Number(first), firstToken) : first;
  if (!/^\+?\d{1,15}$/.test(token)) throw new Error(`There is no ${name}.`);
  return Number(token);
}

/** The number of the object that an entry refers to. Throws when it does not. */
export function referenceIn(dictionary: Dictionary, name: string): number {
  const [object, , third] = dictionary.get(name) ?? [];
  if (third !== "R") throw new Error(`There is no ${name}.`);
  return Number(object);
}

/** The dictionary and the unpacked data of the stream at an offset. */
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

/** What `read` makes of an object's text, which begins after its number. */
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

/** The text of an object that is in a stream of several, which begins with their numbers and places. */
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

/** Tries a short part of the file first, then a longer one. */
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
