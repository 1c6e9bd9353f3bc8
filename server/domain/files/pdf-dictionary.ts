/** Top-level entries of a dictionary by name, each with the tokens of its value. */
export type Dictionary = Map<string, string[]>;

/** Regular expression for white space as defined in the PDF specification. */
export const BLANKS = "[\\0\\t\\n\\f\\r ]";

// Linear time: no alternative backtracks.
const TOKENS =
  /%[^\r\n]*|\((?:[^()\\]|\\[\s\S])*\)?|<<|>>|<[\dA-Fa-f\0\s]*>?|[[\]]|\/[^\0\s()<>[\]{}/%]*|[^\0\s()<>[\]{}/%]+/g;

export function* tokensOf(text: string): Generator<{ token: string; end: number }> {
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (!token.startsWith("%")) yield { token, end: index + token.length };
  }
}

/** Parses a dictionary at the start of `text`. Returns undefined if it is missing or truncated. */
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

export function numbersIn(dictionary: Dictionary, name: string): number[] {
  return (dictionary.get(name) ?? []).filter((token) => !/[[\]]/.test(token)).map(Number);
}
