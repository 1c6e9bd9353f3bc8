import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import { IMPORT_ENCODINGS, type ImportEncoding } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";

/** `isGuess`: the bytes do not prove the encoding, so a person has to confirm it. */
export type DecodedFile = { text: string; encoding: ImportEncoding; isGuess: boolean };

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;

/**
 * Decodes a file by its byte order mark, else as `declared`, else as UTF-8. Other bytes are decoded
 * as Windows-1252, which Excel writes as plain “CSV”. Throws AppError `invalid` when the bytes
 * contradict the mark or the declaration.
 */
export function decodeFile(bytes: Uint8Array, declared?: ImportEncoding): DecodedFile {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? declared ?? "utf-8";
  const text = findText(bytes, encoding);
  if (text !== undefined) return { text, encoding, isGuess: false };
  if (marked || declared)
    throw new AppError("invalid", texts.csvEncoding(IMPORT_ENCODINGS[encoding]));
  return {
    text: new TextDecoder("windows-1252").decode(bytes),
    encoding: "windows-1252",
    isGuess: true,
  };
}

/** Encoding of a charset label, as in the Encoding Standard (`latin1` is Windows-1252). */
export function findEncoding(charset: string): ImportEncoding | undefined {
  try {
    const { encoding } = new TextDecoder(charset);
    return isImportEncoding(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

function isImportEncoding(name: string): name is ImportEncoding {
  return Object.hasOwn(IMPORT_ENCODINGS, name);
}

/** Text without the byte order mark; undefined when the bytes are not valid in this encoding. */
function findText(bytes: Uint8Array, encoding: ImportEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const MOST_WORDS = 8;
const FOREIGN_WORD = /[\p{L}\p{N}]{0,15}[^\s\0-\x7F][\p{L}\p{N}]{0,15}/gu;

/** Returns up to eight different words with non-ASCII characters, which reveal a wrong encoding. */
export function foreignWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(FOREIGN_WORD)) {
    words.add(word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words];
}
