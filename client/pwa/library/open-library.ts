import { createStore } from "../../lib/observable.ts";
import { openTabChannel, withLock } from "../../lib/tabs.ts";
import { type ListedFile } from "../../device/library-database.ts";
import { userKeyOf } from "../../device/names.ts";
import { notifyWorker, onDeviceEmptied } from "../../device/empty-device.ts";
import { deviceFiles } from "./device-files.ts";
import { isFull } from "./download.ts";
import { createQueue } from "./queue.ts";
import {
  EMPTY_LIBRARY,
  filesToRequest,
  type Job,
  type LibraryModel,
  planSync,
  reconcile,
  toLibraryState,
} from "./state.ts";

/** Messages between the tabs of one user. "changed": the saved or requested files have changed. */
type LibraryMessage =
  | { type: "changed" }
  | { type: "opened" }
  | { type: "retry"; ids: number[] | undefined }
  | { type: "jobs"; jobs: ReadonlyMap<number, Job> };

export type Library = ReturnType<typeof openLibrary>;

/**
 * Opens a user's saved and requested files. All tabs share one database; the tab that holds the
 * lock downloads, and resumes unfinished requests of earlier pages.
 */
export function openLibrary(userId: number) {
  const name = `library-${userKeyOf(userId)}`;
  const device = deviceFiles(userId);
  const channel = openTabChannel<LibraryMessage>(name);
  const closed = new AbortController();
  const enqueue = createSequence(closed.signal);
  const run = (change: () => Promise<unknown>) => void enqueue(change).catch(reportError);

  let model = EMPTY_LIBRARY;
  const store = createStore(toLibraryState(model));
  let isDownloading = false;

  const queue = createQueue({
    save: (file, download) =>
      device.download(
        file,
        model.saved.find(({ id }) => id === file.id),
        download,
      ),
    onChange: setJobs,
    onSaved: () => run(announce),
  });

  function update(changes: Partial<LibraryModel>): void {
    model = { ...model, ...changes };
    store.set(toLibraryState(model));
  }

  function broadcast(message: LibraryMessage): void {
    if (!closed.signal.aborted) channel.post(message);
  }

  function setJobs(): void {
    if (!isDownloading) return;
    const jobs = new Map(queue.jobs);
    broadcast({ type: "jobs", jobs });
    update({ jobs });
  }

  /** Reloads the state from the device. Files evicted by the browser no longer count as saved. */
  async function refresh() {
    const { saved, requested, paths } = await device.read();
    const found = reconcile(saved, paths);
    if (isDownloading) queue.follow(requested);
    update({ saved: found.saved, requested });
    setJobs();
    return found;
  }

  /** Refreshes this tab and notifies the other tabs and the service worker. */
  async function announce(): Promise<void> {
    await refresh();
    broadcast({ type: "changed" });
    notifyWorker();
  }

  /** Clears the rejection of files that were requested again, canceled or removed. */
  function clearRejected(ids: number[]): void {
    update({ rejected: model.rejected.filter(({ id }) => !ids.includes(id)) });
  }

  async function request(files: ListedFile[]): Promise<void> {
    clearRejected(files.map(({ id }) => id));
    try {
      await device.request(files);
    } catch (error) {
      if (!isFull(error)) throw error;
      update({ rejected: [...model.rejected, ...files] });
    }
  }

  async function drop(ids: number[]): Promise<void> {
    clearRejected(ids);
    await device.remove(ids, model.saved);
  }

  function retryStored(ids: number[] | undefined): void {
    if (isDownloading) queue.retry(({ file }) => ids === undefined || ids.includes(file.id));
    else broadcast({ type: "retry", ids });
  }

  /** Queues files for download. Skips files whose current version is saved or queued. */
  function save(files: ListedFile[]): void {
    if (model.saved.length === 0 && store.get().jobs.size === 0) void requestPersistence();
    const ids = files.map(({ id }) => id);
    run(async () => {
      clearRejected(ids);
      await request(filesToRequest(files, model));
      await announce();
      retryStored(ids);
    });
  }

  async function requestPersistence(): Promise<void> {
    update({ persisted: (await navigator.storage?.persist?.()) ?? false });
  }

  const allIds = () => [...model.saved, ...model.requested].map(({ id }) => id);

  channel.onMessage((message) => {
    if (message.type === "changed") return run(refresh);
    if (message.type === "retry") return isDownloading ? retryStored(message.ids) : undefined;
    if (message.type === "opened") return setJobs();
    if (!isDownloading) update({ jobs: message.jobs });
  });
  const stopListening = onDeviceEmptied(() => {
    queue.follow([]);
    // Enqueue after the running change, so that a file requested at the same time is removed too.
    run(async () => {
      update({ listed: [], rejected: [] });
      await drop(allIds());
      await refresh();
    });
  });
  const onOnline = () => queue.retry(({ problem }) => problem === "offline");
  window.addEventListener("online", onOnline, { signal: closed.signal });

  run(async () => {
    await refresh();
    update({ ready: true, persisted: (await navigator.storage?.persisted?.()) ?? false });
    broadcast({ type: "opened" });
  });
  holdLock(name, closed.signal, () =>
    enqueue(async () => {
      await device.repair(await refresh());
      isDownloading = true;
      await announce();
    }),
  );

  return {
    /** Returns a function that removes the listener. */
    subscribe: store.subscribe,
    /** Returns the current state; the same object until it changes. */
    read: store.get,
    save,
    /** Cancels one request, or all. */
    cancel(id?: number): void {
      run(async () => {
        const ids = id === undefined ? [...store.get().jobs.keys()] : [id];
        clearRejected(ids);
        await device.cancel(ids);
        await announce();
      });
    },
    /** Retries one failed file, or all. */
    retry(id?: number): void {
      const files = model.rejected.filter((file) => id === undefined || file.id === id);
      if (files.length > 0) save(files);
      retryStored(id === undefined ? undefined : [id]);
    },
    /** Removes some files, or all. */
    remove: (ids?: number[]): Promise<void> =>
      enqueue(async () => {
        await drop(ids ?? allIds());
        await announce();
      }),
    /** Syncs with the server's list: removes unlisted files, updates requests and file names. */
    sync: (listed: ListedFile[]): Promise<void> =>
      enqueue(async () => {
        update({ listed });
        const { removed, requested, renamed } = planSync(model);
        await drop(removed);
        await request(requested);
        await device.rename(renamed);
        await announce();
      }),
    /** Stops the downloads of this page. They resume on the next page. */
    dispose(): void {
      stopListening();
      queue.follow([]);
      closed.abort();
      channel.close();
    },
  };
}

/** Runs changes one after the other, so that a read never returns data older than a write. */
function createSequence(signal: AbortSignal) {
  let last: Promise<unknown> = Promise.resolve();
  return (change: () => Promise<unknown>): Promise<void> => {
    const next = last.then(async () => {
      if (!signal.aborted) await change();
    });
    last = next.catch(() => {});
    return next;
  };
}

/** Runs `onHeld` once this tab has the lock, which it holds until `signal` is aborted. */
function holdLock(name: string, signal: AbortSignal, onHeld: () => Promise<void>): void {
  const released = new Promise((resolve) => signal.addEventListener("abort", resolve));
  withLock(name, () => onHeld().then(() => released), signal).catch(
    (error: unknown) => signal.aborted || reportError(error),
  );
}
