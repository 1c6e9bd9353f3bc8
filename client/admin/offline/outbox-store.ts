import type { AdminStorage } from "./database.ts";
import { type Entry, isTemporary } from "./entry.ts";

/** The entries of one row; its temporary id counts as its real one once that is known. */
export type Scope = { table: string; row: number };

type Extra = {
  /** The file of the entry that the edit adds. */
  file?: Blob;
  /** The id that the row has got, whose id was temporary. */
  made?: number;
  /** The draft that the edit is made of: it goes as the edit is kept, or neither happens. */
  draft?: string;
  /** Need not be on the disk at once: what is lost of it in a power cut comes back by itself. */
  isRelaxed?: true;
};

export type Edit = (entries: Entry[], row: number) => Entry[];

/** Where the outbox keeps its entries. */
export type OutboxStore = {
  /** All entries, in their order. */
  list: () => Promise<Entry[]>;
  /**
   * Replaces the entries of a row by what `edit` makes of them; one without a place is added at the end.
   * It is on the disk, whole, when this resolves with them; nothing has changed when it rejects.
   */
  change: (scope: Scope, edit: Edit, extra?: Extra) => Promise<Entry[]>;
  /** Puts entries in the place of those with the same key, durably; returns the ones that it found. */
  begin: (entries: Entry[]) => Promise<Entry[]>;
  /** The id of a row that had a temporary one; undefined as long as it was not sent. */
  findMade: (temporary: number) => Promise<number | undefined>;
  /** The file that an entry sends. */
  findFile: (n: number) => Promise<Blob | undefined>;
};

/** The outbox of a browser, in IndexedDB. */
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
          if ((await transaction.store.get(entry.n))?.key !== entry.key) continue;
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
