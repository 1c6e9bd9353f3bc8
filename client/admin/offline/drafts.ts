import { onEvents } from "../../lib/events.ts";
import { randomKey } from "../../lib/retry.ts";
import { createStore } from "../../lib/store.ts";
import { listHeldLocks, openTabChannel, type TabChannel, withLock } from "../../lib/tabs.ts";
import type { AdminStorage, Draft } from "./database.ts";
import { isTemporary } from "./entry.ts";
import { FORGOTTEN_AFTER_MS } from "./foreign-data.ts";

/** A crash loses at most this much typing. */
const STORE_AFTER_MS = 500;

export type DraftStore = {
  list: () => Promise<Draft[]>;
  put: (draft: Draft) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

/** The drafts being typed in any tab. A dead tab releases its own. */
type DraftLocks = {
  hold: (key: string) => () => Promise<void>;
  list: () => Promise<ReadonlySet<string>>;
};

type DraftParts = {
  store: DraftStore;
  held: DraftLocks;
  channel: TabChannel<"changed">;
  now?: () => number;
};

export type Drafts = ReturnType<typeof createDrafts>;
export type Typing = ReturnType<Drafts["begin"]>;

/**
 * Stores unsaved input against crashes. Each open form has its own draft, so that two tabs may edit the
 * same row. Storage errors are ignored.
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

  async function publish(): Promise<void> {
    channel.post("changed");
    await refresh();
  }

  /** Starts a draft, or continues the one with this key. */
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
      /** Sets the current input; undefined when it equals the row. */
      note(next: Omit<Draft, "key" | "at"> | undefined): void {
        const text = JSON.stringify(next?.typed);
        if (text === noted) return;
        noted = text;
        typed = next && { ...next, key, at: now() };
        clearTimeout(timer);
        timer = setTimeout(() => void write(), STORE_AFTER_MS);
      },
      /** Stores the input at once; resolves when no write is running. */
      flush: () => (timer === undefined ? last : write()),
      /** Drops the draft: its input was saved or discarded. */
      end(): Promise<void> {
        typed = undefined;
        return write();
      },
      /** The form was closed; input that was neither saved nor discarded is unfinished. */
      async leave(): Promise<void> {
        open.delete(typing);
        await typing.flush();
        await release();
        await publish();
      },
    };
    open.add(typing);
    return typing;
  }

  return {
    /** Unfinished drafts, newest first; the same array until they change. */
    unfinished: unfinished.get,
    subscribe: unfinished.subscribe,
    refresh,
    begin,
    /** All drafts, including those being typed. */
    async listAll(): Promise<Draft[]> {
      await Promise.all([...open].map((typing) => typing.flush()));
      return store.list().catch(() => []);
    },
    async drop(key: string): Promise<void> {
      await store.remove(key).catch(() => {});
      await publish();
    },
    flush(): void {
      for (const typing of open) void typing.flush();
    },
    close: () => channel.close(),
  };
}

export function openDrafts(storage: AdminStorage): Drafts {
  const name = `${storage.name}-drafts`;
  const drafts = createDrafts({
    store: deviceDraftStore(storage),
    held: heldByLocks(`${storage.name}-draft-`),
    channel: openTabChannel(name),
  });
  const onVisibility = () => {
    if (document.visibilityState === "hidden") drafts.flush();
    // A dead tab does not notify the others.
    else void drafts.refresh();
  };
  const endVisibility = onEvents(onVisibility, [document, "visibilitychange"]);
  const endHide = onEvents(drafts.flush, [window, "pagehide"]);
  return {
    ...drafts,
    close() {
      endVisibility();
      endHide();
      drafts.close();
    },
  };
}

/** Drafts in IndexedDB, with the real id of rows that had a temporary one. */
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
        // Leaving the page aborts an open transaction.
        transaction.commit();
        await transaction.done;
      }),
    remove: (key) => storage.use((db) => db.delete("drafts", key)),
  };
}

function heldByLocks(prefix: string): DraftLocks {
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
