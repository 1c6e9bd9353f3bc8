import type { SalesKind } from "../../db/enums.ts";
import type { Filter, ListQuery } from "../contract/list-query.ts";
import type { SearchHit } from "../contract/admin-answers.ts";
import type {
  DayRange,
  Stats,
  StatsComparison,
  StatsGrain,
  StatsPeriod,
  StatsSource,
} from "../contract/stats.ts";
import type { ImportAnswer, ImportEncoding, ImportPreview, Value } from "../contract/tables.ts";

/** An uploaded file. `encoding` is the encoding declared by the client. */
export type ImportFile = { bytes: Uint8Array; encoding?: ImportEncoding };

/** A file with the field of each column; "" skips a column. Fields default to the header names. */
export type ImportInput = { table: string; file: ImportFile; fields?: string[] };

/** A row to insert, update or delete; `id` is null for a new row, `body` for a deleted one. */
export type PlannedRow = {
  line: number;
  id: number | null;
  body: Record<string, Value> | null;
};

export type ImportCounts = Omit<ImportAnswer, "changeSet">;

/** Planned changes of an import. */
export type ImportPlan = {
  rows: PlannedRow[];
  /** Sequence of the table's newest change at the time of planning. */
  sequence: number;
  /** Whether the encoding is uncertain and the user must confirm it. */
  isGuess: boolean;
  counts: ImportCounts;
};

export type ExportInput = { table: string; query: Pick<ListQuery, "sort" | "filters"> };

/** Selects the rows that match all filters. `among` restricts them to the given ids. */
export type IdsInput = {
  table: string;
  filters: readonly Filter[];
  among: readonly number[] | null;
  limit: number;
};

/** Sums of one value of a kind, in integer cents of its currency. */
export type SalesSum = {
  kind: SalesKind;
  value: string;
  currency: string;
  orders: number;
  revenue: number;
  refunds: number;
  extras: number;
  tax: number;
  refunded_tax: number;
};
export type DaySum = SalesSum & { day: string };

/** UTC day whose orders have changed; see `stale_days`. */
export type StaleDay = { day: number; changes: number };

/** New sums of `days` in a time zone, which overlap the UTC days `stale`. */
export type NewSums = { zone: string; stale: StaleDay[]; days: string[]; sums: DaySum[] };

/** `source` restricts the funnel; `now` is in milliseconds. */
export type StatsInput = {
  period: StatsPeriod;
  /** The days of a custom period; null for the others. */
  days: DayRange | null;
  compare: StatsComparison;
  grain: StatsGrain;
  source: StatsSource | null;
  now: number;
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
  stats: (input: StatsInput) => Stats;
  /** Sums the days that overlap the first stale UTC days after the given one. */
  sumSales: (after: number) => NewSums;
};
export type ReadJobName = keyof ReadJobs;

/**
 * Runs slow reads outside the main thread. Rejects with AppError `unavailable` on timeout or when
 * the queue is full. Aborting `signal` cancels a read shortly after.
 */
export type Reads = {
  /** Runs a job; jobs run one at a time. Rejects with the job's error. */
  run: <Name extends ReadJobName>(
    name: Name,
    input: Parameters<ReadJobs[Name]>[0],
    signal?: AbortSignal,
  ) => Promise<ReturnType<ReadJobs[Name]>>;
  /** Streams a table as CSV from one snapshot, which is released when the iteration ends. */
  exportTable: (
    input: ExportInput,
    signal?: AbortSignal,
  ) => AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>;
};
