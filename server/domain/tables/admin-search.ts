import type { Reader } from "../../../db/client.ts";
import type { SearchHit } from "../../contract/admin-answers.ts";
import type { TableRow } from "../../contract/tables.ts";
import type { TableDefinition } from "./define-table.ts";
import { findMatchQuery } from "../../../db/search-index.ts";
import { containsAny } from "./list-query.ts";
import { getTable, TABLES } from "./registry.ts";
import { selectOf, toWire } from "./wire-values.ts";

const SHORTEST = 2;
const LONGEST = 200;
const MOST_HITS = 20;
/** Upper bound of a prefix range. */
const LAST_LETTER = "\u{10FFFF}";

/**
 * Searches all tables, orders first, and returns at most 20 rows. In each table, prefix matches
 * come before substring matches, which are sorted newest first. Two characters match the start or
 * the end of a word; in tables without `prefixes`, which are short, any substring.
 */
export function searchTables(db: Pick<Reader, "sqlite">, text: string): SearchHit[] {
  const query = text.trim().slice(0, LONGEST).toWellFormed();
  if ([...query].length < SHORTEST) return [];
  const [orders, others] = [getTable("orders"), [...TABLES.values()]];
  return [...new Set([orders, ...others])]
    .flatMap((definition) => searchTable(db, definition, query))
    .slice(0, MOST_HITS);
}

function searchTable(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  query: string,
): SearchHit[] {
  const { name, search, label } = definition;
  if (!search) return [];
  const found = new Map<number, TableRow>();
  const read = (select: string, params: unknown[]) => {
    const rows = sqlite
      .prepare<unknown[], Record<string, unknown>>(`${select} LIMIT ${MOST_HITS}`)
      .all(...params);
    for (const row of rows) found.set(Number(row["id"]), toWire(definition, row));
  };
  const prefixes = Object.entries(search.prefixes ?? {});
  for (const [column, spell] of prefixes) {
    const start = spell(query);
    if (start === null) continue;
    const path = `${name}.${column}`;
    const range = `WHERE ${path} >= ? AND ${path} < ? ORDER BY ${path}`;
    read(`${selectOf(definition)} ${range}`, [start, start + LAST_LETTER]);
  }
  const columns = [...definition.columns.values()].filter(({ isIndexed }) => isIndexed);
  const text = containsAny(
    columns.map(({ sql }) => sql),
    query,
  );
  const match = findMatchQuery(query) ?? (prefixes.length > 0 ? matchWordEdges(query) : undefined);
  if (match === undefined) {
    read(`${selectOf(definition)} WHERE ${text.sql} ORDER BY ${name}.id DESC`, text.params);
  } else {
    // Reads the index newest first, so that a search for a common word stops at the limit.
    const from = `${name}_texts CROSS JOIN ${definition.from}`;
    const where = `${name}_texts MATCH ? AND ${name}.id = ${name}_texts.rowid AND ${text.sql}`;
    const select = `${selectOf({ ...definition, from })} WHERE ${where}`;
    read(`${select} ORDER BY ${name}_texts.rowid DESC`, [match, ...text.params]);
  }
  return [...found].map(([id, row]) => {
    const title = search.title?.(row) ?? row[label];
    const facts = search.facts(row).filter((fact) => fact !== null && fact !== "");
    const detail = facts.length === 0 ? null : facts.join(" · ");
    return { table: name, id, title: title == null ? `#${id}` : String(title), detail };
  });
}

/** Query for words that start or end with two characters, which are too few for the index alone. */
function matchWordEdges(text: string): string | undefined {
  const edges = [` ${text}`, `\n${text}`, `${text} `, `${text}\n`];
  return edges.flatMap((edge) => findMatchQuery(edge) ?? []).join(" OR ") || undefined;
}
