import type { PurchasedFile } from "../../../server/contract/answers.ts";

/** A file that this device keeps whole, checked against its SHA-256. */
export type SavedFile = Omit<PurchasedFile, "url"> & {
  productName: string;
  /** Where it opens, with and without a connection. */
  path: string;
  /** In milliseconds. */
  savedAt: number;
};

/** A file of the account, as the shop lists it now. */
export type Wanted = PurchasedFile & { productName: string };

/**
 * Why a file could not be saved. "offline": the shop did not answer, or something else answered in its
 * place. "full": the device has no room. "damaged": what arrived is not the listed file. "gone": the shop
 * no longer gives it to this user. "signed-out": the shop no longer knows the user.
 */
export type Problem = "offline" | "full" | "damaged" | "gone" | "signed-out";

/** A file that was asked for and is not whole yet. */
export type Job = {
  file: Wanted;
  state: "waiting" | "saving" | "failed";
  /** Bytes so far. */
  received: number;
  /** Only when it failed. */
  problem?: Problem;
  /** Bytes of room that the device lacks, when it is full. */
  neededBytes?: number;
};

/** What this device keeps of a user's files; a new object with every change. */
export type LibraryState = {
  /** False until the device was looked at. */
  ready: boolean;
  saved: ReadonlyMap<number, SavedFile>;
  jobs: ReadonlyMap<number, Job>;
  /** Whether the browser promised to keep the files; false where it cannot be asked. */
  persisted: boolean;
  /** Ids of saved files that the shop lists with other bytes now. */
  updatable: readonly number[];
};

export type Library = {
  /** Calls back after every change. Returns the call that stops it. */
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  read(): LibraryState;
  /** Asks for files, two at a time; what is saved and current is skipped. */
  save(files: Wanted[]): void;
  /** Takes back what was asked for, one file or all; nothing of it stays. */
  cancel(id?: number): void;
  /** Tries again what has failed, one file or all. */
  retry(id?: number): void;
  /** Removes saved files, some or all. */
  remove(ids?: number[]): Promise<void>;
  /** Takes what the shop lists now: what it does not list any more is removed. */
  sync(current: Wanted[]): Promise<void>;
  /** Ids of saved files that the shop lists with other bytes now. */
  updatable(): readonly number[];
  /** Stops what this page does; what was asked for goes on with the next page that is opened. */
  dispose(): void;
};
