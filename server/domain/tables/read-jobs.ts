import type { Reader } from "../../../db/client.ts";
import type { ReadJobName, ReadJobs } from "../../ports/reads.ts";
import { searchTables } from "./admin-search.ts";
import { planImport, previewFile } from "./import-plan.ts";
import { listIds, listRows } from "./list.ts";

/**
 * Reads that run in a worker process, so that shoppers never wait for them. Inputs and results are
 * plain data: they are copied between processes.
 */
export const READ_JOBS = {
  /** A page as JSON text, which is sent as it is. */
  page(db, input) {
    const { page, sequence, stamp } = listRows(db, input);
    return { body: JSON.stringify(page), sequence, stamp };
  },
  search: searchTables,
  listIds,
  planImport,
  previewFile: (_db, file) => previewFile(file),
} satisfies {
  [Name in ReadJobName]: (
    db: Reader,
    input: Parameters<ReadJobs[Name]>[0],
  ) => ReturnType<ReadJobs[Name]>;
};
