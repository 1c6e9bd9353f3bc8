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
  const broadcast = (message: LibraryMessage) => {
    if (!closed.signal.aborted) channel.post(message);
  };
  const files = createFiles(device);
  const downloads = openDownloads({ device, files, broadcast, run });
  const { store, update } = files;
  const { announce, refresh } = downloads;

  /** Queues files for download. Skips files whose current version is saved or queued. */
  function save(listed: ListedFile[]): void {
    if (files.model().saved.length === 0 && store.get().jobs.size === 0) void persist();
    const ids = listed.map(({ id }) => id);
    run(async () => {
      files.clearRejected(ids);
      await files.request(filesToRequest(listed, files.model()));
      await announce();
      downloads.retry(ids);
    });
  }

  async function persist(): Promise<void> {
    update({ persisted: (await navigator.storage?.persist?.()) ?? false });
  }

  channel.onMessage(downloads.receive);
  const stopListening = onDeviceEmptied(() => {
    downloads.stop();
    // Enqueue after the running change, so that a file requested at the same time is removed too.
    run(async () => {
      update({ listed: [], rejected: [] });
      await files.drop(files.allIds());
      await refresh();
    });
  });
  window.addEventListener("online", downloads.retryOffline, { signal: closed.signal });

  run(async () => {
    await refresh();
    update({ ready: true, persisted: (await navigator.storage?.persisted?.()) ?? false });
    broadcast({ type: "opened" });
  });
  holdLock(name, closed.signal, () => enqueue(downloads.start));

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
        files.clearRejected(ids);
        await device.cancel(ids);
        await announce();
      });
    },
    /** Retries one failed file, or all. */
    retry(id?: number): void {
      const { rejected } = files.model();
      const again = rejected.filter((file) => id === undefined || file.id === id);
      if (again.length > 0) save(again);
      downloads.retry(id === undefined ? undefined : [id]);
    },
    /** Removes some files, or all. */
    remove: (ids?: number[]): Promise<void> =>
      enqueue(async () => {
        await files.drop(ids ?? files.allIds());
        await announce();
      }),
    /** Syncs with the server's list: removes unlisted files, updates requests and file names. */
    sync: (listed: ListedFile[]): Promise<void> =>
      enqueue(async () => {
        update({ listed });
        const { removed, requested, renamed } = planSync(files.model());
        await files.drop(removed);
        await files.request(requested);
        await device.rename(renamed);
        await announce();
      }),
    /** Stops the downloads of this page. They resume on the next page. */
    dispose(): void {
      stopListening();
      downloads.stop();
      closed.abort();
      channel.close();
    },
  };
}

type DeviceFiles = ReturnType<typeof deviceFiles>;
type Files = ReturnType<typeof createFiles>;

/** Files as known to this tab, and their changes on the device. */
function createFiles(device: DeviceFiles) {
  let model = EMPTY_LIBRARY;
  const store = createStore(toLibraryState(model));

  function update(changes: Partial<LibraryModel>): void {
    model = { ...model, ...changes };
    store.set(toLibraryState(model));
  }

  /** Clears the rejection of files that were requested again, canceled or removed. */
  function clearRejected(ids: number[]): void {
    update({ rejected: model.rejected.filter(({ id }) => !ids.includes(id)) });
  }

  return {
    store,
    model: () => model,
    update,
    clearRejected,
    allIds: () => [...model.saved, ...model.requested].map(({ id }) => id),
    async request(files: ListedFile[]): Promise<void> {
      clearRejected(files.map(({ id }) => id));
      try {
        await device.request(files);
      } catch (error) {
        if (!isFull(error)) throw error;
        update({ rejected: [...model.rejected, ...files] });
      }
    },
    async drop(ids: number[]): Promise<void> {
      clearRejected(ids);
      await device.remove(ids, model.saved);
    },
  };
}

type DownloadsParts = {
  device: DeviceFiles;
  files: Files;
  broadcast: (message: LibraryMessage) => void;
  run: (change: () => Promise<unknown>) => void;
};

/** Downloads of the tab that holds the lock; the other tabs show its jobs. */
function openDownloads({ device, files, broadcast, run }: DownloadsParts) {
  let isDownloading = false;
  const queue = createQueue({
    save: (file, download) =>
      device.download(
        file,
        files.model().saved.find(({ id }) => id === file.id),
        download,
      ),
    onChange: setJobs,
    onSaved: () => run(announce),
  });

  function setJobs(): void {
    if (!isDownloading) return;
    const jobs = new Map(queue.jobs);
    broadcast({ type: "jobs", jobs });
    files.update({ jobs });
  }

  /** Reloads the state from the device. Files evicted by the browser no longer count as saved. */
  async function refresh() {
    const { saved, requested, paths } = await device.read();
    const found = reconcile(saved, paths);
    if (isDownloading) queue.follow(requested);
    files.update({ saved: found.saved, requested });
    setJobs();
    return found;
  }

  /** Refreshes this tab and notifies the other tabs and the service worker. */
  async function announce(): Promise<void> {
    await refresh();
    broadcast({ type: "changed" });
    notifyWorker();
  }

  function retry(ids: number[] | undefined): void {
    if (isDownloading) queue.retry(({ file }) => ids === undefined || ids.includes(file.id));
    else broadcast({ type: "retry", ids });
  }

  return {
    refresh,
    announce,
    retry,
    retryOffline: () => queue.retry(({ problem }) => problem === "offline"),
    stop: () => queue.follow([]),
    async start(): Promise<void> {
      await device.repair(await refresh());
      isDownloading = true;
      await announce();
    },
    receive(message: LibraryMessage): void {
      if (message.type === "changed") return run(refresh);
      if (message.type === "retry") return isDownloading ? retry(message.ids) : undefined;
      if (message.type === "opened") return setJobs();
      if (!isDownloading) files.update({ jobs: message.jobs });
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
