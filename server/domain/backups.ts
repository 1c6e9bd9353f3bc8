import type { BackupList } from "../contract/backups.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";

/** How long that is kept which a restore has replaced. */
export const REPLACED_KEPT_DAYS = 30;
/** How many of those are kept that were made by hand. */
const BY_HAND_KEPT = 7;
const RETRY_MS = HOUR_MS;
/** A store that has just been started has other things to do. */
const QUIET_MS = 10 * MINUTE_MS;

type Needs = Pick<Deps, "backups" | "clock" | "config" | "log" | "stopping">;

/** How the store stands with its backups. */
export type LastBackup = {
  /** The newest archive that is whole; null when there is none. */
  newest: { at: Date; bytes: number; /** Stored files that it lacks. */ missing: number } | null;
  isUnderWay: boolean;
  /** Why none could be made, the last time that one was tried since the start; null when one was made. */
  failure: { at: Date; text: string } | null;
  /** How many of one a day are kept; 0 where none are made by themselves. */
  keep: number;
};

export async function lastBackup({
  backups,
  config,
}: Pick<Deps, "backups" | "config">): Promise<LastBackup> {
  const [newest] = await backups.list();
  return {
    newest: newest ? { at: newest.at, bytes: newest.bytes, missing: newest.missing } : null,
    ...backups.state(),
    keep: config.backupsKept,
  };
}

/** All archives for the owner, newest first. */
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

/**
 * Makes an archive, unless one is under way, and then drops those of its kind that are too many: not one
 * of them goes before the new one is whole. Why none was made is in the log and in `lastBackup`.
 */
async function makeBackup(needs: Needs, { isByHand }: { isByHand: boolean }): Promise<void> {
  const { backups, config, log, stopping } = needs;
  if (!(await backups.make({ isByHand }))) {
    if (stopping?.aborted) return;
    log.error({ reason: backups.state().failure?.text }, "No backup could be made.");
    return;
  }
  const kept = isByHand ? BY_HAND_KEPT : config.backupsKept;
  const alike = (await backups.list()).filter((each) => each.isByHand === isByHand);
  for (const { name } of alike.slice(kept)) await backups.remove(name);
}

/** Begins an archive that an administrator asks for; how it goes is in `listBackups`. */
export function startBackup(needs: Needs): void {
  makeBackup(needs, { isByHand: true }).catch((error: unknown) =>
    needs.log.error({ err: error }, "An older backup could not be removed."),
  );
}

/** Makes the day's archive when it is time, and drops what backups and restores keep for a time only. */
export async function keepBackups(needs: Needs, openedAt: Date): Promise<void> {
  const { backups, clock, config } = needs;
  const now = clock.now().getTime();
  await backups.tidy({ replacedBefore: new Date(now - REPLACED_KEPT_DAYS * DAY_MS) });
  if (config.backupsKept === 0 || now - openedAt.getTime() < QUIET_MS) return;
  const { failure } = backups.state();
  if (failure && now - failure.at.getTime() < RETRY_MS) return;
  const newest = (await backups.list()).find(({ isByHand }) => !isByHand);
  // One of the future was made when the clock was wrong.
  if (newest && Math.abs(now - newest.at.getTime()) < DAY_MS) return;
  await makeBackup(needs, { isByHand: false });
}
