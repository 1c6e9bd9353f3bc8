import type { AdminStorage } from "./database.ts";
import { type Entry, isTemporary } from "./entry.ts";

/** Table and row id. A temporary id is replaced by the permanent one once it is known. */
export type Scope = { table: string; row: number };

type ChangeExtra = {
  file?: Blob;
  made?: number;
  /** Key of a draft to delete in the same transaction. */
  draft?: string;
  /** Uses relaxed durability: losing the write in a power cut only repeats a request. */
  isRelaxed?: true;
};

export type Edit = (entries: Entry[], row: number) => Entry[];

export type OutboxStore = {
  list: () => Promise<Entry[]>;
  /**
   * Replaces a row's entries with the result of `edit`; new entries go to the end of the queue.
   * Atomic: stored durably when it resolves, unchanged when it rejects.
   */
  change: (scope: Scope, edit: Edit, extra?: ChangeExtra) => Promise<Entry[]>;
  /** Durably replaces waiting entries with the same key; returns those that were found. */
  begin: (entries: Entry[]) => Promise<Entry[]>;
  /** Resolves a temporary id to the permanent one; undefined until the row has been created. */
  findMade: (temporary: number) => Promise<number | undefined>;
  findFile: (n: number) => Promise<Blob | undefined>;
};

export function deviceOutboxStore(storage: AdminStorage): OutboxStore {
  return {
    list: () => storage.use((db) => db.getAll("outbox")),

    change: (scope, edit, { file, made, draft, isRelaxed } = {}) =>
      storage.use(async (db) => {
        const stores = ["outbox", "files", "made", "drafts"] as const;
        const durability = isRelaxed ? "relaxed" : "strict";
        const transaction = db.transaction(stores, "readwrite", { durability });
        const outbox = transaction.objectStore("outbox");
        const files = transaction.objectStore("files");
        const ids = transaction.objectStore("made");
        const row = isTemporary(scope.row) ? ((await ids.get(scope.row)) ?? scope.row) : scope.row;
        if (made !== undefined) void ids.put(made, scope.row);
        const before = await outbox.index("row").getAll([scope.table, row]);
        const after: Entry[] = [];
        for (const entry of edit(before, row)) {
          if (before.includes(entry)) after.push(entry);
          else after.push(await put(entry));
        }
        const left = new Set(after.map(({ n }) => n));
        for (const { n } of before.filter(({ n }) => !left.has(n))) {
          void outbox.delete(n);
          void files.delete(n);
        }
        if (draft !== undefined) void transaction.objectStore("drafts").delete(draft);
        await transaction.done;
        return after;

        async function put(entry: Entry): Promise<Entry> {
          if (entry.n > 0) {
            void outbox.put(entry);
            return entry;
          }
          const { n: _none, ...added } = entry;
          const n = await outbox.add(added as Entry);
          if (file) void files.put(file, n);
          return { ...entry, n };
        }
      }),

    begin: (entries) =>
      storage.use(async (db) => {
        const transaction = db.transaction("outbox", "readwrite", { durability: "strict" });
        const found: Entry[] = [];
        for (const entry of entries) {
          const stored = await transaction.store.get(entry.n);
          if (stored?.key !== entry.key || stored.state !== "waiting") continue;
          void transaction.store.put(entry);
          found.push(entry);
        }
        await transaction.done;
        return found;
      }),

    findMade: (temporary) => storage.use((db) => db.get("made", temporary)),
    findFile: (n) => storage.use((db) => db.get("files", n)),
  };
}
