import {
  type ChangeFeed,
  MOST_ROWS_A_PAGE,
  type TablePage,
  type TableRow,
} from "../../../server/contract/tables.ts";
import { DAY_MS } from "../../../server/contract/time.ts";

/** Larger tables are read by the page. */
export const MOST_LOCAL_ROWS = 2000;
const MOST_REREAD_ROWS = 200;
/** A feed of this length has more changes. */
const FULL_FEED = 500;
/** Computed columns change without a change of the row, so all rows are read again after a day. */
const READ_AGAIN_MS = DAY_MS;
/** The feed has no changes of the log itself. */
const LOG = "changes";

/** A whole table as of a change sequence; null when it has too many rows, until the next session. */
export type LocalTable = {
  rows: TableRow[];
  sequence: number;
  /** Time when all rows were read, in milliseconds. */
  readAt: number;
  /** Private columns that this copy does not have. */
  absent: string[];
} | null;

export type TableCalls = {
  listRows: (
    table: string,
    search: Record<string, string>,
  ) => Promise<TablePage & { sequence: number }>;
  listChanges: (since: number) => Promise<ChangeFeed>;
};

/** Brings a whole table up to date: by its changes if possible, else by reading all rows. */
export async function syncTable(
  table: string,
  known: LocalTable | undefined,
  calls: TableCalls,
): Promise<LocalTable> {
  if (table === LOG || known === null) return null;
  const isUsable = known && known.absent.length === 0 && Date.now() - known.readAt < READ_AGAIN_MS;
  const found = isUsable ? await findChanged(table, known, calls) : undefined;
  if (!known || !found) return readAll(table, calls);
  const { ids, next } = found;
  if (ids.size === 0) return { ...known, sequence: next };
  const search = { id__in: [...ids].join(","), limit: String(MOST_ROWS_A_PAGE) };
  const { data } = await calls.listRows(table, search);
  const rows = [...known.rows.filter(({ id }) => !ids.has(id)), ...data];
  return rows.length > MOST_LOCAL_ROWS ? null : { ...known, rows, sequence: next };
}

/**
 * The ids of rows that changed, and the next sequence. Undefined when there are too many, or after a
 * restore of the database.
 */
async function findChanged(table: string, known: NonNullable<LocalTable>, calls: TableCalls) {
  const versions = new Map(known.rows.map(({ id, version }) => [id, version]));
  const ids = new Set<number>();
  for (let since = known.sequence; ;) {
    const { changes, next, epoch } = await calls.listChanges(since);
    if (since < epoch) return undefined;
    for (const { table: name, id, version } of changes) {
      // Rows that this browser wrote are in the cache already.
      const isKnown = version !== null && version <= (versions.get(id) ?? 0);
      if (name === table && !isKnown) ids.add(id);
    }
    if (ids.size > MOST_REREAD_ROWS) return undefined;
    if (changes.length < FULL_FEED) return { ids, next };
    since = next;
  }
}

async function readAll(table: string, { listRows }: TableCalls): Promise<LocalTable> {
  const readAt = Date.now();
  const rows: TableRow[] = [];
  for (let sequence: number | undefined; ;) {
    // By id, because page numbers shift when rows are deleted meanwhile.
    const after: Record<string, string> =
      rows.length > 0 ? { id__gt: String(rows.at(-1)?.id) } : {};
    const limit = String(MOST_ROWS_A_PAGE);
    const page = await listRows(table, { ...after, sort: "id:asc", limit });
    // The feed has the changes from the first page on.
    sequence ??= page.sequence;
    rows.push(...page.data);
    if (rows.length + page.total - page.data.length > MOST_LOCAL_ROWS) return null;
    if (page.total === page.data.length) return { rows, sequence, readAt, absent: [] };
  }
}
