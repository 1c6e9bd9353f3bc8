import type { Reader } from "../../../db/client.ts";
import type { ReadJobName, ReadJobs } from "../../ports/reads.ts";
import { previewFile } from "./import-preview.ts";
import { planImport } from "./import-plan.ts";
import { countRows, listIds, listRows } from "./list.ts";

/**
 * What is read of the tables off the thread that serves shoppers. Inputs and results are data alone:
 * they are copied from one thread to another.
 */
export const READ_JOBS = {
  /** A page as JSON text, which whoever answers need not touch. */
  page(db, input) {
    const { page, sequence, stamp } = listRows(db, input);
    return { body: JSON.stringify(page), sequence, stamp };
  },
  count: countRows,
  listIds,
  planImport,
  previewFile: (_db, file) => previewFile(file),
} satisfies {
  [Name in ReadJobName]: (
    db: Reader,
    input: Parameters<ReadJobs[Name]>[0],
  ) => ReturnType<ReadJobs[Name]>;
};
