import { openTabChannel } from "../../lib/tab-channel.ts";
import { withLock } from "../../lib/tab-locks.ts";
import { bucketNamed } from "./bucket.ts";
import { bucketOf, userKeyOf } from "./database.ts";
import { download, isFull } from "./download.ts";
import { onDeviceEmptied, tellWorker } from "./empty-device.ts";
import { listUpdatable, pathOf, planSync, reconcile, toAsk } from "./plan.ts";
import { createQueue } from "./queue.ts";
import { rowsOf } from "./rows.ts";
import type { Job, Library, LibraryState, SavedFile, Wanted } from "./state.ts";

/** What the tabs of one user tell each other. "changed": the rows or the bucket did. */
type TabNews =
  | { type: "changed" }
  | { type: "opened" }
  | { type: "retry"; ids: number[] | undefined }
  | { type: "jobs"; jobs: ReadonlyMap<number, Job> };

/**
 * The files that this device keeps for a user, and those that it was asked for. The database is the
 * truth that all tabs read; the one that holds a lock downloads, also what an earlier page has left
 * (decision: saved-files).
 */
export function openLibrary(userId: number): Library {
  const userKey = userKeyOf(userId);
  const bucket = bucketNamed(bucketOf(userKey));
  const rows = rowsOf(userKey);
  const channel = openTabChannel<TabNews>(`library-${userKey}`);
  const closed = new AbortController();
  const listeners = new Set<() => void>();

  let saved: SavedFile[] = [];
  let asked: Wanted[] = [];
  let current: Wanted[] = [];
  /** What could not even be noted, because the device is full. */
  const refused = new Map<number, Job>();
  /** What the tab that downloads has told. */
  let toldJobs: ReadonlyMap<number, Job> = new Map();
  let isDownloading = false;
  let state: LibraryState = {
    ready: false,
    saved: new Map(),
    jobs: new Map(),
    persisted: false,
    updatable: [],
  };

  const queue = createQueue({
    async save(file, run) {
      await download({ file, userId, userKey, ...run });
      await note(file);
    },
    onChange: publish,
    onSaved: () => later(announce),
  });

  /** Notes a file that is whole, last of all; without its note nothing of it stays. */
  async function note({ url, ...facts }: Wanted): Promise<void> {
    const path = pathOf(url);
    const before = saved.find(({ id }) => id === facts.id)?.path;
    let isWanted = false;
    try {
      isWanted = await rows.finish({ ...facts, path, savedAt: Date.now() });
    } finally {
      if (!isWanted) await bucket.remove([path]);
    }
    if (before && before !== path) await bucket.remove([before]);
  }

  function publish(): void {
    const jobs = isDownloading ? queue.jobs : toldJobs;
    if (isDownloading) tell({ type: "jobs", jobs });
    const waiting = (file: Wanted): Job => ({ file, state: "waiting", received: 0 });
    show({
      saved: new Map(saved.map((file) => [file.id, file])),
      jobs: new Map([
        ...asked.map((file) => [file.id, jobs.get(file.id) ?? waiting(file)] as const),
        ...refused,
      ]),
      updatable: listUpdatable(saved, current),
    });
  }

  function show(patch: Partial<LibraryState>): void {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  }

  function tell(news: TabNews): void {
    if (!closed.signal.aborted) channel.post(news);
  }

  // One change after the other: what is read here is never older than what was written here.
  let last: Promise<unknown> = Promise.resolve();
  function inOrder(change: () => Promise<unknown>): Promise<void> {
    const next = last.then(async () => {
      if (!closed.signal.aborted) await change();
    });
    last = next.catch(() => {});
    return next;
  }

  /** The same for what nobody waits for. */
  function later(change: () => Promise<unknown>): void {
    inOrder(change).catch(reportError);
  }

  /** Reads what is there. A file that the browser has removed by itself is not saved. */
  async function look() {
    const [known, held] = await Promise.all([rows.read(), bucket.listPaths()]);
    const found = reconcile(known.saved, held);
    saved = found.kept;
    asked = known.asked;
    if (isDownloading) queue.follow(asked);
    publish();
    return found;
  }

  /** Reads what has changed here, and has the other tabs and the worker do the same. */
  async function announce(): Promise<void> {
    await look();
    tell({ type: "changed" });
    tellWorker();
  }

  async function ask(files: Wanted[]): Promise<void> {
    try {
      await rows.ask(files);
    } catch (error) {
      if (!isFull(error)) throw error;
      for (const file of files) {
        const full = { problem: "full", neededBytes: file.bytes } as const;
        refused.set(file.id, { file, state: "failed", received: 0, ...full });
      }
    }
  }

  async function drop(ids: number[]): Promise<void> {
    for (const id of ids) refused.delete(id);
    await bucket.remove(saved.filter(({ id }) => ids.includes(id)).map(({ path }) => path));
    await rows.remove(ids);
  }

  async function rename(renamed: ReturnType<typeof planSync>["renamed"]): Promise<void> {
    const moved = renamed.filter(({ before, after }) => before.path !== after.path);
    for (const { before, after } of moved) await bucket.copy(before.path, after.path);
    await rows.update(renamed.map(({ after }) => after));
    await bucket.remove(moved.map(({ before }) => before.path));
  }

  function save(files: Wanted[]): void {
    if (saved.length === 0 && state.jobs.size === 0) void askToPersist();
    later(async () => {
      for (const { id } of files) refused.delete(id);
      await ask(toAsk({ files, saved, asked }));
      await announce();
      retryNoted(files.map(({ id }) => id));
    });
  }

  async function askToPersist(): Promise<void> {
    show({ persisted: (await navigator.storage?.persist?.()) ?? false });
  }

  function retryNoted(ids: number[] | undefined): void {
    if (!isDownloading) return tell({ type: "retry", ids });
    queue.retry(({ file }) => ids === undefined || ids.includes(file.id));
  }

  /** Takes over from the tab that was closed, or from the page before. */
  async function takeOver(): Promise<void> {
    const { lost, strays } = await look();
    await rows.remove(lost, ["saved"]);
    await bucket.remove(strays);
    isDownloading = true;
    await announce();
  }

  channel.onMessage((data) => {
    if (data.type === "changed") return later(look);
    if (data.type === "retry") return isDownloading ? retryNoted(data.ids) : undefined;
    if (data.type === "jobs") toldJobs = data.jobs;
    publish();
  });
  const stopHearing = onDeviceEmptied(() => {
    queue.follow([]);
    current = [];
    // After what is under way here: a file that was asked for in the same moment must not stay.
    later(async () => {
      await drop([...saved, ...asked].map(({ id }) => id));
      refused.clear();
      await look();
    });
  });
  const onOnline = () => queue.retry(({ problem }) => problem === "offline");
  window.addEventListener("online", onOnline);

  later(async () => {
    await look();
    show({ ready: true, persisted: (await navigator.storage?.persisted?.()) ?? false });
    tell({ type: "opened" });
  });
  const untilClosed = new Promise((resolve) => closed.signal.addEventListener("abort", resolve));
  const { signal } = closed;
  void withLock(
    `library-${userKey}`,
    () => inOrder(takeOver).then(() => untilClosed),
    signal,
  ).catch((error: unknown) => signal.aborted || reportError(error));

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    save,
    cancel(id) {
      later(async () => {
        const ids = id === undefined ? [...state.jobs.keys()] : [id];
        for (const each of ids) refused.delete(each);
        await rows.remove(ids, ["asked"]);
        await announce();
      });
    },
    retry(id) {
      const files = [...refused.values()].map(({ file }) => file);
      const again = files.filter((file) => id === undefined || file.id === id);
      if (again.length > 0) save(again);
      retryNoted(id === undefined ? undefined : [id]);
    },
    remove: (ids) =>
      inOrder(async () => {
        await drop(ids ?? [...saved, ...asked].map((file) => file.id));
        await announce();
      }),
    sync: (listed) =>
      inOrder(async () => {
        current = listed;
        const plan = planSync({ saved, asked, current });
        await drop(plan.removed);
        await ask(plan.askedAnew);
        await rename(plan.renamed);
        await announce();
      }),
    updatable: () => state.updatable,
    dispose() {
      window.removeEventListener("online", onOnline);
      stopHearing();
      queue.follow([]);
      closed.abort();
      channel.close();
    },
  };
}
