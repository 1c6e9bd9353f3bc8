import { randomKey } from "../../lib/random-key.ts";
import { createStore } from "../../lib/store.ts";
import { openTabChannel, type TabChannel } from "../../lib/tab-channel.ts";
import { listHeldLocks, withLock } from "../../lib/tab-locks.ts";
import type { AdminStorage, Draft } from "./database.ts";
import { isTemporary } from "./entry.ts";
import { FORGOTTEN_AFTER_MS } from "./foreign-data.ts";

/** Of what is typed a crash takes as much at most. */
const KEPT_AFTER_MS = 500;

/** Where drafts are kept. All of it may reject where the device refuses. */
export type DraftStore = {
  list: () => Promise<Draft[]>;
  put: (draft: Draft) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

/** Which drafts are being typed, in any tab: a tab that dies lets go of its own. */
export type Held = {
  hold: (key: string) => () => Promise<void>;
  list: () => Promise<ReadonlySet<string>>;
};

type DraftParts = {
  store: DraftStore;
  held: Held;
  /** Tells the other tabs, and hears them. */
  channel: TabChannel<"changed">;
  now?: () => number;
};

export type Drafts = ReturnType<typeof createDrafts>;
export type Typing = ReturnType<Drafts["begin"]>;

/**
 * What stands half typed, so that a crash does not take it. Each editing has a draft of its own: two tabs
 * that type in the same row take nothing from each other. What can't be kept is typed as ever
 * (decision: half-typed).
 */
export function createDrafts({ store, held, channel, now = Date.now }: DraftParts) {
  const unfinished = createStore<readonly Draft[]>([]);
  const open = new Set<Typing>();

  channel.onMessage(() => void refresh());

  async function refresh(): Promise<void> {
    const oldest = now() - FORGOTTEN_AFTER_MS;
    const [all, typed] = await Promise.all([store.list().catch(() => []), held.list()]);
    for (const { key, at } of all) if (at < oldest) void store.remove(key).catch(() => {});
    unfinished.set(
      all
        .filter(({ key, at }) => at >= oldest && !typed.has(key))
        .toSorted((one, other) => other.at - one.at),
    );
  }

  async function told(): Promise<void> {
    channel.post("changed");
    await refresh();
  }

  /** Begins an editing, or goes on with the one that this draft is from. */
  function begin(key = randomKey()) {
    const release = held.hold(key);
    let typed: Draft | undefined;
    let noted: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = Promise.resolve();

    function write(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      const draft = typed;
      last = last.then(() => (draft ? store.put(draft) : store.remove(key))).catch(() => {});
      return last;
    }

    const typing = {
      key,
      /** What is typed by now; undefined when that is just what the row holds. */
      note(next: Omit<Draft, "key" | "at"> | undefined): void {
        const text = JSON.stringify(next?.typed);
        if (text === noted) return;
        noted = text;
        typed = next && { ...next, key, at: now() };
        clearTimeout(timer);
        timer = setTimeout(() => void write(), KEPT_AFTER_MS);
      },
      /** Keeps at once what is typed; resolves when no write of it is under way. */
      flush: () => (timer === undefined ? last : write()),
      /** What was typed was saved, or given up by choice. */
      end(): Promise<void> {
        typed = undefined;
        return write();
      },
      /** Its form is gone; what was neither saved nor given up is unfinished from now on. */
      async leave(): Promise<void> {
        open.delete(typing);
        await typing.flush();
        await release();
        await told();
      },
    };
    open.add(typing);
    return typing;
  }

  return {
    /** What was left half typed, newest first: the very same list until that changes. */
    unfinished: unfinished.get,
    subscribe: unfinished.subscribe,
    refresh,
    begin,
    /** All drafts of this device, with those that are being typed now. */
    async listAll(): Promise<Draft[]> {
      await Promise.all([...open].map((typing) => typing.flush()));
      return store.list().catch(() => []);
    },
    /** Drops a draft, by its owner's choice. */
    async drop(key: string): Promise<void> {
      await store.remove(key).catch(() => {});
      await told();
    },
    /** Keeps at once what is typed in this tab. */
    flush(): void {
      for (const typing of open) void typing.flush();
    },
    close: () => channel.close(),
  };
}

/** The drafts of a user of this browser. */
export function openDrafts(storage: AdminStorage): Drafts {
  const name = `${storage.name}-drafts`;
  const drafts = createDrafts({
    store: deviceDraftStore(storage),
    held: heldByLocks(`${storage.name}-draft-`),
    channel: openTabChannel(name),
  });
  const onVisibility = () => {
    if (document.visibilityState === "hidden") drafts.flush();
    // A tab that has died tells the others nothing.
    else void drafts.refresh();
  };
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", drafts.flush);
  return {
    ...drafts,
    close() {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", drafts.flush);
      drafts.close();
    },
  };
}

/** Drafts in IndexedDB. A row that was new when it was edited is known by its real id once it has one. */
export function deviceDraftStore(storage: AdminStorage): DraftStore {
  return {
    list: () =>
      storage.use(async (db) => {
        const drafts = await db.getAll("drafts");
        const known = drafts.map(async (draft) => {
          if (draft.version === undefined || !isTemporary(draft.row)) return draft;
          return { ...draft, row: (await db.get("made", draft.row)) ?? draft.row };
        });
        return Promise.all(known);
      }),
    put: (draft) =>
      storage.use(async (db) => {
        const transaction = db.transaction("drafts", "readwrite");
        void transaction.store.put(draft);
        // A page that is left takes a transaction along that is still open.
        transaction.commit();
        await transaction.done;
      }),
    remove: (key) => storage.use((db) => db.delete("drafts", key)),
  };
}

function heldByLocks(prefix: string): Held {
  return {
    hold(key) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const ended = withLock(prefix + key, () => promise);
      return async () => {
        resolve();
        await ended;
      };
    },
    async list() {
      const names = (await listHeldLocks()).filter((name) => name.startsWith(prefix));
      return new Set(names.map((name) => name.slice(prefix.length)));
    },
  };
}
