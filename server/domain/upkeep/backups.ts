import type { BackupList } from "../../contract/admin-answers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";

export const REPLACED_KEPT_DAYS = 30;
const BY_HAND_KEPT = 7;
const RETRY_MS = HOUR_MS;
/** Delay after startup before a backup. */
const QUIET_MS = 10 * MINUTE_MS;

type BackupDeps = Pick<Deps, "backups" | "clock" | "config" | "log" | "stopping">;

/** Lists all backups, newest first. */
export async function listBackups({
  backups,
  config,
}: Pick<Deps, "backups" | "config">): Promise<BackupList> {
  const { isUnderWay, failure } = backups.state();
  return {
    backups: (await backups.list()).map(({ path: _path, at, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
    })),
    isUnderWay,
    failure: failure && { at: failure.at.toISOString(), text: failure.text },
    keep: config.backupsKept,
  };
}

async function makeBackup(deps: BackupDeps, { isByHand }: { isByHand: boolean }): Promise<void> {
  const { backups, config, log, stopping } = deps;
  if (!(await backups.make({ isByHand }))) {
    if (stopping?.aborted) return;
    log.error({ reason: backups.state().failure?.text }, "No backup could be made.");
    return;
  }
  const kept = isByHand ? BY_HAND_KEPT : config.backupsKept;
  const alike = (await backups.list()).filter((each) => each.isByHand === isByHand);
  for (const { name } of alike.slice(kept)) await backups.remove(name);
}

/** Starts a backup in the background. Poll `listBackups` for progress. */
export function startBackup(deps: BackupDeps): void {
  makeBackup(deps, { isByHand: true }).catch((error: unknown) =>
    deps.log.error({ err: error }, "An older backup could not be removed."),
  );
}

/** Makes the daily backup if due, and deletes expired copies of databases replaced by a restore. */
export async function keepBackups(deps: BackupDeps, openedAt: Date): Promise<void> {
  const { backups, clock, config } = deps;
  const now = clock.now().getTime();
  await backups.tidy({ replacedBefore: new Date(now - REPLACED_KEPT_DAYS * DAY_MS) });
  if (config.backupsKept === 0 || now - openedAt.getTime() < QUIET_MS) return;
  const { failure } = backups.state();
  if (failure && now - failure.at.getTime() < RETRY_MS) return;
  const newest = (await backups.list()).find(({ isByHand }) => !isByHand);
  // Absolute value: the clock may have been ahead when the backup was made.
  if (newest && Math.abs(now - newest.at.getTime()) < DAY_MS) return;
  await makeBackup(deps, { isByHand: false });
}
