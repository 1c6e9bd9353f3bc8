import type Database from "better-sqlite3";

/** Letters that do not decompose, with their replacement in an English dictionary. */
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
 * Returns the sort key of a text: without case, accents and compatibility forms. The client has a
 * copy (client/admin/offline/sort-key.ts). Stored keys depend on this function, so a change needs a
 * migration.
 */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Text columns with a stored, indexed sort key, by table. db/stored-rows.ts writes the key with the text. */
export const SORT_KEY_COLUMNS: Record<string, Record<string, string>> = {
  orders: { customer_name: "customer_name_sorted" },
  users: { name: "name_sorted" },
};

/** Registers the SQL function `sort_key(text)` on a connection; null stays null. */
export function addSortKey(sqlite: Database.Database): void {
  sqlite.function("sort_key", { deterministic: true }, (value: unknown) =>
    typeof value === "string" ? sortKey(value) : value,
  );
}

/**
 * Folds case and composes accented letters (NFC). Letters outside ASCII never become ASCII letters.
 */
export function foldText(text: string): string {
  return text.replaceAll(COMPOSABLE, compose).replaceAll(/[A-Z]+|[^\0-\u007F]/gu, foldPart);
}

/**
 * Matches all characters except those that NFC converts to ASCII: the Greek question mark, the
 * Greek varia and the Kelvin sign.
 */
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

/** Registers the SQL function `fold_text(text)` on a connection; null stays null. */
export function addFoldText(sqlite: Database.Database): void {
  sqlite.function("fold_text", { deterministic: true }, (value: unknown) =>
    typeof value === "string" ? foldText(value) : value,
  );
}
