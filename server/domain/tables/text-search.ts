import type { Db, Reader, Transaction } from "../../../db/client.ts";
import { foldText } from "../../../db/fold-text.ts";
import type { Filter } from "../../contract/list-query.ts";
import { findCursor, moveCursor } from "../../../db/cursors.ts";
import type { TableColumn, TableDefinition } from "./define-table.ts";
import { TABLES } from "./registry.ts";

// The index of texts, `row_texts`, knows which rows hold which three letters in a row. It is filled
// after the commits, so that no order waits for it. What it says are candidates: rows that were changed
// since are candidates too, and whoever asks compares them all with what they hold (decision: row-texts).

type Sqlite = Reader["sqlite"];

/** How far the index has followed `changes`. */
const FED = "row_texts";
/** How `foldText` folds the indexed texts. */
const FOLDED = "nfc";
/** Each takes some 50 microseconds. */
const ROWS_A_STEP = 100;
/** Pages of the index that are merged for each row: enough to keep up, and done in milliseconds. */
const PAGES_A_ROW = 0.16;
/** Past these a scan is as fast. */
const MOST_CHANGED = 2000;
const MOST_CANDIDATES = 5000;

/** A table's part of the index begins at its number times this. */
const ROWIDS_A_TABLE = 2 ** 40;
/** What is asked of the index at once: the rarest of a text's parts. */
const MOST_PARTS = 5;
const PART_LETTERS = 3;

/** Tables with texts to find, each with the columns that hold them. */
const INDEXED = new Map(
  [...TABLES.values()].flatMap((definition) => {
    const columns = [...definition.columns.values()].filter(
      ({ searched, key }) => searched && key !== undefined,
    );
    return columns.length > 0 ? [[definition.name, columns] as const] : [];
  }),
);

/** How far down a table's rows, which were there before the index, have been filled in: to 0. */
function fillCursorOf(table: string): string {
  const columns = INDEXED.get(table) ?? [];
  // Rebuild the index when its columns or the folding change.
  return [FED, FOLDED, table, ...columns.map(({ name }) => name)].join(":");
}

/**
 * Brings a few rows into the index of texts, those of the oldest changes first, then those that were
 * there before it. Returns false when there is nothing left to do, and has written nothing then.
 */
export function feedTexts(db: Db, rows = ROWS_A_STEP): boolean {
  const fed = findCursor(db, FED);
  const isNew = [...INDEXED.keys()].some((table) => findCursor(db, fillCursorOf(table)) !== 0);
  if (!isNew && fed !== undefined && newestChange(db.sqlite) <= fed) return false;
  return db.write((tx) => {
    const from = findCursor(tx, FED);
    if (from === undefined) moveCursor(tx, FED, newestChange(tx.sqlite));
    else if (!feedChanges(tx, from, rows)) fillOne(tx, rows);
    tx.sqlite
      .prepare("INSERT INTO row_texts (row_texts, rank) VALUES ('merge', ?)")
      .run(Math.ceil(rows * PAGES_A_ROW));
    return true;
  });
}

function newestChange(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>("SELECT max(id) FROM changes").pluck().get() ?? 0;
}

type Change = {
  id: number;
  table_name: string;
  row_id: number;
  before: string | null;
  after: string | null;
};

