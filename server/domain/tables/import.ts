import type { Transaction } from "../../../db/client.ts";
import { tableRefusals as texts } from "./refusals.ts";
import type { ImportAnswer, ImportPreview, ImportProblem } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict } from "../../errors.ts";
import type { ImportFile, PlannedRow } from "../../ports/read-worker.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { inBatches } from "./bulk.ts";
import type { TableDefinition } from "./define-table.ts";
import { countedAs, refuseRow } from "./import-plan.ts";
import { isChangedByOthers } from "./changes-feed.ts";
import { changeRow, createRow, getRow, removeRow, requireWritable } from "./write.ts";

type TableImport = {
  definition: TableDefinition;
  file: ImportFile;
  /** Field name of each column; "" skips the column. Defaults to the header names. */
  fields?: string[];
  author: AdminAuthor;
};

export async function previewImport(
  { reads }: Pick<Deps, "reads">,
  { definition, file }: Pick<TableImport, "definition" | "file">,
): Promise<Omit<ImportPreview, "digest">> {
  requireWritable(definition);
  return reads.run("previewFile", file);
}

export async function tryImport(
  deps: Pick<Deps, "reads">,
  request: TableImport,
): Promise<ImportAnswer> {
  const { counts } = await planAndTry(deps, request);
  return { ...counts, changeSet: null };
}

/**
 * Imports rows as one change set. Throws `conflict` with the `changeSet` so far if a row changed.
 */
export async function importRows(
  deps: Pick<Deps, "reads">,
  request: TableImport,
): Promise<ImportAnswer> {
  const { rows, sequence, isGuess, counts } = await planAndTry(deps, request);
  const { definition, author } = request;
  const { set } = author;
  if (isGuess) throw new AppError("invalid", texts.csvGuessed, { reason: "encoding_guessed" });
  if (counts.refused > 0) {
    const text = texts.csvErrors(counts.errors.length + counts.moreErrors);
    throw new AppError("invalid", text, { more: { ...counts, changeSet: null } });
  }
  await inBatches(author, rows, (tx, row) => {
    const ours = { since: sequence, setIds: [set.id ?? 0] };
    if (row.id !== null && isChangedByOthers(tx, definition, { ids: [row.id], ...ours })) {
      throw conflict(texts.changedUnderWay, "changed_since");
    }
    importOne(tx, { definition, row, author });
  });
  return { ...counts, changeSet: set.id };
}

/** Plans the import and dry-runs each row, because the table's write rules may reject it. */
async function planAndTry(
  { reads }: Pick<Deps, "reads">,
  { definition, file, fields, author }: TableImport,
) {
  requireWritable(definition);
  const input = { table: definition.name, file, ...(fields && { fields }) };
  const plan = await reads.run("planImport", input);
  const { rows, counts } = plan;
  const attempt = { ...author, set: { id: null } };
  const tryRow = (tx: Transaction, row: PlannedRow) => {
    const problem = findRefusal(() => importOne(tx, { definition, row, author: attempt }));
    if (!problem) return;
    counts[countedAs(row)]--;
    refuseRow(counts, [{ line: row.line, ...problem }]);
  };
  await inBatches(attempt, rows, tryRow, { isDryRun: true });
  counts.errors.sort((a, b) => a.line - b.line);
  return plan;
}

function findRefusal(work: () => void): Omit<ImportProblem, "line"> | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    // A missing passkey check concerns the request, not the row.
    if (!(error instanceof AppError) || error.code === "forbidden") throw error;
    return { field: Object.keys(error.errors ?? {})[0] ?? "", message: error.message };
  }
}

type RowImport = Pick<TableImport, "definition" | "author"> & { row: PlannedRow };

function importOne(tx: Transaction, { definition, author, row: { id, body } }: RowImport): void {
  if (id === null) createRow(tx, { definition, body: body ?? {}, author });
  else if (body) changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
  else removeRow(tx, { definition, author, row: getRow(tx, definition, id) });
}
