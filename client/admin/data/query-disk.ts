import {
  notifyManager,
  type QueryClient,
  type QueryKey,
  type QueryPersister,
} from "@tanstack/react-query";
import { DAY_MS } from "../../../server/contract/time.ts";
import { adminOfflineWords } from "../../content/admin-device.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";
import { sleep } from "../../lib/retry.ts";
import type { AdminStorage, StoredQuery } from "../offline/database.ts";
import { isNoAnswer } from "./request.ts";

/** Without a server response after this time, stored data is marked as not current. */
export const LATE_MS = 300;
const MOST_BYTES = 50 * 1024 * 1024;
const UNUSED_MS = 7 * DAY_MS;
const SAVES_BETWEEN_TRIMS = 50;
/** Key of the setting that allows storing personal details. */
const PRIVATE = "private";

/** Removes personal details from query data; returns undefined if the data must not be stored. */
type Strip = (key: QueryKey, data: unknown) => unknown;

type Answer = { queryKey: QueryKey; queryHash: string; data: unknown; readAt: number };

export type QueryDisk = ReturnType<typeof createQueryDisk>;

/**
 * Persistent copy of the query cache on this device. A query first shows its stored copy, then
 * refetches. If storage is unavailable, queries only use the server.
 */
export function createQueryDisk(storage: AdminStorage) {
  let saves = 0;
  let isOpen = false;
  let strip: Strip = () => undefined;

  const find = (key: string) => storage.use((db) => db.get("queries", key)).catch(() => undefined);

  /** Stores a result. Reads the privacy setting in the transaction: another tab may change it. */
  async function save({ queryKey, queryHash: key, data, readAt }: Answer): Promise<void> {
    const value = strip(queryKey, data);
    const isTrimmed = saves++ % SAVES_BETWEEN_TRIMS === 0;
    await storage.use(async (db) => {
      const transaction = db.transaction(["queries", "settings"], "readwrite");
      const storesPrivate = (await transaction.objectStore("settings").get(PRIVATE)) === true;
      const copy = storesPrivate ? data : value;
      // Null marks a table too large to store.
      if (isOpen && copy !== undefined && copy !== null) {
        const isPartial = !storesPrivate && value !== data;
        void transaction.objectStore("queries").put({ key, value: copy, readAt, isPartial });
      }
      await transaction.done;
    });
    if (isTrimmed) await trim(storage);
  }

  /** TanStack Query persister: resolves with the stored copy, then refetches from the server. */
  const persister: QueryPersister = async (ask, context, query) => {
    const { queryKey, queryHash } = query;
    const fetchNow = async () => {
      try {
        const data = await ask(context);
        const answer = { queryKey, queryHash, data, readAt: Date.now() };
        void save(answer).catch(() => {});
        return data;
      } catch (error) {
        throw isOffline(error) ? new ApiError(adminOfflineWords.notKept, error as ApiError) : error;
      }
    };
    const stored = query.state.data === undefined ? await find(queryHash) : undefined;
    if (!stored) return fetchNow();
    const restore = (refetch: () => Promise<unknown>) => {
      notifyManager.schedule(() => {
        query.setState({ dataUpdatedAt: stored.readAt });
        refetch().catch(() => {});
      });
      return stored.value;
    };
    if (!stored.isPartial) return restore(() => query.fetch());
    // Wait briefly for the full response: showing a copy with missing columns first would flicker.
    const answer = fetchNow();
    const first = await Promise.race([settled(answer), sleep(LATE_MS)]);
    if (first && "data" in first) return first.data;
    if (first && !isNoAnswer(first.error)) throw first.error;
    return restore(() => query.fetch(undefined, { initialPromise: answer }));
  };

  return {
    persister,
    listStored: () => listStored(storage),
    readsPrivate: () => storage.use(async (db) => (await db.get("settings", PRIVATE)) === true),

    /** Sets whether personal details are stored; updates the stored data accordingly. */
    async storePrivate(isStored: boolean, client: QueryClient): Promise<void> {
      await storage.use(async (db) => {
        const transaction = db.transaction(["queries", "settings"], "readwrite");
        void transaction.objectStore("settings").put(isStored, PRIVATE);
        let cursor = await transaction.objectStore("queries").openCursor();
        for (; cursor && !isStored; cursor = await cursor.continue()) {
          const { value: stored } = cursor;
          const value = strip(JSON.parse(stored.key) as QueryKey, stored.value);
          if (value === undefined) void cursor.delete();
          else void cursor.update({ ...stored, value, isPartial: value !== stored.value });
        }
        await transaction.done;
      });
      if (!isStored) return;
      for (const { queryKey, queryHash, meta, state } of client.getQueryCache().getAll()) {
        const { data, dataUpdatedAt: readAt } = state;
        if (meta?.isStored && data !== undefined) {
          await save({ queryKey, queryHash, data, readAt });
        }
      }
    },

    clear: () => storage.use((db) => db.clear("queries")),

    /** Starts storing results; the returned function stops it, so late results are not stored. */
    open(withoutPrivate: Strip): () => void {
      strip = withoutPrivate;
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
  };
}

function listStored(storage: AdminStorage): Promise<StoredQuery[]> {
  return storage.use((db) => db.getAllFromIndex("queries", "readAt"));
}

/** Drops copies older than a week, and the oldest ones beyond the size limit. */
async function trim(storage: AdminStorage): Promise<void> {
  let bytes = 0;
  const stale = (await listStored(storage)).toReversed().filter((stored) => {
    bytes += bytesOf(stored);
    return bytes > MOST_BYTES || stored.readAt < Date.now() - UNUSED_MS;
  });
  await storage.use(async (db) => {
    await Promise.all(stale.map(({ key }) => db.delete("queries", key)));
  });
}

export function bytesOf({ value }: Pick<StoredQuery, "value">): number {
  return JSON.stringify(value).length;
}

function settled<Data>(answer: Promise<Data>): Promise<{ data: Data } | { error: unknown }> {
  return answer.then(
    (data) => ({ data }),
    (error: unknown) => ({ error }),
  );
}
