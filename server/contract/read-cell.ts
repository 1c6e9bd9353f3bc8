import type { Kind } from "./list-query.ts";

/**
 * Parses a whole number or a boolean of a CSV or spreadsheet cell. Other notations, such as "2,4"
 * or "0x10", stay text, so that validation rejects them.
 */
export function readPlainCell(kind: Kind, cell: string): string | number | boolean {
  const text = cell.trim();
  if (kind === "integer") return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  const word = text.toLowerCase();
  return kind === "boolean" && (word === "true" || word === "false") ? word === "true" : text;
}
