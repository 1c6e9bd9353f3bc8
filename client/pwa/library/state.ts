import type { ListedFile, SavedFile } from "../../device/library-database.ts";

/**
 * Why a file could not be saved. "offline": the store did not answer. "full": the device is full.
 * "damaged": wrong length or hash. "gone": the user has no access. "signed-out": the session ended.
 */
export type Problem = "offline" | "full" | "damaged" | "gone" | "signed-out";

/** Download of a requested file. */
export type Job = {
  file: ListedFile;
  state: "waiting" | "saving" | "failed";
  received: number;
  /** Reason of the failure, when `state` is "failed". */
  problem?: Problem;
  /** Size of the file, when the device is full. */
  neededBytes?: number;
};

export type LibraryState = {
  /** False until the saved files have been loaded from this device. */
  ready: boolean;
  saved: ReadonlyMap<number, SavedFile>;
  jobs: ReadonlyMap<number, Job>;
  /** Whether the browser granted persistent storage, so that it will not evict the files. */
  persisted: boolean;
  /** Ids of saved files for which the server has a different version. */
  updatable: readonly number[];
};

/** Source data of `LibraryState`. */
export type LibraryModel = {
  ready: boolean;
  persisted: boolean;
  saved: SavedFile[];
  requested: ListedFile[];
  listed: ListedFile[];
  /** Jobs of the tab that downloads. */
  jobs: ReadonlyMap<number, Job>;
  /** Files that could not be queued, because the device is full. */
  rejected: ListedFile[];
};

export const EMPTY_LIBRARY: LibraryModel = {
  ready: false,
  persisted: false,
  saved: [],
  requested: [],
  listed: [],
  jobs: new Map(),
  rejected: [],
};

/** Derives the state for rendering. A requested file without a job is waiting. */
export function toLibraryState(model: LibraryModel): LibraryState {
  const { ready, persisted, saved, requested, listed, jobs, rejected } = model;
  const waiting = (file: ListedFile): Job => ({ file, state: "waiting", received: 0 });
  const full = (file: ListedFile): Job => ({
    ...waiting(file),
    state: "failed",
    problem: "full",
    neededBytes: file.bytes,
  });
  return {
    ready,
    persisted,
    saved: new Map(saved.map((file) => [file.id, file])),
    jobs: new Map([
      ...requested.map((file) => [file.id, jobs.get(file.id) ?? waiting(file)] as const),
      ...rejected.map((file) => [file.id, full(file)] as const),
    ]),
    updatable: listUpdatable(saved, listed),
  };
}

/** Path of a file's URL, without the query, whose token expires. */
export function pathOf(url: string): string {
  return new URL(url, "https://path.invalid").pathname;
}

/** Compares the rows with the cached paths, because the browser may have evicted content. */
export function reconcile(rows: SavedFile[], paths: string[]) {
  const cached = new Set(paths);
  const known = new Set(rows.map(({ path }) => path));
  return {
    saved: rows.filter(({ path }) => cached.has(path)),
    lost: rows.filter(({ path }) => !cached.has(path)).map(({ id }) => id),
    strays: paths.filter((path) => !known.has(path)),
  };
}

/** Returns the files whose current version is neither saved nor requested, without duplicates. */
export function filesToRequest(
  files: ListedFile[],
  { saved, requested }: Pick<LibraryModel, "saved" | "requested">,
): ListedFile[] {
  const version = ({ id, sha256 }: { id: number; sha256: string }) => `${id} ${sha256}`;
  const present = new Set([...saved, ...requested].map(version));
  const missing = files.filter((file) => !present.has(version(file)));
  return [...new Map(missing.map((file) => [file.id, file])).values()];
}

/** Returns the ids of saved files whose hash differs from the server's. */
function listUpdatable(saved: SavedFile[], listed: ListedFile[]): number[] {
  const hashes = new Map(listed.map(({ id, sha256 }) => [id, sha256]));
  return saved
    .filter(({ id, sha256 }) => (hashes.get(id) ?? sha256) !== sha256)
    .map(({ id }) => id);
}

export type RenamedFile = { before: SavedFile; after: SavedFile };

/**
 * Computes the changes needed to match the server's list. `removed`: ids without access. `renamed`:
 * same content, new name. `requested`: queued files whose listing has changed.
 */
export function planSync({
  saved,
  requested,
  listed,
}: Pick<LibraryModel, "saved" | "requested" | "listed">) {
  const byId = new Map(listed.map((file) => [file.id, file]));
  const differs = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other);
  const renamed = saved.flatMap((before): RenamedFile[] => {
    const file = byId.get(before.id);
    if (!file || file.sha256 !== before.sha256) return [];
    const { title, productName } = file;
    const after = { ...before, title, productName, path: pathOf(file.url) };
    return differs(before, after) ? [{ before, after }] : [];
  });
  return {
    removed: [...saved, ...requested].map(({ id }) => id).filter((id) => !byId.has(id)),
    renamed,
    requested: requested.flatMap((before) => {
      const file = byId.get(before.id);
      return file && differs(before, { ...before, ...file }) ? [file] : [];
    }),
  };
}
