import type { PurchasedFile } from "../../../server/contract/answers.ts";
import { listUpdatable } from "./plan.ts";

/** A complete, verified file on this device. */
export type SavedFile = Omit<PurchasedFile, "url"> & {
  productName: string;
  /** Path of its URL, online and offline. */
  path: string;
  /** Milliseconds since 1970. */
  savedAt: number;
};

/** A file of the account, as the server lists it now. */
export type ListedFile = PurchasedFile & { productName: string };

/**
 * Why a file could not be saved. "offline": no answer from the store. "full": no space on the device.
 * "damaged": length or hash are wrong. "gone": the user has no access. "signed-out": the session ended.
 */
export type Problem = "offline" | "full" | "damaged" | "gone" | "signed-out";

/** A requested file that is not saved yet. */
export type Job = {
  file: ListedFile;
  state: "waiting" | "saving" | "failed";
  /** Bytes received. */
  received: number;
  /** Set when it failed. */
  problem?: Problem;
  /** Bytes missing on a full device. */
  neededBytes?: number;
};

export type LibraryState = {
  /** False until the device was read. */
  ready: boolean;
  saved: ReadonlyMap<number, SavedFile>;
  jobs: ReadonlyMap<number, Job>;
  /** Whether the browser has promised not to evict the files. */
  persisted: boolean;
  /** Ids of saved files of which the server has another version. */
  updatable: readonly number[];
};

/** The lists that `LibraryState` is derived from. */
export type LibraryModel = {
  ready: boolean;
  persisted: boolean;
  saved: SavedFile[];
  requested: ListedFile[];
  listed: ListedFile[];
  /** Jobs of the tab that downloads. */
  jobs: ReadonlyMap<number, Job>;
  /** Files whose request could not be stored, because the device is full. */
  rejected: ListedFile[];
};

export type LibraryEvent =
  | { type: "changed"; changes: Partial<Omit<LibraryModel, "rejected">> }
  | { type: "rejected"; files: ListedFile[] }
  /** Requested again, canceled or removed: no longer rejected. */
  | { type: "cleared"; ids: number[] };

export const EMPTY_LIBRARY: LibraryModel = {
  ready: false,
  persisted: false,
  saved: [],
  requested: [],
  listed: [],
  jobs: new Map(),
  rejected: [],
};

/** Reducer of a library's model. */
export function libraryReducer(model: LibraryModel, event: LibraryEvent): LibraryModel {
  if (event.type === "changed") return { ...model, ...event.changes };
  const files = event.type === "rejected" ? event.files : [];
  const ids = event.type === "rejected" ? files.map(({ id }) => id) : event.ids;
  const others = model.rejected.filter(({ id }) => !ids.includes(id));
  return { ...model, rejected: [...others, ...files] };
}

/** Derives the state that pages show. A requested file without a job is waiting. */
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
