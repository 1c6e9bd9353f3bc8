import type { TableSchema } from "../../../../server/contract/tables.ts";

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
 * The mapping as sent to the server: a field for each column of the file, "" for skipped columns.
 */
export function columnsParameter(mapping: Mapping): string {
  return mapping.map((field) => field ?? "").join(",");
}

function isAlike(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
