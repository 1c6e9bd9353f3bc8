import {
  type ChangeFeed,
  MOST_ROWS_A_PAGE,
  type TablePage,
  type TableRow,
} from "../../../server/contract/tables.ts";
import { DAY_MS } from "../../../server/contract/time.ts";

/** Maximum size of a table that is cached whole; larger tables are paginated by the server. */
export const MOST_LOCAL_ROWS = 2000;
const MOST_REREAD_ROWS = 200;
/** Page size of the change feed; a full page means that more changes follow. */
const FULL_FEED = 500;
/** Computed columns change without a change of the row, so all rows are read again after a day. */
const READ_AGAIN_MS = DAY_MS;
/** The change feed does not report changes to the log table, so the log is never cached whole. */
const LOG = "changes";

/** A whole table as of a change sequence; null when it has too many rows, until the next session. */
export type LocalTable = {
  rows: TableRow[];
  sequence: number;
  /** Time of the last full read, in milliseconds. */
  readAt: number;
  /** Private columns missing from this copy. */
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
 * Returns the ids of changed rows and the next sequence number. Returns undefined if a full read is
 * needed: too many changes, or the database was restored.
 */
async function findChanged(table: string, known: NonNullable<LocalTable>, calls: TableCalls) {
  const versions = new Map(known.rows.map(({ id, version }) => [id, version]));
  const ids = new Set<number>();
  for (let since = known.sequence; ;) {
    const { changes, next, epoch } = await calls.listChanges(since);
    if (since < epoch) return undefined;
    for (const { table: name, id, version } of changes) {
      // Skip own writes, which are already in the cache.
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
    // Keyset pagination: page numbers would shift when rows are deleted during the read.
    const after: Record<string, string> =
      rows.length > 0 ? { id__gt: String(rows.at(-1)?.id) } : {};
    const limit = String(MOST_ROWS_A_PAGE);
    const page = await listRows(table, { ...after, sort: "id:asc", limit });
    // Use the first page's sequence, so that the feed replays changes made during the read.
    sequence ??= page.sequence;
    rows.push(...page.data);
    if (rows.length + page.total - page.data.length > MOST_LOCAL_ROWS) return null;
    if (page.total === page.data.length) return { rows, sequence, readAt, absent: [] };
  }
}
