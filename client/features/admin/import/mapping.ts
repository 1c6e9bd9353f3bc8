import type { TableSchema } from "../../../../server/contract/tables.ts";

/** A file of rows as text: its first line's names, and the lines below. */
export type Sheet = { headers: string[]; lines: string[][] };

/** Which field each column of a file fills; null leaves the column out. */
export type Mapping = (string | null)[];

/** What rows are recognised by, when it is mapped; with its version a row changed since is refused. */
export const KEY = "id";
const KEYS = [KEY, "version"];

/** The fields that a file can fill: what rows are recognised by, and what a form may change. */
export function importFields(schema: TableSchema): [name: string, title: string][] {
  return Object.entries(schema.properties)
    .filter(([name, { readOnly }]) => KEYS.includes(name) || !readOnly)
    .map(([name, { title }]) => [name, title]);
}

/** What the columns' names say by themselves: a field's column or its title, each field once. */
export function mappingOf(schema: TableSchema, headers: readonly string[]): Mapping {
  const fields = importFields(schema);
  const taken = new Set<string>();
  return headers.map((header) => {
    const found = fields.find(
      ([name, title]) => !taken.has(name) && [name, title].some((call) => isAlike(call, header)),
    );
    if (found) taken.add(found[0]);
    return found?.[0] ?? null;
  });
}

/** The mapping with one column set; the column that filled that field before is left out. */
export function mapColumn(mapping: Mapping, column: number, field: string | null): Mapping {
  return mapping.map((each, at) => {
    if (at === column) return field;
    return field !== null && each === field ? null : each;
  });
}

/** Why a file can't be imported in this way; undefined when it can. */
export function mappingProblem(schema: TableSchema, mapping: Mapping): string | undefined {
  if (mapping.every((field) => field === null)) return "No column of the file fills a field yet.";
  if (mapping.includes(KEY)) return undefined;
  const missing = schema.required.filter((name) => !mapping.includes(name));
  if (missing.length === 0) return undefined;
  const titles = missing.map((name) => schema.properties[name]?.title ?? name);
  return `New rows need ${titles.join(", ")}: choose a column for each, or one for ID to change rows.`;
}

/**
 * The file under the table's own names, without the columns that are left out. Blank rows stay blank
 * lines, so that a line of the answer is the same line of the file.
 */
export function mappedCsv({ lines }: Sheet, mapping: Mapping): string {
  const chosen = mapping.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
  const head = chosen.map(({ field }) => field);
  const rows = lines.map((cells) =>
    isBlank(cells) ? [] : chosen.map(({ at }) => cells[at] ?? ""),
  );
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/** A row without a single character in it. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

function csvCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function isAlike(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
