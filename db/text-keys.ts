import type Database from "better-sqlite3";

/** Letters without a Unicode decomposition, mapped to the letters that English sorts them as. */
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

/** Returns a text's sort key. A change needs a migration; client/admin/offline has a copy. */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Text columns with a stored, indexed sort key, by table. */
export const SORT_KEY_COLUMNS: Record<string, Record<string, string>> = {
  orders: { customer_name: "customer_name_sorted" },
  users: { name: "name_sorted" },
};

export function addSortKey(sqlite: Database.Database): void {
  sqlite.function("sort_key", { deterministic: true }, (value: unknown) =>
    typeof value === "string" ? sortKey(value) : value,
  );
}

/** Folds case and composes accents (NFC). Never turns a non-ASCII letter into an ASCII letter. */
export function foldText(text: string): string {
  return text.replaceAll(COMPOSABLE, compose).replaceAll(/[A-Z]+|[^\0-\u007F]/gu, foldPart);
}

/** Text to normalize; excludes Greek question mark, varia and Kelvin sign: NFC makes them ASCII. */
const COMPOSABLE = /[^\u037E\u1FEF\u212A]+/g;
const compose = (part: string) => part.normalize("NFC");

function foldPart(part: string): string {
  if (part.codePointAt(0)! < 0x80) return part.toLowerCase();
  const upper = part.toUpperCase();
  const folded = isOneForeign(upper) ? upper.toLowerCase() : part.toLowerCase();
  return isOneForeign(folded) ? folded : part;
}

function isOneForeign(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return code >= 0x80 && text.length === (code > 0xffff ? 2 : 1);
}

export function addFoldText(sqlite: Database.Database): void {
  sqlite.function("fold_text", { deterministic: true }, (value: unknown) =>
    typeof value === "string" ? foldText(value) : value,
  );
}
