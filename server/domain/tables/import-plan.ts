import Papa from "papaparse";
import type { Reader } from "../../../db/client.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import { type ImportProblem, MOST_IMPORT_ROWS, type TableRow } from "../../contract/tables.ts";
import { fieldWording } from "../../contract/wording.ts";
import { AppError } from "../../errors.ts";
import { sequenceOf } from "./counts.ts";
import { readCell } from "./csv.ts";
import type { TableColumn, TableDefinition } from "./define-table.ts";
import { findLostReferences, findTaken, uniqueKeysOf } from "./references.ts";
import { getTable } from "./registry.ts";
import { invalidValues, judgeValues, type Problems, type Values } from "./values.ts";
import { findRow } from "./write.ts";

const MOST_CELL_LENGTH = 1_000_000;

/** A line of the file that would change something; `id` is null for a new row. */
export type PlannedRow = { line: number; id: number | null; body: Values };

/** What an import would do. The header row is line 1, as in a spreadsheet. */
export type ImportPlan = {
  rows: PlannedRow[];
  /** Of the table's newest change when it was compared. */
  sequence: number;
  new: number;
  changed: number;
  same: number;
  errors: ImportProblem[];
};

type Line = { line: number; cells: string[] };

/**
 * Compares a CSV file with a table: rows with an id change that row, rows without make a new one. Only
 * reads, and takes and returns data alone, so that it can run off the thread that serves shoppers.
 * Throws AppError `invalid` for a file without a header row, with columns that are unknown, or too long.
 */
export function planImport(
  db: Pick<Reader, "sqlite">,
  { table, csv }: { table: string; csv: string },
): ImportPlan {
  const definition = getTable(table);
  const { head, lines, errors } = parse(csv);
  const columns = columnsOf(definition, head);
  // All of one moment: what is stored later than its sequence is seen when the rows are written.
  return db.sqlite.transaction(() => compare(db, definition, { columns, lines, errors }))();
}

type Parsed = { columns: TableColumn[]; lines: Line[]; errors: ImportProblem[] };

function compare(
  db: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  { columns, lines, errors }: Parsed,
): ImportPlan {
  const plan: ImportPlan = {
    rows: [],
    sequence: sequenceOf(db, definition),
    new: 0,
    changed: 0,
    same: 0,
    errors,
  };
  const seen = new Set<string>();
  for (const each of lines) {
    const found = planLine(db, definition, { columns, line: each });
    for (const [field, message] of found.problems) {
      plan.errors.push({ line: each.line, field, message });
    }
    const twice = findTwice(db, definition, { ...found, seen });
    if (twice) plan.errors.push({ line: each.line, ...twice });
    if (found.problems.size > 0 || twice) continue;
    const { row, body } = found;
    if (row && Object.keys(body).length === 0) plan.same++;
    else {
      if (row) plan.changed++;
      else plan.new++;
      plan.rows.push({ line: each.line, id: row && row.id, body });
    }
  }
  return plan;
}

/** The header names and all other lines; blank ones are left out. */
function parse(csv: string): { head: string[]; lines: Line[]; errors: ImportProblem[] } {
  const text = csv.replace(/^\uFEFF/, "");
  // Names of columns hold neither, so the first of each is the file's own.
  const [, delimiter = ","] = /^"?\w+"?([,;\t])/.exec(text) ?? [];
  const newline = /\r\n|\n/.exec(text)?.[0] === "\n" ? "\n" : "\r\n";
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline });
  const [head = [], ...rest] = data;
  if (head.every((name) => name.trim() === "")) throw new AppError("invalid", texts.csvEmpty);
  const lines = rest
    .map((cells, index) => ({ line: index + 2, cells }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== "");
  if (lines.length > MOST_IMPORT_ROWS) {
    throw new AppError("invalid", texts.csvTooLong(MOST_IMPORT_ROWS));
  }
  return {
    head: head.map((name) => name.trim()),
    lines,
    errors: errors
      .filter(({ type }) => type === "Quotes")
      .map(({ row = 0 }) => ({ line: row + 1, field: "", message: texts.csvQuotes })),
  };
}

function columnsOf(definition: TableDefinition, head: string[]): TableColumn[] {
  const problems: Problems = new Map();
  const columns = head.flatMap((name, index) => {
    const column = definition.columns.get(name);
    if (head.indexOf(name) !== index) problems.set(name, texts.csvColumnTwice);
    else if (!column || column.bulky) problems.set(name, texts.unknownField);
    return column ?? [];
  });
  if (problems.size > 0) throw invalidValues(problems);
  return columns;
}

type Found = { row: TableRow | null; body: Values; problems: Problems };

function planLine(
  db: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  { columns, line: { cells } }: { columns: TableColumn[]; line: Line },
): Found {
  if (cells.length > columns.length) return refused("", texts.csvCells);
  const sent: Values = {};
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    if (!column) continue;
    const { name, kind, field } = column;
    if (cell.length > MOST_CELL_LENGTH) {
      return refused(name, `${field.title} ${fieldWording.maxLength(MOST_CELL_LENGTH)}`);
    }
    sent[name] = readCell(kind, cell);
  }
  const { id = null, version = null } = sent;
  const row = typeof id === "number" ? findRow(db, definition, id) : undefined;
  if (id !== null && !row) return refused("id", texts.unknownRow);
  if (row && version !== null && version !== row.version)
    return refused("version", texts.csvChanged);
  // A new row may be a copy of another: what is its own comes with it.
  const body = row ? sent : writablePart(definition, sent);
  const { values, problems } = judgeValues(definition, { body, ...(row && { row }) });
  if (problems.size === 0) {
    const whole = { ...row, ...values };
    for (const [name, text] of [
      ...findLostReferences(db.sqlite, definition, values),
      ...findTaken(db.sqlite, definition, { values: whole, ...(row && { id: row.id }) }),
    ]) {
      problems.set(name, text);
    }
  }
  return { row: row ?? null, body: values, problems };
}

function refused(field: string, message: string): Found {
  return { row: null, body: {}, problems: new Map([[field, message]]) };
}

function writablePart({ columns }: TableDefinition, values: Values): Values {
  const own = Object.entries(values).filter(([name]) => !columns.get(name)?.field.readOnly);
  return Object.fromEntries(own);
}

/** Two lines of a file can neither change one row nor take one key. */
function findTwice(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  { row, body, seen }: Found & { seen: Set<string> },
): Omit<ImportProblem, "line"> | undefined {
  if (row && !isNew(seen, ["id", row.id])) return { field: "id", message: texts.csvRowTwice };
  const whole = { ...row, ...body };
  for (const key of uniqueKeysOf(sqlite, definition)) {
    if (!key.some((name) => name in body)) continue;
    const values = key.map((name) => whole[name] ?? null);
    const field = key.at(-1) ?? "";
    if (values.includes(null) || isNew(seen, [...key, ...values])) continue;
    return { field, message: texts.taken(definition.columns.get(field)?.field.title ?? field) };
  }
  return undefined;
}

function isNew(seen: Set<string>, key: unknown[]): boolean {
  const text = JSON.stringify(key);
  const isIt = !seen.has(text);
  seen.add(text);
  return isIt;
}
