import type { Filter, ListQuery } from "../contract/list-query.ts";
import type { SearchHit } from "../contract/admin-answers.ts";
import type { ImportAnswer, ImportEncoding, ImportPreview, Value } from "../contract/tables.ts";

/** A file as received; `encoding` when the sender declares it. */
export type ImportFile = { bytes: Uint8Array; encoding?: ImportEncoding };

/** A file with the field of each column; "" skips a column. Fields default to the header names. */
export type ImportInput = { table: string; file: ImportFile; fields?: string[] };

/** A line of the file that would change something; `id` is null for a new row. */
export type PlannedRow = { line: number; id: number | null; body: Record<string, Value> };

export type ImportCounts = Omit<ImportAnswer, "changeSet">;

/** What an import would do. The header row is line 1, as in a spreadsheet. */
export type ImportPlan = {
  rows: PlannedRow[];
  /** Sequence of the table's newest change when the file was compared. */
  sequence: number;
  /** Whether a person has to confirm the encoding. */
  isGuess: boolean;
  counts: ImportCounts;
};

export type ExportInput = { table: string; query: Pick<ListQuery, "sort" | "filters"> };

/** Selects the rows that pass the filters, limited to the ids in `among` if given. */
export type IdsInput = {
  table: string;
  filters: readonly Filter[];
  among: readonly number[] | null;
  limit: number;
};

/** Slow reads by name. Inputs and results are plain data, since they are copied between processes. */
export type ReadJobs = {
  /** `body` is the page as JSON text. */
  page: (input: { table: string; query: ListQuery }) => {
    body: string;
    sequence: number;
    stamp: string;
  };
  search: (text: string) => SearchHit[];
  listIds: (input: IdsInput) => { ids: number[]; sequence: number };
  planImport: (input: ImportInput) => ImportPlan;
  previewFile: (file: ImportFile) => Omit<ImportPreview, "digest">;
};
export type ReadJobName = keyof ReadJobs;

/**
 * Slow reads outside the thread that serves shoppers. Rejects with AppError `unavailable` when a read times
 * out or the queue is full. A read ends shortly after `signal` is aborted.
 */
export type Reads = {
  /** Runs one job at a time. Rejects with the job's error. */
  run: <Name extends ReadJobName>(
    name: Name,
    input: Parameters<ReadJobs[Name]>[0],
    signal?: AbortSignal,
  ) => Promise<ReturnType<ReadJobs[Name]>>;
  /** Streams a table as CSV from one snapshot, which is closed with the iteration. */
  exportTable: (
    input: ExportInput,
    signal?: AbortSignal,
  ) => AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>;
};
