import type Database from "better-sqlite3";

/**
 * A text in which capital and small letters are the same, letter by letter, so that a part of a text
 * is folded to a part of the folded text. A letter beyond ASCII stays beyond ASCII: what is searched
 * for in plain letters is found by SQLite's own lower() just as well.
 */
export function foldText(text: string): string {
  return text.replaceAll(/[A-Z]+|[^\0-\u007F]/gu, foldPart);
}

function foldPart(part: string): string {
  if (part.codePointAt(0)! < 0x80) return part.toLowerCase();
  const upper = part.toUpperCase();
  const folded = isOneForeign(upper) ? upper.toLowerCase() : part.toLowerCase();
  return isOneForeign(folded) ? folded : part;
}

/** One letter, and none of ASCII. */
function isOneForeign(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return code >= 0x80 && text.length === (code > 0xffff ? 2 : 1);
}

/** Lets the SQL of a connection say fold_text(column); null stays null. */
export function addFoldText(sqlite: Database.Database): void {
  sqlite.function("fold_text", { deterministic: true }, (value: unknown) =>
    typeof value === "string" ? foldText(value) : value,
  );
}
