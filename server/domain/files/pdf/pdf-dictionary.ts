/** Top-level entries of a dictionary by name, each with the tokens of its value. */
export type Dictionary = Map<string, string[]>;

/** PDF's white space. */
export const BLANKS = "[\\0\\t\\n\\f\\r ]";

// Every alternative takes what it has begun, so no text is scanned twice. Nested parentheses leave words
// of a string behind as tokens; no value that is read here is a string.
const TOKENS =
  /%[^\r\n]*|\((?:[^()\\]|\\[\s\S])*\)?|<<|>>|<[\dA-Fa-f\0\s]*>?|[[\]]|\/[^\0\s()<>[\]{}/%]*|[^\0\s()<>[\]{}/%]+/g;

/** The tokens of a text, without comments. */
export function* tokensOf(text: string): Generator<{ token: string; end: number }> {
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (!token.startsWith("%")) yield { token, end: index + token.length };
  }
}

/**
 * The dictionary that a text begins with, and where it ends in the text; undefined when the text begins
 * with something else, or ends before it.
 */
export function readDictionary(text: string): { dictionary: Dictionary; end: number } | undefined {
  const dictionary: Dictionary = new Map();
  let depth = 0;
  let value: string[] | undefined;
  for (const { token, end } of tokensOf(text)) {
    if (depth === 0 && token !== "<<") return undefined;
    if (token === ">>" && depth === 1) return { dictionary, end };
    const isName = depth === 1 && token.startsWith("/");
    if (isName && value?.length !== 0) {
      value = [];
      dictionary.set(token.slice(1), value);
    } else if (depth > 0) value?.push(token);
    if (token === "<<" || token === "[") depth++;
    if (token === ">>" || token === "]") depth--;
  }
  return undefined;
}

/** The numbers of an array; none when there is no such entry. */
export function numbersIn(dictionary: Dictionary, name: string): number[] {
  return (dictionary.get(name) ?? []).filter((token) => !/[[\]]/.test(token)).map(Number);
}
