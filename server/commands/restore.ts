import { resolve } from "node:path";
import { restoreBackup, undoRestore } from "../backups/restore.ts";
import type { Config } from "../config.ts";
import { countOf } from "../contract/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { keepToOwner } from "../data/data-dir.ts";
import { REPLACED_KEPT_DAYS } from "../domain/backups.ts";
import { LONGEST_LOOK_DAYS } from "../domain/money/sweep.ts";

/**
 * The command `restore`: puts a backup in the place of what the data directory holds, or takes the last
 * restore back. Throws a CommandError when nothing was changed.
 */
export async function restore(config: Config, [given = "", flag]: string[]): Promise<void> {
  keepToOwner();
  const now = new Date();
  if (given === "--undo") {
    const { replaced } = await undoRestore(config, now);
    say("The restore is taken back: what was here before it is in place again.");
    return sayReplaced(replaced);
  }
  const file = resolve(given);
  sayRestored(file, now, await restoreBackup(config, { file, now, anySecret: flag !== undefined }));
}

type Restored = Awaited<ReturnType<typeof restoreBackup>>;

function sayRestored(file: string, now: Date, restored: Restored): void {
  const { facts, madeAt, hasFiles, missing, replaced } = restored;
  const age = now.getTime() - madeAt.getTime();
  const orders = countOf(facts.paidOrders, "paid order");
  const files = hasFiles ? `${countOf(facts.files.length - missing.length, "file")}` : "no files";
  say(
    `${file} is in place, made ${ageOf(age)} ago (${madeAt.toISOString()}): ${orders}, ${files}.`,
  );
  if (!hasFiles) say("The stored files are those that were there before.");
  if (missing.length > 0) {
    say(
      `Not there: ${countOf(missing.length, "stored file")} that it names, ${missing.join(", ")}.`,
    );
  }
  sayReplaced(replaced);
  say("At its next start the store asks the payment provider for what was paid since.");
  if (age > LONGEST_LOOK_DAYS * DAY_MS) {
    say(`The provider tells of the last ${LONGEST_LOOK_DAYS} days: compare what was paid before.`);
  }
}

function sayReplaced(replaced: string | undefined): void {
  if (!replaced) return;
  say(
    `What it has replaced is kept in ${replaced} for ${REPLACED_KEPT_DAYS} days: "papercub restore --undo" brings it back.`,
  );
}

function ageOf(ms: number): string {
  if (ms < MINUTE_MS) return "less than a minute";
  if (ms < 2 * HOUR_MS) return countOf(Math.floor(ms / MINUTE_MS), "minute");
  if (ms < 2 * DAY_MS) return countOf(Math.floor(ms / HOUR_MS), "hour");
  return countOf(Math.floor(ms / DAY_MS), "day");
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
