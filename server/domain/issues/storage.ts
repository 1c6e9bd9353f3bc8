import { desc } from "drizzle-orm";
import { fileVersions } from "../../../db/schema.ts";
import { countOf, formatSpan } from "../../contract/format.ts";
import { formatRoom } from "../../contract/files.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { DiskUse, Replica, WriteProblem } from "../../ports/health.ts";
import { within } from "../../process/promises.ts";
import { bad, type Finding, ok, unknown, warn } from "./finding.ts";

const FILE_TIMEOUT_MS = 4000;
/** Age at which the last backup is late: one day, plus twelve hours of tolerance. */
const LATE_BACKUP_MS = 36 * HOUR_MS;

const MB = 1_000_000;
const GB = 1000 * MB;
/** Minimum free disk space: more than a typical day's uploads. */
const LOW_BYTES = GB;
const TOO_LOW_BYTES = 200 * MB;
const TOO_FEW_FILES = 1000;

const MAKE_ROOM =
  "Free some space on the disk of DATA_DIR, for example by deleting old backups, or move the shop to a larger one.";

const WRITE_PROBLEMS: Record<WriteProblem, { cause: string; todo: string }> = {
  full: {
    cause: "the disk is full",
    todo: "Free some space on the disk of DATA_DIR. The store recovers without a restart.",
  },
  locked: {
    cause: "another program keeps the database locked",
    todo: "End that program, for example a backup tool or an open sqlite3. The store recovers without a restart.",
  },
  read_only: {
    cause: "the disk or the file of the database is read-only",
    todo: "Look at the system's log (dmesg) for the reason, and make it writable. Restart the store if the disk was mounted again.",
  },
  failed: {
    cause: "the disk of the database fails, or has become read-only",
    todo: "Look at the system's log (dmesg) and at the store's log. Keep a backup ready.",
  },
};

export function databaseFinding({
  clock,
  checkWrites,
}: Pick<Deps, "clock" | "checkWrites">): Finding {
  const { problem, since } = checkWrites();
  if (!problem) return ok("The store can save changes.");
  const ms = since ? clock.now().getTime() - since.getTime() : 0;
  const { cause, todo } = WRITE_PROBLEMS[problem];
  return bad(
    `The store hasn't been able to save anything for ${formatSpan(ms)}: ${cause}. Nobody can buy; pages and downloads still work.`,
    todo,
  );
}

export function diskFinding({ free, total, freeFiles, database, log, files }: DiskUse): Finding {
  const stored = database + log;
  const text = `${formatRoom(free)} of ${formatRoom(total)} is free. The shop uses ${formatRoom(stored + files)}: database ${formatRoom(stored)}, files ${formatRoom(files)}.`;
  if (free < TOO_LOW_BYTES) return bad(text, MAKE_ROOM);
  if (freeFiles !== null && freeFiles < TOO_FEW_FILES) {
    return bad(`${text} Only ${freeFiles} more files fit.`, MAKE_ROOM);
  }
  // Backups and migrations temporarily need a second copy of the data.
  const isLow = free < Math.max(LOW_BYTES, stored + files);
  return isLow ? warn(text, MAKE_ROOM) : ok(text);
}

/** Checks that the newest stored file exists. */
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
  if (!newest) return ok("No files are stored yet.");
  const inBucket = config.bucket !== null;
  const place = inBucket ? "in the bucket" : "on the disk";
  try {
    return (await within(FILE_TIMEOUT_MS, () => files.has(newest), tooSlow))
      ? ok(`The newest file is complete and ${place}.`)
      : bad(
          `The newest file is missing ${place}, or incomplete.`,
          "Restore a backup into an empty folder, and copy its “files” from there.",
        );
  } catch {
    return bad(
      `The ${inBucket ? "bucket" : "disk"} that stores them isn't responding: buyers can't download.`,
      inBucket
        ? "Check the bucket of FILES_URL: does it answer, and is the key still valid?"
        : "Look at the system's log (dmesg): the disk may be faulty.",
    );
  }
}

const tooSlow = () => new Error("The file store was too slow.");

/** Checks the age and completeness of the last backup. */
export async function backupFinding({
  backups,
  config: { backupsKept: keep },
  clock,
}: Pick<Deps, "backups" | "config" | "clock">): Promise<Finding> {
  const [newest] = await backups.list();
  const { failure } = backups.state();
  const ms = newest ? clock.now().getTime() - newest.at.getTime() : 0;
  const last = newest
    ? `The last one is ${formatSpan(ms)} old and takes up ${formatRoom(newest.bytes)}.`
    : "There is none yet.";
  const isLate = ms >= LATE_BACKUP_MS;
  if (failure && failure.at > (newest?.at ?? new Date(0))) {
    return bad(
      `The last attempt failed: ${failure.text} ${last}`,
      "Fix this; the next attempt is within the hour.",
    );
  }
  if (newest && newest.missing > 0) {
    return bad(
      `${last} It lacks ${countOf(newest.missing, "stored file")}.`,
      "These files are missing on this machine too: copy them from an older backup.",
    );
  }
  if (keep === 0) {
    const byHand = newest && !isLate ? unknown : warn;
    return byHand(
      `${last} Automatic backups are off.`,
      "Set BACKUP_KEEP, or make a backup now and then.",
    );
  }
  if (!newest) return unknown(`${last} The first one is made a few minutes after the start.`);
  return isLate
    ? bad(last, "The store should make one a day: look at its log, and make one now.")
    : ok(`${last} This disk keeps ${countOf(keep, "daily backup")}: copy them elsewhere.`);
}

export async function replicaFinding(replica: Replica | null): Promise<Finding> {
  if (!replica) return unknown("No replica is monitored: LITESTREAM_METRICS_URL isn't set.");
  const fault = await replica.check();
  if (fault === null) return ok("Litestream is running.");
  return bad(
    `Litestream isn't responding (${fault}).`,
    "Look at Litestream's log and restart it (systemctl restart litestream). Is LITESTREAM_METRICS_URL the address of its “addr”?",
  );
}
