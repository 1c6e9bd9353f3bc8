import type { Reader } from "../../../db/client.ts";
import { tableRefusals as texts } from "./refusals.ts";
import {
  type ImportEncoding,
  type ImportPreview,
  type ImportProblem,
  MOST_IMPORT_ERRORS,
  type RowValues,
  type TableRow,
  type Value,
} from "../../contract/tables.ts";
import { withUnit } from "../../contract/formats.ts";
import { fieldWording } from "../../contract/field-validation.ts";
import { AppError, unknownRow } from "../../errors.ts";
import type {
  ImportCounts,
  ImportFile,
  ImportInput,
  ImportPlan,
  PlannedRow,
} from "../../ports/read-worker.ts";
import { sequenceOf } from "./changes-feed.ts";
import { readCell } from "../../contract/csv.ts";
import { decodeFile, foreignWords, readSheet, type SheetRow } from "./read-csv.ts";
import type { TableDefinition } from "./define-table.ts";
import type { TableColumn } from "./table-column.ts";
import { findLostReferences, findRow, findTaken, uniqueKeysOf } from "./write.ts";
import { getTable } from "./registry.ts";
import { invalidValues, validateValues, type Problems } from "./wire-values.ts";

const MOST_CELL_LENGTH = 1_000_000;
const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 40;

/** Plans an import: rows with an id update that row, other rows are new. Runs in a worker. */
export function planImport(
  db: Pick<Reader, "select" | "sqlite">,
  { table, file, fields }: ImportInput,
): ImportPlan {
  const definition = getTable(table);
  const { text, encoding, isGuess } = decodeFile(file.bytes, file.encoding);
  const { headers, rows: lines } = readSheet(text);
  const columns = columnsOf(definition, headers, fields);
  // Read from one snapshot. The import detects later changes by the sequence.
  return db.sqlite.transaction(() => {
    const sequence = sequenceOf(db, definition);
    return { sequence, isGuess, ...compare(db, definition, { columns, lines, encoding }) };
  })();
}

type ParsedFile = { columns: FilledColumns; lines: SheetRow[]; encoding: ImportEncoding };

function compare(
  db: Pick<Reader, "select" | "sqlite">,
  definition: TableDefinition,
  { columns, lines, encoding }: ParsedFile,
): Pick<ImportPlan, "rows" | "counts"> {
  const rows: PlannedRow[] = [];
  const counts: ImportCounts = {
    new: 0,
    changed: 0,
    removed: 0,
    same: 0,
    refused: 0,
    errors: [],
    moreErrors: 0,
    encoding,
  };
  const seen = new Set<string>();
  for (const each of lines) {
    const { line } = each;
    const { problems, ...planned } = planLine(db, definition, { columns, line: each });
    const { row, body } = planned;
    const twice = findTwice(db, definition, { ...planned, seen });
    const found = [...problems].map(([field, message]) => ({ line, field, message }));
    if (twice) found.push({ line, ...twice });
    if (found.length > 0) refuseRow(counts, found);
    else if (row ? body && Object.keys(body).length === 0 : !body) counts.same++;
    else {
      const change = { line, id: row && row.id, body };
      counts[countedAs(change)]++;
      rows.push(change);
    }
  }
  return { rows, counts };
}

/** Names the count that a planned row belongs to. */
export function countedAs({ id, body }: PlannedRow): "new" | "changed" | "removed" {
  if (id === null) return "new";
  return body ? "changed" : "removed";
}

export function refuseRow(counts: ImportCounts, problems: ImportProblem[]): void {
  counts.refused++;
  const shown = problems.slice(0, MOST_IMPORT_ERRORS - counts.errors.length);
  counts.errors.push(...shown);
  counts.moreErrors += problems.length - shown.length;
}

/** Column of each cell; undefined skips a cell. */
type FilledColumns = (TableColumn | undefined)[];

function columnsOf(
  definition: TableDefinition,
  headers: string[],
  fields: string[] | undefined,
): FilledColumns {
  if (fields && fields.length !== headers.length) {
    throw new AppError("invalid", texts.csvColumns(headers.length));
  }
  const problems: Problems = new Map();
  const taken = new Set<TableColumn | undefined>();
  const columns = (fields ?? headers).map((name) => {
    if (fields && name === "") return undefined;
    const column = definition.columns.get(name) ?? findByHeader(definition, name);
    if (taken.has(column)) problems.set(name, texts.csvColumnTwice);
    else if (!column || column.bulky) problems.set(name, texts.unknownField);
    else taken.add(column);
    return column;
  });
  if (problems.size > 0) throw invalidValues(problems);
  return columns;
}