/** Follows the next changes; false when there are none. */
function feedChanges(tx: Transaction, from: number, most: number): boolean {
  const changes = tx.sqlite
    .prepare<[number, number], Change>(
      `SELECT id, table_name, row_id, before, after FROM changes
       WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(from, most);
  for (const [table, columns] of INDEXED) {
    const own = changes.filter((change) => change.table_name === table && isOther(columns, change));
    feedRows(tx, { table, ids: [...new Set(own.map(({ row_id }) => row_id))] });
  }
  const last = changes.at(-1);
  if (last) moveCursor(tx, FED, last.id);
  return last !== undefined;
}

/** Whether a change may be one of the texts. */
function isOther(columns: TableColumn[], { before, after }: Change): boolean {
  if (before === null || after === null) return true;
  const [old, now] = [JSON.parse(before), JSON.parse(after)] as Record<string, unknown>[];
  return columns.some(({ name }) => now?.[name] === undefined || old?.[name] !== now[name]);
}

/** Fills in the next rows of a table that were there before. */
function fillOne(tx: Transaction, most: number): void {
  const table = [...INDEXED.keys()].find((name) => findCursor(tx, fillCursorOf(name)) !== 0);
  if (table === undefined) return;
  const cursor = fillCursorOf(table);
  const ids = tx.sqlite
    .prepare<[number, number], number>(
      `SELECT id FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT ?`,
    )
    .pluck()
    .all(findCursor(tx, cursor) ?? Number.MAX_SAFE_INTEGER, most);
  feedRows(tx, { table, ids });
  moveCursor(tx, cursor, ids.length < most ? 0 : (ids.at(-1) ?? 0));
}

/** Brings the index to what these rows hold now, and drops those that are gone. */
function feedRows({ sqlite }: Transaction, { table, ids }: { table: string; ids: number[] }): void {
  if (ids.length === 0) return;
  const columns = INDEXED.get(table) ?? [];
  const start = startOf(sqlite, table);
  const read = sqlite.prepare<[number], Record<string, string | null>>(
    `SELECT ${columns.map(({ name }) => name).join(", ")} FROM ${table} WHERE id = ?`,
  );
  const put = sqlite.prepare("INSERT OR REPLACE INTO row_texts (rowid, body) VALUES (?, ?)");
  const drop = sqlite.prepare("DELETE FROM row_texts WHERE rowid = ?");
  // Upwards: a lower rowid than the last makes the index write a part of its own for it.
  for (const id of ids.toSorted((a, b) => a - b)) {
    const row = read.get(id);
    if (row) put.run(start + id, bodyOf(Object.values(row)));
    else drop.run(start + id);
  }
}

function startOf(sqlite: Sqlite, table: string): number {
  const number = sqlite
    .prepare<[string], number>("SELECT id FROM row_counts WHERE table_name = ?")
    .pluck()
    .get(table);
  if (number === undefined) throw new Error(`The table ${table} has no number.`);
  return number * ROWIDS_A_TABLE;
}

/** NUL ends a text for the index. */
function bodyOf(texts: (string | null)[]): string {
  return foldText(texts.map((text) => text ?? "").join("\n")).replaceAll("\0", "\u0001");
}

/**
 * The ids of all rows that can pass the filters which search for a part of a text, and of others;
 * undefined when the index is of no help, as for parts of fewer than three letters.
 */
export function findCandidates(
  db: Pick<Reader, "select" | "sqlite">,
  { name, columns }: TableDefinition,
  filters: readonly Filter[],
): number[] | undefined {
  const searched = INDEXED.get(name) ?? [];
  const parts = filters
    .filter(({ operator }) => operator === "contains")
    .filter(({ column }) => searched.some((each) => each === columns.get(column)))
    .flatMap(({ value }) => partsOf(String(value)));
  if (parts.length === 0) return undefined;
  const fed = findCursor(db, FED);
  if (fed === undefined || findCursor(db, fillCursorOf(name)) !== 0) return undefined;
  // Not DISTINCT: for that the planner walks all changes of the table by row.
  const changed = db.sqlite
    .prepare<[string, number, number], number>(
      "SELECT row_id FROM changes WHERE table_name = ? AND id > ? LIMIT ?",
    )
    .pluck()
    .all(name, fed, MOST_CHANGED + 1);
  if (changed.length > MOST_CHANGED) return undefined;
  const found = findRows(db.sqlite, name, parts);
  return found.length > MOST_CANDIDATES ? undefined : [...new Set([...found, ...changed])];
}

/** Each three letters in a row, but those that no index knows. */
function partsOf(text: string): string[] {
  const letters = [...foldText(text.toWellFormed())];
  const parts = letters.map((_, at) => letters.slice(at, at + PART_LETTERS));
  return parts
    .filter((part) => part.length === PART_LETTERS && !part.includes("\0"))
    .map((part) => part.join(""));
}

/** Cast, as numbers past 32 bits are bound as floats: for one, FTS5 reads all tables' rows of a part. */
const FOUND = `SELECT rowid FROM row_texts WHERE row_texts MATCH ?
  AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) LIMIT ?`;

function findRows(sqlite: Sqlite, table: string, parts: string[]): number[] {
  const start = startOf(sqlite, table);
  const end = start + ROWIDS_A_TABLE - 1;
  const distinct = [...new Set(parts)].map((part) => `"${part.replaceAll('"', '""')}"`);
  const rarest = distinct
    .map((part) => ({ part, density: densityOf(sqlite, part, start, end) }))
    .toSorted((a, b) => a.density - b.density)
    .slice(0, MOST_PARTS);
  return sqlite
    .prepare<[string, number, number, number], number>(FOUND)
    .pluck()
    .all(rarest.map(({ part }) => part).join(" AND "), start, end, MOST_CANDIDATES + 1)
    .map((rowid) => rowid - start);
}

/** How common a part is among the first rows that hold it: its whole list may be a million long. */
const SAMPLE = 20;

function densityOf(sqlite: Sqlite, part: string, start: number, end: number): number {
  const sample = sqlite
    .prepare<[string, number, number, number], { count: number; last: number | null }>(
      `SELECT count(*) AS count, max(rowid) AS last FROM (${FOUND})`,
    )
    .get(part, start, end, SAMPLE);
  const { count = 0, last } = sample ?? {};
  return count < SAMPLE ? count / ROWIDS_A_TABLE : count / ((last ?? start) - start + 1);
}
