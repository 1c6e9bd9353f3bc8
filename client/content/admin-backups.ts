import { countOf } from "../../server/contract/format.ts";

export const backupWords = {
  title: "Backups",
  lead: "Each backup is one archive of the whole shop: database, files and secret.",
  loading: "Loading backups...",
  failed: "The backups couldn't be loaded",
  offline: "You are offline: backups can't be made or downloaded now.",

  list: "Archives",
  make: "Make a backup now",
  making: "A backup is being made. You can keep working.",
  notBegun: "The backup couldn't be started",
  lastFailed: (time: string, text: string) => `The last backup failed (${time}). ${text}`,

  empty: "There is no backup yet.",
  daily: (keep: number) =>
    keep === 0
      ? "Automatic backups are off, because BACKUP_KEEP is 0."
      : `One is made automatically each day; the newest ${keep} are kept.`,
  byHandKept: "The newest 7 of those made here are kept.",
  byHand: "Made by hand",
  missing: (files: number) => `Lacks ${countOf(files, "file")}`,
  download: "Download",
  downloadOne: (time: string) => `Download the backup of ${time}`,
  remove: (time: string) => `Delete the backup of ${time}`,
  removeAsk: "Delete this backup?",
  removeText: (time: string) => `Then the shop can't be restored to ${time}.`,
  removeYes: "Delete",
  removed: "The backup was deleted.",
  notDeleted: "The backup couldn't be deleted",
  notDownloaded: "The backup couldn't be downloaded",

  care: "Keeping and restoring",
  keepSafe:
    "Download one now and then and keep it elsewhere: a backup on the shop's own disk is lost with it. It holds your buyers' emails and the shop's secret, so keep it like a key.",
  restore:
    "To restore one, stop the store on its machine and run “papercub restore FILE”. It checks the whole archive first and keeps the previous database.",
} as const;