/** Finds a column by the header of an exported file, which names the unit of amounts. */
function findByHeader({ columns }: TableDefinition, header: string): TableColumn | undefined {
  return columns.values().find(({ name, field }) => withUnit(name, field) === header);
}

type PlannedLine = {
  row: TableRow | null;
  /** Null for a row with the default values. */
  body: RowValues | null;
  /** Value of the column that identifies rows without an id, if the table has one. */
  key: Value;
  problems: Problems;
};

function planLine(
  db: Pick<Reader, "select" | "sqlite">,
  definition: TableDefinition,
  { columns, line: { cells, fault } }: { columns: FilledColumns; line: SheetRow },
): PlannedLine {
  if (fault !== undefined) return refused("", fault);
  const sent: RowValues = {};
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const { name, kind, field } = column;
    // Spreadsheets omit empty cells at the end of a row.
    const cell = cells[index] ?? "";
    if (cell.length > MOST_CELL_LENGTH) {
      return refused(name, `${field.title} ${fieldWording.maxLength(MOST_CELL_LENGTH)}`);
    }
    sent[name] = readCell(kind, cell);
  }
  const { id = null, version = null } = sent;
  const { imports } = definition;
  const keyed = id === null && imports ? findKeyed(db, definition, sent[imports.key]) : undefined;
  const row = typeof id === "number" ? findRow(db, definition, id) : keyed;
  if (id !== null && !row) return refused("id", unknownRow().message);
  if (row && version !== null && version !== row.version)
    return refused("version", texts.csvChanged);
  const key = (imports && { ...row, ...sent }[imports.key]) ?? null;
  const isRenamed = imports && row && row[imports.key] !== key;
  if (!isRenamed && imports?.isDefault(db, { ...row, ...sent })) {
    return { row: row ?? null, body: null, key, problems: new Map() };
  }
  // A row without an id may be a copy of an exported row, so drop read-only columns.
  const body = id === null ? writablePart(definition, sent) : sent;
  const { values, problems } = validateValues(definition, { body, ...(row && { row }) });
  if (problems.size === 0) {
    const whole = { ...row, ...values };
    for (const [name, text] of [
      ...findLostReferences(db, definition, values),
      ...findTaken(db.sqlite, definition, { values: whole, ...(row && { id: row.id }) }),
    ]) {
      problems.set(name, text);
    }
  }
  return { row: row ?? null, body: values, key, problems };
}

function refused(field: string, message: string): PlannedLine {
  return { row: null, body: {}, key: null, problems: new Map([[field, message]]) };
}

/** Returns the row whose import key has this value. */
function findKeyed(
  db: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  value: Value | undefined,
): TableRow | undefined {
  const { name, imports } = definition;
  const id = db.sqlite
    .prepare<unknown[], number>(`SELECT id FROM ${name} WHERE ${imports?.key} = ?`)
    .pluck()
    .get(value ?? null);
  return id === undefined ? undefined : findRow(db, definition, id);
}

function writablePart({ columns }: TableDefinition, values: RowValues): RowValues {
  const own = Object.entries(values).filter(([name]) => !columns.get(name)?.field.readOnly);
  return Object.fromEntries(own);
}

function findTwice(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  { row, body, key: importKey, seen }: Omit<PlannedLine, "problems"> & { seen: Set<string> },
): Omit<ImportProblem, "line"> | undefined {
  if (importKey !== null && !isNew(seen, ["key of import", importKey])) {
    return { field: definition.imports?.key ?? "", message: texts.csvRowTwice };
  }
  if (row && !isNew(seen, ["id", row.id])) return { field: "id", message: texts.csvRowTwice };
  const whole = { ...row, ...body };
  for (const key of uniqueKeysOf(sqlite, definition)) {
    if (!body || !key.some((name) => name in body)) continue;
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

export function previewFile({
  bytes,
  encoding: declared,
}: ImportFile): Omit<ImportPreview, "digest"> {
  const { text, encoding, isGuess } = decodeFile(bytes, declared);
  const { headers, rows } = readSheet(text);
  return {
    encoding,
    isGuess,
    foreignWords: isGuess ? foreignWords(text) : [],
    rows: rows.length,
    headers,
    samples: headers.map((_, at) => samplesOf(rows, at)),
  };
}

function samplesOf(rows: SheetRow[], column: number): string[] {
  return rows
    .slice(0, MOST_SAMPLES)
    .map(({ cells }) => cells[column] ?? "")
    .filter((cell) => cell !== "")
    .map((cell) => (cell.length > LONGEST_SAMPLE ? `${cell.slice(0, LONGEST_SAMPLE)}…` : cell));
}
