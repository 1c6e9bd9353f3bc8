import {
  type ChangeFeed,
  MOST_ROWS_A_PAGE,
  type TablePage,
  type TableRow,
} from "../../../server/contract/tables.ts";
import { DAY_MS } from "../../../server/contract/time.ts";
import type { AdminStorage, OfflineTable } from "./database.ts";
import { withoutColumns } from "./private-columns.ts";

/** Larger tables are not stored. */
export const MOST_OFFLINE_ROWS = 2000;
const MOST_REREAD_ROWS = 200;
/** A feed of this length has more changes. */
const FULL_FEED = 500;
/** Computed columns change without a change of the row, so all rows are read again after a day. */
const WALK_AGAIN_MS = DAY_MS;

type Page = TablePage & { sequence: number };

type TableCalls = {
  listRows: (table: string, search: Record<string, string>) => Promise<Page>;
  listChanges: (since: number) => Promise<ChangeFeed>;
};

export type TableStore = {
  find: (table: string) => Promise<OfflineTable | undefined>;
  list: () => Promise<OfflineTable[]>;
  put: (kept: OfflineTable) => Promise<void>;
  remove: (table: string) => Promise<void>;
};

type KeptTablesParts = {
  store: TableStore;
  calls: TableCalls;
  absentOf: (table: string) => Promise<string[]>;
  now?: () => number;
};

/** The table has too many rows to be stored. */
export class TableTooLarge extends Error {
  override readonly name = "TooLarge";
}

export type OfflineTables = ReturnType<typeof offlineTables>;

/** The tables that the owner chose to store whole on this device. */
export function offlineTables({ store, calls, absentOf, now = Date.now }: KeptTablesParts) {
  async function put(kept: Omit<OfflineTable, "bytes">): Promise<void> {
    await store.put({ ...kept, bytes: JSON.stringify(kept.rows).length });
  }

  /** Like `put`, unless the table was dropped in the meantime. */
  async function replace(kept: Omit<OfflineTable, "bytes">): Promise<void> {
    if (await store.find(kept.table)) await put(kept);
  }

  /** Reads all rows. Rejects with TableTooLarge or an ApiError, and changes nothing then. */
  async function walk(table: string, save = replace): Promise<void> {
    const limit = String(MOST_ROWS_A_PAGE);
    const rows = new Map<number, TableRow>();
    const readAt = now();
    let sequence = 0;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const asked = { sort: "id:asc", page: String(page), limit };
      const answer = await calls.listRows(table, asked);
      if (answer.total > MOST_OFFLINE_ROWS) throw new TableTooLarge();
      // The feed has the changes from this sequence on.
      if (page === 1) sequence = answer.sequence;
      pages = answer.totalPages;
      for (const row of answer.data) rows.set(row.id, row);
    }
    const absent = await absentOf(table);
    const kept = withoutColumns([...rows.values()], absent);
    await save({ table, rows: kept, sequence, readAt, walkedAt: readAt, absent });
  }

  /**
   * Fetches the changed rows of a table and the next sequence; undefined when there are too many
   * changes, or after a restore of the database.
   */
  async function findChanged({ table, sequence }: OfflineTable) {
    const ids = new Set<number>();
    for (let since = sequence; ;) {
      const { changes, next, epoch } = await calls.listChanges(since);
      if (since < epoch) return undefined;
      for (const change of changes) if (change.table === table) ids.add(change.id);
      if (ids.size > MOST_REREAD_ROWS) return undefined;
      if (changes.length < FULL_FEED) return { ids: [...ids], next };
      since = next;
    }
  }

  async function refresh(kept: OfflineTable): Promise<void> {
    const readAt = now();
    const isOld = readAt - kept.walkedAt > WALK_AGAIN_MS;
    const changed = isOld ? undefined : await findChanged(kept);
    if (!changed) return walk(kept.table);
    const { ids, next } = changed;
    const search = { id__in: ids.join(","), limit: String(MOST_ROWS_A_PAGE) };
    const read = ids.length > 0 ? (await calls.listRows(kept.table, search)).data : [];
    const left = new Set(ids);
    const rows = [
      ...kept.rows.filter(({ id }) => !left.has(id)),
      ...withoutColumns(read, kept.absent),
    ];
    if (rows.length > MOST_OFFLINE_ROWS) return store.remove(kept.table);
    await replace({ ...kept, rows, sequence: next, readAt });
  }

  return {
    /** Starts storing a table. Rejects with TableTooLarge or an ApiError. */
    keep: (table: string) => walk(table, put),
    remove: store.remove,
    find: store.find,
    list: store.list,

    /**
     * Fetches the changes of the stored tables, or of these. Tables that cannot be read stay as they are;
     * rejects with the first failure. Drops tables that have become too large.
     */
    async refresh(tables?: ReadonlySet<string>): Promise<void> {
      const failures: unknown[] = [];
      for (const kept of await store.list()) {
        if (tables && !tables.has(kept.table)) continue;
        await refresh(kept).catch((error: unknown) => {
          if (error instanceof TableTooLarge) return store.remove(kept.table);
          failures.push(error);
        });
      }
      if (failures.length > 0) throw failures[0];
    },

    /** Removes the private columns, or reads all rows again with them. */
    async keepColumns(areKept: boolean): Promise<void> {
      for (const kept of await store.list()) {
        if (areKept) await walk(kept.table);
        else {
          const absent = await absentOf(kept.table);
          await replace({ ...kept, rows: withoutColumns(kept.rows, absent), absent });
        }
      }
    },
  };
}

export function deviceTables(storage: AdminStorage): TableStore {
  return {
    find: (table) => storage.use((db) => db.get("tables", table)),
    list: () => storage.use((db) => db.getAll("tables")),
    put: (kept) => storage.use(async (db) => void (await db.put("tables", kept))),
    remove: (table) => storage.use((db) => db.delete("tables", table)),
  };
}
