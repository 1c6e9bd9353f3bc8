import { type AskedRow, type RowKey, type SavedRow, withDatabase } from "./database.ts";
import type { SavedFile, Wanted } from "./state.ts";

/** What the database knows of one user's files. */
export type Rows = { saved: SavedRow[]; asked: AskedRow[] };

/** The rows of one user's files. Each call is one transaction and rejects as a whole. */
export function rowsOf(userKey: string) {
  const keyOf = (id: number): RowKey => [userKey, id];
  const all = IDBKeyRange.bound([userKey], [userKey, []]);

  return {
    read: (): Promise<Rows> =>
      withDatabase(async (db) => {
        const [saved, asked] = await Promise.all([
          db.getAll("saved", all),
          db.getAll("asked", all),
        ]);
        return { saved, asked: asked.toSorted((one, other) => one.order - other.order) };
      }),

    /** Adds files to what was asked for; one that was asked for before keeps its place. */
    ask: (files: Wanted[]): Promise<void> =>
      withDatabase(async (db) => {
        const { store, done } = db.transaction("asked", "readwrite");
        const now = Date.now();
        for (const [index, file] of files.entries()) {
          const known = await store.get(keyOf(file.id));
          const order = known?.order ?? now + index / files.length;
          await store.put({ ...file, userKey, order });
        }
        await done;
      }),

    /**
     * Notes that a file is whole. False when nobody wants it any more: the request was taken back, the
     * file removed or the device emptied. It still counts where it has taken the place of an older copy.
     */
    finish: (file: SavedFile): Promise<boolean> =>
      withDatabase(async (db) => {
        const transaction = db.transaction(["saved", "asked"], "readwrite");
        const [saved, asked] = [transaction.objectStore("saved"), transaction.objectStore("asked")];
        const key = keyOf(file.id);
        const isAsked = (await asked.get(key))?.sha256 === file.sha256;
        const isWanted = isAsked || (await saved.getKey(key)) !== undefined;
        if (isAsked) void asked.delete(key);
        if (isWanted) void saved.put({ ...file, userKey });
        await transaction.done;
        return isWanted;
      }),

    /** Changes what is known of saved files, as long as they are there. */
    update: (files: SavedFile[]): Promise<void> =>
      withDatabase(async (db) => {
        const { store, done } = db.transaction("saved", "readwrite");
        for (const file of files) {
          if (await store.getKey(keyOf(file.id))) await store.put({ ...file, userKey });
        }
        await done;
      }),

    /** Removes rows from one store, or from both. */
    remove: (ids: number[], stores: ("saved" | "asked")[] = ["saved", "asked"]): Promise<void> =>
      withDatabase(async (db) => {
        const transaction = db.transaction(stores, "readwrite");
        for (const name of stores) {
          for (const id of ids) void transaction.objectStore(name).delete(keyOf(id));
        }
        await transaction.done;
      }),
  };
}
