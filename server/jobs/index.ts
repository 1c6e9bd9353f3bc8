import type { Deps } from "../deps.ts";
import { watchHealth } from "./health.ts";
import { handleDueEvents } from "./inbox.ts";
import { releaseClaims } from "../mails/queue.ts";
import { keepBackups } from "../domain/backups.ts";
import { recheckOrders } from "../domain/money/open-orders.ts";
import { reconcile } from "../domain/money/reconcile.ts";
import { dropUnnamedUploads } from "../domain/files/old-uploads.ts";
import { forgetOld } from "../domain/retention.ts";
import { startLoop } from "./loop.ts";
import { sendDueMails } from "../mails/send.ts";
import { MINUTE_MS } from "../contract/time.ts";

const EVERY_MS = 5000;
const RECONCILE_EVERY_MS = 5 * MINUTE_MS;
const CLEAN_UP_EVERY_MS = 5 * MINUTE_MS;
const BACKUPS_EVERY_MS = 5 * MINUTE_MS;
/** A clock that is wrong is told within a minute. */
const HEALTH_EVERY_MS = 45_000;
/** As many mails are under way at once, so that a slow one never holds all the others. */
const MAIL_SENDERS = 4;

export type Jobs = { stop: () => Promise<void> };

/** Starts the background work on `deps`; what a commit has changed wakes the loop that works on it. */
export function startJobs(deps: Deps): Jobs {
  const { log } = deps;
  releaseClaims(deps);
  const senders = Array.from({ length: MAIL_SENDERS }, () =>
    startLoop({ name: "mail", everyMs: EVERY_MS, log, round: () => sendDueMails(deps) }),
  );
  const inbox = startLoop({
    name: "inbox",
    everyMs: EVERY_MS,
    log,
    round: () => handleDueEvents(deps),
  });
  const reconciling = startLoop({
    name: "reconcile",
    everyMs: RECONCILE_EVERY_MS,
    log,
    round: () => reconcile(deps),
  });
  const erasing = startLoop({
    name: "erase expired data",
    everyMs: CLEAN_UP_EVERY_MS,
    log,
    round: () => forgetOld(deps),
  });
  const uploads = startLoop({
    name: "delete unused uploads",
    everyMs: CLEAN_UP_EVERY_MS,
    log,
    round: () => dropUnnamedUploads(deps),
  });
  const recheck = startLoop({
    name: "recheck orders",
    everyMs: RECONCILE_EVERY_MS,
    log,
    round: () => recheckOrders(deps),
  });
  const openedAt = deps.clock.now();
  const backups = startLoop({
    name: "backups",
    everyMs: BACKUPS_EVERY_MS,
    log,
    round: () => keepBackups(deps, openedAt),
  });
  const health = startLoop({
    name: "health",
    everyMs: HEALTH_EVERY_MS,
    log,
    round: () => watchHealth(deps),
  });
  deps.db.onCommit((tables) => {
    if (tables.has("emails")) for (const sender of senders) sender.wake();
    if (tables.has("webhook_events")) inbox.wake();
    if (tables.has("orders")) recheck.wake();
  });
  return {
    async stop() {
      const loops = [...senders, inbox, recheck, reconciling, erasing, uploads, backups, health];
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
