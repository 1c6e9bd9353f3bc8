import type Database from "better-sqlite3";

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
