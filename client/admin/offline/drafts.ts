import { onEvents } from "../../lib/events.ts";
import { randomKey } from "../../lib/retry.ts";
import { createStore } from "../../lib/observable.ts";
import { listHeldLocks, openTabChannel, withLock } from "../../lib/tabs.ts";
import type { AdminStorage, Draft } from "./database.ts";
import { isTemporary } from "./entry.ts";
import { FORGOTTEN_AFTER_MS } from "../../device/foreign-data.ts";

/** Delay before a draft is stored: the most typing a crash can lose. */
const STORE_AFTER_MS = 500;

export type Drafts = ReturnType<typeof openDrafts>;
export type Typing = ReturnType<typeof openTyping> & { leave: () => Promise<void> };

/**
 * Stores unsaved input to survive crashes. Each open form locks its own draft, so two tabs can edit
 * the same row; a dead tab releases its lock. Ignores storage errors.
 */
export function openDrafts(storage: AdminStorage) {
  const unfinished = createStore<readonly Draft[]>([]);
  const open = new Set<Typing>();
  const lockPrefix = `${storage.name}-draft-`;
  const channel = openTabChannel<"changed">(`${storage.name}-drafts`);
  channel.onMessage(() => void refresh());

  const list = () => listDrafts(storage).catch(() => []);
  const remove = (key: string) => storage.use((db) => db.delete("drafts", key)).catch(() => {});
  const put = (draft: Draft) =>
    storage
      .use(async (db) => {
        const transaction = db.transaction("drafts", "readwrite");
        void transaction.store.put(draft);
        // Commit now: closing the page aborts open transactions.
        transaction.commit();
        await transaction.done;
      })
      .catch(() => {});

  async function refresh(): Promise<void> {
    const oldest = Date.now() - FORGOTTEN_AFTER_MS;
    const [all, locks] = await Promise.all([list(), listHeldLocks()]);
    for (const { key, at } of all) if (at < oldest) void remove(key);
    unfinished.set(
      all
        .filter(({ key, at }) => at >= oldest && !locks.includes(lockPrefix + key))
        .toSorted((one, other) => other.at - one.at),
    );
  }

  async function publish(): Promise<void> {
    channel.post("changed");
    await refresh();
  }

  /** Starts a new draft, or continues the draft with this key. */
  function begin(key = randomKey()): Typing {
    const closed = Promise.withResolvers<void>();
    const released = withLock(lockPrefix + key, () => closed.promise);
    const store = (draft: Draft | undefined) => (draft ? put(draft) : remove(key));
    const typing = {
      ...openTyping(key, store),
      /** Releases the draft when its form closes; remaining input becomes an unfinished draft. */
      async leave(): Promise<void> {
        open.delete(typing);
        await typing.flush();
        closed.resolve();
        await released;
        await publish();
      },
    };
    open.add(typing);
    return typing;
  }

  const flush = () => open.forEach((typing) => void typing.flush());
  const onVisibility = () => {
    if (document.visibilityState === "hidden") flush();
    // A crashed tab cannot notify other tabs.
    else void refresh();
  };
  const ends = [
    onEvents(onVisibility, [document, "visibilitychange"]),
    onEvents(flush, [window, "pagehide"]),
    channel.close,
  ];

  return {
    /** Unfinished drafts, newest first. Returns the same array until they change. */
    unfinished: unfinished.get,
    subscribe: unfinished.subscribe,
    refresh,
    begin,
    /** Lists all drafts, including those of open forms. */
    async listAll(): Promise<Draft[]> {
      await Promise.all([...open].map((typing) => typing.flush()));
      return list();
    },
    async drop(key: string): Promise<void> {
      await remove(key);
      await publish();
    },
    close: () => ends.forEach((end) => end()),
  };
}

/** Input of one open form. `store` writes it, or removes the draft if it is undefined. */
function openTyping(key: string, store: (draft: Draft | undefined) => Promise<void>) {
  let typed: Draft | undefined;
  let noted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const draft = typed;
    last = last.then(() => store(draft));
    return last;
  }

  return {
    key,
    /** Sets the current input; undefined when it equals the row. */
    note(next: Omit<Draft, "key" | "at"> | undefined): void {
      const text = JSON.stringify(next?.typed);
      if (text === noted) return;
      noted = text;
      typed = next && { ...next, key, at: Date.now() };
      clearTimeout(timer);
      timer = setTimeout(() => void write(), STORE_AFTER_MS);
    },
    /** Writes pending input immediately; resolves when all writes have finished. */
    flush: () => (timer === undefined ? last : write()),
    /** Deletes the draft after its input was saved or discarded. */
    end(): Promise<void> {
      typed = undefined;
      return write();
    },
  };
}

/** Lists stored drafts; replaces temporary row ids with permanent ones. */
function listDrafts(storage: AdminStorage): Promise<Draft[]> {
  return storage.use(async (db) => {
    const drafts = await db.getAll("drafts");
    const known = drafts.map(async (draft) => {
      if (draft.version === undefined || !isTemporary(draft.row)) return draft;
      return { ...draft, row: (await db.get("made", draft.row)) ?? draft.row };
    });
    return Promise.all(known);
  });
}
