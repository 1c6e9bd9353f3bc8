import type { SalesKind } from "../../db/enums.ts";
import type { Filter, ListQuery } from "../contract/list-query.ts";
import type { SearchHit } from "../contract/admin-answers.ts";
import type {
  ForeignSource,
  OrderFileAnswers,
  OrderFilePreview,
  OrderImportReport,
  OrderImports,
} from "../contract/order-import.ts";
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

/** Worse states end the access to an order's files. */
export type ForeignState = "paid" | "refunded" | "disputed" | "revoked";

/** An order of another shop. Times are in milliseconds, amounts in the currency's smallest unit. */
export type ForeignOrder = {
  line: number;
  /** Id in the other shop, which its later exports repeat. */
  sourceId: string;
  number: string;
  /** Address that gets the access: the recipient of a gift, else the buyer. */
  email: string;
  /** Buyer of a gift. */
  giverEmail: string | null;
  name: string | null;
  paidAt: number;
  currency: string;
  total: number;
  tax: number;
  refunded: number;
  state: ForeignState;
  /** End of the access, if the other shop names one. */
  accessUntil: number | null;
  country: string | null;
  /** The buyer wants no mails from this seller. */
  noMails: boolean;
  items: ForeignItem[];
};

/** `name` includes the chosen variant. `price` is before discounts of the whole order. */
export type ForeignItem = { name: string; price: number };

/** An uploaded export of another shop with the owner's answers. `now` is in milliseconds. */
export type OrderFile = { bytes: Uint8Array; answers: OrderFileAnswers; now: number };

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
  previewOrderFile: (file: OrderFile) => OrderFilePreview;
  tryOrderImport: (file: OrderFile) => OrderImportReport;
  /** Earlier imports of orders, and the buyers to mail at a time in milliseconds. */
  orderImports: (now: number) => Omit<OrderImports, "work">;
  untoldBuyers: (now: number) => string[];
};
export type ReadJobName = keyof ReadJobs;

/** Slow reads whose results are sent in chunks. */
export type ReadStreams = {
  exportTable: { input: ExportInput; chunk: Uint8Array<ArrayBuffer> };
  readOrders: { input: OrderFile; chunk: OrderChunk };
};
export type ReadStreamName = keyof ReadStreams;

/** Orders of a file in its order; `total` is the number of all of them. */
export type OrderChunk = { source: ForeignSource; total: number; orders: ForeignOrder[] };

type ReadStream<Name extends ReadStreamName> = (
  input: ReadStreams[Name]["input"],
  signal?: AbortSignal,
) => AsyncGenerator<ReadStreams[Name]["chunk"], undefined>;

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
  exportTable: ReadStream<"exportTable">;
  /** Streams the orders of a file of another shop. */
  readOrders: ReadStream<"readOrders">;
};
