import type { Reader } from "../../../db/client.ts";
import type { ListQuery } from "../../contract/list-query.ts";
import { previewFile } from "./import-preview.ts";
import { type ImportFile, planImport } from "./import-plan.ts";
import { countRows, listIds, listRows } from "./list.ts";

/**
 * What is read of the tables off the thread that serves shoppers. Inputs and results are data alone:
 * they are copied from one thread to another.
 */
export const READ_JOBS = {
  /** A page as JSON text, which whoever answers need not touch. */
  page(db: Reader, input: { table: string; query: ListQuery }) {
    const { page, sequence, stamp } = listRows(db, input);
    return { body: JSON.stringify(page), sequence, stamp };
  },
  count: countRows,
  listIds,
  planImport,
  previewFile: (_db: Reader, file: ImportFile) => previewFile(file),
} satisfies Record<string, (db: Reader, input: never) => unknown>;

type Jobs = typeof READ_JOBS;
export type ReadJobName = keyof Jobs;
export type ReadInput<Name extends ReadJobName> = Parameters<Jobs[Name]>[1];
export type ReadResult<Name extends ReadJobName> = ReturnType<Jobs[Name]>;
