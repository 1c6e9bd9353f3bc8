import { resolve } from "node:path";
import { restoreBackup, type Restored } from "../backups/restore.ts";
import type { Config } from "../config.ts";
import { countOf } from "../contract/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { restrictToOwner, pathsOf } from "../data/data-dir.ts";
import { REPLACED_KEPT_DAYS } from "../domain/upkeep/backups.ts";
import { LONGEST_LOOK_DAYS } from "../domain/money/reconcile.ts";

/** Runs `restore`. Throws a CommandError if nothing was changed. */
export async function restore(config: Config, [given = "", flag]: string[]): Promise<void> {
  restrictToOwner();
  const now = new Date();
  const file = resolve(given);
  const restored = await restoreBackup(config, { file, now, anySecret: flag !== undefined });
  process.stdout.write(reportOf(file, now, restored).join("\n") + "\n");
}

function reportOf(file: string, now: Date, restored: Restored): string[] {
  const { facts, madeAt, hasFiles, missing, replaced } = restored;
  const ageMs = now.getTime() - madeAt.getTime();
  const orders = countOf(facts.paidOrders, "paid order");
  const files = hasFiles ? `${countOf(facts.files.length - missing.length, "file")}` : "no files";
  const lines = [
    `${file} is restored, made ${ageOf(ageMs)} ago (${madeAt.toISOString()}): ${orders}, ${files}.`,
  ];
  if (!hasFiles) lines.push("The stored files are the same as before.");
  if (missing.length > 0) {
    lines.push(`Missing: ${countOf(missing.length, "stored file")}, ${missing.join(", ")}.`);
  }
  if (replaced) {
    const { database } = pathsOf(replaced);
    lines.push(
      `The previous database is kept for ${REPLACED_KEPT_DAYS} days. To bring it back: papercub restore ${database}`,
    );
  }
  lines.push("At its next start the store asks the payment provider for payments made since.");
  if (ageMs > LONGEST_LOOK_DAYS * DAY_MS) {
    lines.push(
      `The provider reports the last ${LONGEST_LOOK_DAYS} days: compare earlier payments yourself.`,
    );
  }
  return lines;
}

function ageOf(ms: number): string {
  if (ms < MINUTE_MS) return "less than a minute";
  if (ms < 2 * HOUR_MS) return countOf(Math.floor(ms / MINUTE_MS), "minute");
  if (ms < 2 * DAY_MS) return countOf(Math.floor(ms / HOUR_MS), "hour");
  return countOf(Math.floor(ms / DAY_MS), "day");
}
