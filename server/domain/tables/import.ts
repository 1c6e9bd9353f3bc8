import type { Transaction } from "../../../db/client.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { ImportAnswer, ImportPreview, ImportProblem } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import type { TableDefinition } from "./define-table.ts";
import { refuseRow } from "./import-plan.ts";
import type { ImportFile, PlannedRow } from "../../ports/reads.ts";
import { inSteps, tryInSteps } from "./steps.ts";
import { isChangedByOthers } from "./undo.ts";
import { changeRow, createRow, getRow, requireWritable } from "./write.ts";

type Needs = Pick<Deps, "db" | "reads">;
type Import = {
  definition: TableDefinition;
  file: ImportFile;
  /** Field of each column, "" to skip a column; defaults to the header names. */
  fields?: string[];
  author: AdminAuthor;
};

/**
 * Previews a file without comparing it with the table. Throws AppError `invalid` like `tryImport`.
 */
export async function previewImport(
  { reads }: Pick<Deps, "reads">,
  { definition, file }: Pick<Import, "definition" | "file">,
): Promise<Omit<ImportPreview, "digest">> {
  requireWritable(definition);
  return reads.run("previewFile", file);
}

/** Says what an import would do, and what is wrong with each of its rows; stores nothing. */
export async function tryImport(needs: Needs, asked: Import): Promise<ImportAnswer> {
  const { counts } = await judge(needs, asked);
  return { ...counts, changeSet: null };
}

/**
 * Imports a file when no row of it is refused, as one set. Throws AppError `invalid`, whose answer tells
 * the same as `tryImport`, when one is; `conflict`, reason `changed_since`, when a row was changed by
 * another meanwhile: what was done by then is the set of the answer.
 */
export async function importRows(needs: Needs, asked: Import): Promise<ImportAnswer> {
  const { rows, sequence, isGuess, counts } = await judge(needs, asked);
  const { definition, author } = asked;
  const { set } = author;
  if (isGuess) throw new AppError("invalid", texts.csvGuessed, { reason: "encoding_guessed" });
  if (counts.refused > 0) {
    const text = texts.csvErrors(counts.errors.length + counts.moreErrors);
    throw new AppError("invalid", text, { more: { ...counts, changeSet: null } });
  }
  await inSteps(author, rows, (tx, row) => {
    const ours = { since: sequence, setIds: [set.id ?? 0] };
    if (row.id !== null && isChangedByOthers(tx, definition, { ids: [row.id], ...ours })) {
      throw new AppError("conflict", texts.changedUnderWay, { reason: "changed_since" });
    }
    importOne(tx, { definition, row, author });
  });
  return { ...counts, changeSet: set.id };
}

/** The plan with what the tables' own rules refuse: each row is tried, and nothing stored. */
async function judge(needs: Needs, asked: Import) {
  const { definition, file, fields, author } = asked;
  requireWritable(definition);
  const plan = await needs.reads.run("planImport", {
    table: definition.name,
    file,
    ...(fields && { fields }),
  });
  const { rows, counts } = plan;
  const attempt = { ...author, set: { id: null } };
  await tryInSteps(attempt, rows, (tx, row) => {
    const problem = findRefusal(() => importOne(tx, { definition, row, author: attempt }));
    if (!problem) return;
    counts[row.id === null ? "new" : "changed"]--;
    refuseRow(counts, [{ line: row.line, ...problem }]);
  });
  counts.errors.sort((a, b) => a.line - b.line);
  return plan;
}

function findRefusal(work: () => void): Omit<ImportProblem, "line"> | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { field: Object.keys(error.errors ?? {})[0] ?? "", message: error.message };
  }
}

type One = Pick<Import, "definition" | "author"> & { row: PlannedRow };

function importOne(tx: Transaction, { definition, author, row: { id, body } }: One): void {
  if (id === null) createRow(tx, { definition, body, author });
  else changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
}
