import { countOf } from "../../server/contract/format.ts";

/** The screen of the store's backups; all ours, the spec is silent on it. */
export const backupWords = {
  title: "Backups",
  lead: "Each is one archive of everything the shop keeps: its database, its files and its secret.",
  loading: "Looking for backups...",
  failed: "The backups could not be read",
  offline: "You are offline: backups stand at the store, and can't be made or fetched now.",

  list: "Archives",
  make: "Make a backup now",
  making: "A backup is being made. The shop goes on meanwhile, and so can you.",
  notBegun: "The backup could not be begun",
  lastFailed: (time: string, text: string) => `The last backup failed (${time}). ${text}`,

  empty: "There is no backup yet.",
  daily: (keep: number) =>
    keep === 0
      ? "None are made by themselves, because BACKUP_KEEP is 0."
      : `One is made each day by itself; the newest ${keep} are kept.`,
  byHandKept: "Of those made here, the newest 7 are kept.",
  byHand: "Made by hand",
  missing: (files: number) => `Lacks ${countOf(files, "file")}`,
  download: "Download",
  downloadOne: (time: string) => `Download the backup of ${time}`,
  remove: (time: string) => `Delete the backup of ${time}`,
  removeAsk: "Delete this backup?",
  removeText: (time: string) => `What the shop was on ${time} can't be brought back from it then.`,
  removeYes: "Delete",
  removed: "The backup is deleted.",
  notDeleted: "The backup could not be deleted",

  care: "What to do with them",
  keepSafe:
    "Download one now and then and keep it elsewhere: a backup on the shop's own disk is lost with it. It holds your buyers' emails and the shop's secret, so keep it like a key.",
  restore:
    "To bring one back, stop the store on its machine and run “papercub restore FILE”. It checks the whole archive first, keeps what was there, and can be undone.",
} as const;
