import {
  REQUESTS,
  type RequestedRow,
  type RowKey,
  type SavedRow,
  withDatabase,
  type ListedFile,
  type SavedFile,
} from "../../device/library-database.ts";
import { bucketOf, userKeyOf } from "../../device/names.ts";
import { type DownloadRun, download } from "./download.ts";
import { pathOf, type RenamedFile } from "./state.ts";

/** Stored data of one user: database rows and cached paths. */
type DeviceContent = { saved: SavedRow[]; requested: RequestedRow[]; paths: string[] };

/**
 * One user's saved files. Rows are in IndexedDB, contents in Cache Storage; the cache is deleted
 * when it is empty. A file is saved once it has a row.
 */
export function deviceFiles(userId: number) {
  const userKey = userKeyOf(userId);
  const bucket = bucketOf(userKey);
  const dropContents = (paths: string[]) => deleteContents(bucket, paths);
  const dropRows = (ids: number[], stores: RowStore[]) => deleteRows(userKey, ids, stores);
  const ownRows = IDBKeyRange.bound([userKey], [userKey, []]);

  return {
    async read(): Promise<DeviceContent> {
      const [[saved, requested], keys] = await Promise.all([
        withDatabase((db) =>
          Promise.all([db.getAll("saved", ownRows), db.getAll(REQUESTS, ownRows)]),
        ),
        openBucket(bucket).then((cache) => cache?.keys()),
      ]);
      return {
        saved,
        requested: requested.toSorted((one, other) => one.order - other.order),
        paths: (keys ?? []).map(({ url }) => new URL(url).pathname),
      };
    },

    /** Adds requests in one transaction; a file that is requested already keeps its position. */
    request: (files: ListedFile[]): Promise<void> =>
      withDatabase(async (db) => {
        const { store, done } = db.transaction(REQUESTS, "readwrite");
        const now = Date.now();
        for (const [index, file] of files.entries()) {
          const order =
            (await store.get(keyOf(userKey, file.id)))?.order ?? now + index / files.length;
          await store.put({ ...file, userKey, order });
        }
        await done;
      }),

    /** Downloads a file, then stores its row. Removes the content if the row cannot be stored. */
    async download(file: ListedFile, before: SavedFile | undefined, run: DownloadRun) {
      await download({ file, userId, bucket, ...run });
      const { url, ...facts } = file;
      const path = pathOf(url);
      let isStored = false;
      try {
        isStored = await storeRow(userKey, { ...facts, path, savedAt: Date.now() });
      } finally {
        if (!isStored) await dropContents([path]);
      }
      if (before && before.path !== path) await dropContents([before.path]);
    },

    cancel: (ids: number[]): Promise<void> => dropRows(ids, [REQUESTS]),

    async remove(ids: number[], saved: SavedFile[]): Promise<void> {
      await dropContents(saved.filter(({ id }) => ids.includes(id)).map(({ path }) => path));
      await dropRows(ids, ["saved", REQUESTS]);
    },

    /** Removes rows without content (`lost`) and content without a row (`strays`). */
    async repair({ lost, strays }: { lost: number[]; strays: string[] }): Promise<void> {
      await dropRows(lost, ["saved"]);
      await dropContents(strays);
    },

    /** Updates the rows of saved files and moves contents whose path has changed. */
    async rename(renamed: RenamedFile[]): Promise<void> {
      const moved = renamed.filter(({ before, after }) => before.path !== after.path);
      const cache = moved.length > 0 ? await openBucket(bucket) : undefined;
      for (const { before, after } of moved) {
        const content = await cache?.match(before.path);
        if (content) await cache?.put(after.path, content);
      }
      await withDatabase(async (db) => {
        const { store, done } = db.transaction("saved", "readwrite");
        for (const { after } of renamed) {
          if (await store.getKey(keyOf(userKey, after.id))) await store.put({ ...after, userKey });
        }
        await done;
      });
      await dropContents(moved.map(({ before }) => before.path));
    },
  };
}

type RowStore = "saved" | typeof REQUESTS;

function keyOf(userKey: string, id: number): RowKey {
  return [userKey, id];
}

async function openBucket(bucket: string): Promise<Cache | undefined> {
  return (await caches.has(bucket)) ? caches.open(bucket) : undefined;
}

async function deleteContents(bucket: string, paths: string[]): Promise<void> {
  const cache = paths.length > 0 && (await openBucket(bucket));
  if (!cache) return;
  await Promise.all(paths.map((path) => cache.delete(path)));
  if ((await cache.keys()).length === 0) await caches.delete(bucket);
}

async function deleteRows(userKey: string, ids: number[], stores: RowStore[]): Promise<void> {
  await withDatabase(async (db) => {
    const transaction = db.transaction(stores, "readwrite");
    for (const name of stores) {
      for (const id of ids) void transaction.objectStore(name).delete(keyOf(userKey, id));
    }
    await transaction.done;
  });
}

/** Stores the row if the file is requested or replaces a saved copy; returns whether it did. */
async function storeRow(userKey: string, file: SavedFile): Promise<boolean> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(["saved", REQUESTS], "readwrite");
    const [saved, requests] = [transaction.objectStore("saved"), transaction.objectStore(REQUESTS)];
    const key = keyOf(userKey, file.id);
    const isRequested = (await requests.get(key))?.sha256 === file.sha256;
    const isWanted = isRequested || (await saved.getKey(key)) !== undefined;
    if (isRequested) void requests.delete(key);
    if (isWanted) void saved.put({ ...file, userKey });
    await transaction.done;
    return isWanted;
  });
}
