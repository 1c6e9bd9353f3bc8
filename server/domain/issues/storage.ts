import { desc } from "drizzle-orm";
import { fileVersions } from "../../../db/schema.ts";
import { type Finding, finding } from "../../contract/health-words.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { DiskUse } from "../../ports/health.ts";
import { within } from "../../process/promises.ts";

const FILE_TIMEOUT_MS = 4000;
/** Age at which the last backup is late: one day, plus twelve hours of tolerance. */
const LATE_BACKUP_MS = 36 * HOUR_MS;

const MB = 1_000_000;
const GB = 1000 * MB;
/** Minimum free disk space: more than a typical day's uploads. */
const LOW_BYTES = GB;
const TOO_LOW_BYTES = 200 * MB;
const TOO_FEW_FILES = 1000;

export function databaseFinding({
  clock,
  checkWrites,
}: Pick<Deps, "clock" | "checkWrites">): Finding {
  const { problem, since } = checkWrites();
  if (!problem) return finding("ok", "database.ok");
  const ms = since ? clock.now().getTime() - since.getTime() : 0;
  return finding("bad", "database.unwritable", { ms, problem });
}

export function diskFinding({ free, total, freeFiles, database, log, files }: DiskUse): Finding {
  const values = { free, total, database: database + log, files };
  if (free < TOO_LOW_BYTES) return finding("bad", "disk.low", values);
  if (freeFiles !== null && freeFiles < TOO_FEW_FILES) {
    return finding("bad", "disk.few_files", { ...values, freeFiles });
  }
  // Backups and migrations temporarily need a second copy of the data.
  const isLow = free < Math.max(LOW_BYTES, database + log + files);
  return isLow ? finding("warn", "disk.low", values) : finding("ok", "disk.ok", values);
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
  if (!newest) return finding("ok", "files.none");
  const inBucket = config.bucket !== null;
  try {
    return (await within(FILE_TIMEOUT_MS, () => files.has(newest), tooSlow))
      ? finding("ok", "files.ok", { inBucket })
      : finding("bad", "files.missing", { inBucket });
  } catch {
    return finding("bad", "files.silent", { inBucket });
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
  const last = newest ? { ms, bytes: newest.bytes } : null;
  const isLate = ms >= LATE_BACKUP_MS;
  if (failure && failure.at > (newest?.at ?? new Date(0))) {
    return finding("bad", "backup.failed", { last, reason: failure.text });
  }
  if (newest && newest.missing > 0) {
    return finding("bad", "backup.incomplete", { last, missing: newest.missing });
  }
  if (keep === 0) {
    return finding(newest && !isLate ? "unknown" : "warn", "backup.by_hand", { last });
  }
  if (!newest) return finding("unknown", "backup.first", { last });
  return isLate
    ? finding("bad", "backup.late", { last })
    : finding("ok", "backup.ok", { last, keep });
}
