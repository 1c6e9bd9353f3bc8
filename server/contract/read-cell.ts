import type { Kind } from "./list-query.ts";

/**
 * A whole number or a boolean as a cell of a CSV file or of a spreadsheet holds it. A cell that is
 * written any other way, such as "2,4" or "0x10", stays a text, for the field's check to refuse.
 */
export function readPlainCell(kind: Kind, cell: string): string | number | boolean {
  const text = cell.trim();
  if (kind === "integer") return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  const word = text.toLowerCase();
  return kind === "boolean" && (word === "true" || word === "false") ? word === "true" : text;
}
