/** An answer's fields, unchecked. */
export type Fields = Record<string, unknown>;

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown, missing = ""): string {
  return typeof value === "string" ? value : missing;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A time that can be shown; null for a text that is none. */
export function timeOrNull(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

/** One of the words that are known here; `unknown` for a newer build's, and for none. */
export function wordOf<Word extends string, Unknown>(
  value: unknown,
  words: readonly Word[],
  unknown: Unknown,
): Word | Unknown {
  return words.find((word) => word === value) ?? unknown;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** The entries of a list, each read; those that `read` finds useless are left out. */
export function listOf<Entry>(
  value: unknown,
  read: (fields: Fields, index: number) => Entry | undefined,
): Entry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => read(fieldsOf(entry), index) ?? []);
}
