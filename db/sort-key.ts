import type Database from "better-sqlite3";

/** Letters that no mark can be taken off, as an English dictionary sorts them. */
const PLAIN: Record<string, string> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ł: "l",
};

/**
 * Returns the text that a text is sorted by: without upper case, accents and compatibility forms. The
 * client has a copy of it (client/local/sort-key.ts); stored keys depend on it, so a change needs a
 * migration.
 */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}

/**
 * Text columns of long tables that have a sort key: the column that holds it, with an index. Written by
 * db/row-statements.ts together with the text (decision: sort-keys).
 */
export const SORT_KEY_COLUMNS: Record<string, Record<string, string>> = {
  orders: { customer_name: "customer_name_sorted" },
  users: { name: "name_sorted" },
};

/** Makes `sort_key(text)` callable in the statements of a connection; null stays null. */
export function addSortKey(sqlite: Database.Database): void {
  sqlite.function("sort_key", { deterministic: true }, (value: unknown) =>
    typeof value === "string" ? sortKey(value) : value,
  );
}
