import { desc } from "drizzle-orm";
import { fileVersions } from "../../../db/schema.ts";
import { countOf, formatRoom, formatSpan } from "../../contract/format.ts";
import { bad, type Finding, ok, unknown, warn } from "../../contract/health.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { DiskUse, WriteProblem } from "../../ports/health.ts";
import { within } from "../../process/with-timeout.ts";
import { backupStatus } from "../backups.ts";

const LONGEST_LOOK_MS = 4000;
/** One is made a day; it may take its time. */
const LATE_BACKUP_MS = 36 * HOUR_MS;

const MB = 1_000_000;
const GB = 1000 * MB;
/** Less than this is used up by a day's uploads. */
const WARN_FREE = GB;
const BAD_FREE = 200 * MB;
const BAD_FREE_FILES = 1000;

const WHY: Record<WriteProblem, { what: string; todo: string }> = {
  full: {
    what: "the disk is full",
    todo: "Free some room on the disk of DATA_DIR. The store goes on by itself, without a restart.",
  },
  locked: {
    what: "another program keeps it locked",
    todo: "End that program: a backup tool, or an sqlite3 that was left open? The store goes on by itself.",
  },
  read_only: {
    what: "its disk, or its file, is read-only",
    todo: "Look at the system's log (dmesg) why, and make it writable. The store goes on by itself, or after a restart where the disk was mounted anew.",
  },
  failed: {
    what: "its disk fails, or has become read-only",
    todo: "Look at the system's log (dmesg), and at the store's own. Have a backup at hand.",
  },
};

/** Whether the database can be written. */
export function databaseFinding({
  clock,
  checkWrites,
}: Pick<Deps, "clock" | "checkWrites">): Finding {
  const { problem, since } = checkWrites();
  if (!problem) return ok("It can be written.");
  const { what, todo } = WHY[problem];
  const lastsMs = since ? clock.now().getTime() - since.getTime() : 0;
  const text = `It can't be written, for ${formatSpan(lastsMs)}: ${what}. Nothing can be bought; pages and downloads go on.`;
  return bad(text, todo);
}

/** Whether there is room for what the store writes. */
export function diskFinding(use: DiskUse): Finding {
  const { free, total, freeFiles, database, log, files } = use;
  const held = database + log + files;
  const text = `${formatRoom(free)} of ${formatRoom(total)} are free. The shop has ${formatRoom(held)}: database ${formatRoom(database + log)}, files ${formatRoom(files)}.`;
  const todo =
    "Free some room on the disk of DATA_DIR, or move the shop to a larger one. Old backups are a good place to begin.";
  if (free < BAD_FREE) return bad(text, todo);
  if (freeFiles !== null && freeFiles < BAD_FREE_FILES) {
    return bad(`${text} Only ${freeFiles} more files fit.`, todo);
  }
  // A backup, and a migration before it begins, writes all of it once more.
  if (free < Math.max(WARN_FREE, held)) return warn(text, todo);
  return ok(text);
}

/** Whether what buyers download is where it was stored, by the newest of all files. */
export async function filesFinding({
  db,
  files,
  config,
}: Pick<Deps, "db" | "files" | "config">): Promise<Finding> {
  const newest = db
    .select({ sha256: fileVersions.sha256, bytes: fileVersions.bytes })
    .from(fileVersions)
    .orderBy(desc(fileVersions.id))
    .limit(1)
    .get();
  if (!newest) return ok("There are none yet.");
  const where = config.bucket ? "in the bucket" : "on the disk";
  try {
    if (await within(LONGEST_LOOK_MS, () => files.has(newest), tooLong)) {
      return ok(`The newest one is ${where}, whole.`);
    }
  } catch {
    return bad(
      `The place that stores them, ${where}, does not answer: buyers can't download.`,
      config.bucket
        ? "Look at the bucket of FILES_URL: does it answer, and is the key still good?"
        : "Look at the system's log (dmesg): the disk may be faulty.",
    );
  }
  return bad(
    `The newest one is not ${where}, or not whole.`,
    "Put the files back from a backup: restore it into a folder of its own, and copy its “files”.",
  );
}

const tooLong = () => new Error("The files took too long to answer.");

/** How old the last backup is. */
export async function backupFinding(
  deps: Pick<Deps, "backups" | "config" | "clock">,
): Promise<Finding> {
  const { newest, failure, keep } = await backupStatus(deps);
  const now = deps.clock.now().getTime();
  const ageMs = newest ? now - newest.at.getTime() : 0;
  const last = newest
    ? `The last one is ${formatSpan(ageMs)} old and has ${formatRoom(newest.bytes)}.`
    : "There is none yet.";
  if (failure && failure.at > (newest?.at ?? new Date(0))) {
    return bad(
      `The last one could not be made: ${failure.text} ${last}`,
      "Mend what it says; it is tried again every hour.",
    );
  }
  if (newest && newest.missing > 0) {
    return bad(
      `${last} It lacks ${countOf(newest.missing, "stored file")}.`,
      "Those files are gone from this machine too: put them back from an older backup.",
    );
  }
  if (keep === 0) {
    return newest && ageMs < LATE_BACKUP_MS
      ? unknown(`${last} None are made by themselves.`)
      : warn(`${last} None are made by themselves.`, "Set BACKUP_KEEP, or make one now and then.");
  }
  if (!newest) return unknown(`${last} The first one is made some minutes after the start.`);
  if (ageMs >= LATE_BACKUP_MS) {
    return bad(
      last,
      "One a day should be made by itself: look at the store's log, and make one now.",
    );
  }
  return ok(
    `${last} ${countOf(keep, "daily backup")} are kept, on this disk: take copies elsewhere.`,
  );
}
