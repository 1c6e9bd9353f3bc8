/** An answer's fields, unchecked. */
type Fields = Record<string, unknown>;

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Reads one field; `index` counts the entries of the list that it stands in. */
export type Read<Value> = (value: unknown, index?: number) => Value;

/** Reads an object field by field, into all those that are named here and no other. */
export function shapeOf<Shape>(readers: { [Name in keyof Shape]-?: Read<Shape[Name]> }) {
  const named = Object.entries<Read<unknown>>(readers);
  return (value: unknown, index?: number): Shape => {
    const fields = fieldsOf(value);
    const read = named.map(([name, readField]) => [name, readField(fields[name], index)]);
    return Object.fromEntries(read) as Shape;
  };
}

/** Reads a list; entries without what is `needed` of them are left out. */
export function listOf<Entry extends object>(
  read: Read<Entry>,
  ...needed: (keyof Entry & string)[]
): Read<Entry[]> {
  return (value) =>
    (Array.isArray(value) ? value : []).flatMap((given: unknown, index) => {
      const [fields, entry] = [fieldsOf(given), read(given, index)];
      return needed.every((name) => typeof fields[name] === typeof entry[name]) ? entry : [];
    });
}

export const text: Read<string> = (value) => textOf(value);

export function textOf(value: unknown, missing = ""): string {
  return typeof value === "string" ? value : missing;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function numberOr(missing: number): Read<number> {
  return (value) => numberOrNull(value) ?? missing;
}

/** The number of an entry, or its place in the list. */
export const idOrIndex: Read<number> = (value, index) => numberOrNull(value) ?? index ?? 0;

export const isTrue: Read<boolean> = (value) => value === true;

/** A time that can be shown; null for a text that is none. */
export function timeOrNull(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

/** One of the words that are known here; `unknown` for a newer build's, and for none. */
export function wordOf<const Word extends string, const Unknown extends string | null>(
  words: readonly Word[],
  unknown: Unknown,
): Read<Word | Unknown> {
  return (value) => words.find((word) => word === value) ?? unknown;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
