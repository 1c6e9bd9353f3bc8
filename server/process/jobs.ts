import { isUnwritable } from "../../db/unwritable.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { keepBackups } from "../domain/upkeep/backups.ts";
import { dropUnnamedUploads } from "../domain/files/old-uploads.ts";
import { listChecks } from "../domain/issues/checks.ts";
import { askProvider } from "../domain/issues/clock.ts";
import { alarmOf, listUnreported, notifyOfOutages, notifyOfRows } from "../domain/issues/notify.ts";
import { recheckOrders } from "../domain/money/open-orders.ts";
import { reconcile } from "../domain/money/reconcile.ts";
import { queueReviewRequests } from "../domain/orders/review-requests.ts";
import { handleDueEvents } from "../domain/money/webhook-inbox.ts";
import { forgetOld } from "../domain/upkeep/retention.ts";
import { sumFinishedDays } from "../domain/stats/sum-sales.ts";
import { writeVisits } from "../domain/stats/count-visits.ts";
import { queueSaleMails } from "../domain/issues/sale-mails.ts";
import { queueWeeklySummary } from "../domain/issues/weekly-summary.ts";
import { sendAlarm } from "../mails/owner-mails.ts";
import { releaseClaims } from "../mails/queue.ts";
import { retryMails, sendDueMails } from "../mails/send.ts";
import { listEndpointIds, sendDueWebhooks } from "../domain/webhooks/send-webhooks.ts";
import { startLoop, startLoops } from "./loop.ts";

const MAIL_EVERY_MS = 5000;
const EVENTS_EVERY_MS = 5000;
const WEBHOOKS_EVERY_MS = 5000;
/** A crash loses the visits counted since the last round. */
const VISITS_EVERY_MS = MINUTE_MS / 2;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
/** Interval of the health checks: short enough to report a wrong clock within a minute. */
const HEALTH_EVERY_MS = 45_000;
/** Number of mails sent at the same time, so that a slow one does not block the others. */
const MAIL_SENDERS = 4;

/** Tables whose changes the owner may be mailed about at once. */
const NOTICED = ["orders", "order_notes", "emails"];

/** Tables whose changes may make a webhook due. */
const SENT = ["webhook_deliveries", "webhook_endpoints"];

export type Jobs = { stop: () => Promise<void> };

/** Starts the background loops; a commit wakes the loop that works on the changed table. */
export function startJobs(deps: Deps): Jobs {
  const { log } = deps;
  releaseClaims(deps);
  const openedAt = deps.clock.now();
  const start = (name: string, everyMs: number, round: () => Promise<void>) =>
    startLoop({ name, everyMs, log, round });
  const senders = Array.from({ length: MAIL_SENDERS }, () =>
    start("mail", MAIL_EVERY_MS, () => sendDueMails(deps)),
  );
  const inbox = start("inbox", EVENTS_EVERY_MS, () => handleDueEvents(deps));
  const webhooks = startLoops({
    list: () => listEndpointIds(deps.db),
    start: (id) => start("webhooks", WEBHOOKS_EVERY_MS, () => sendDueWebhooks(deps, id)),
  });
  const recheck = start("recheck orders", FIVE_MINUTES_MS, () => recheckOrders(deps));
  const ownerMails = start("owner mails", FIVE_MINUTES_MS, async () => {
    notifyOfRows(deps);
    queueSaleMails(deps);
    queueWeeklySummary(deps);
  });
  const sales = start("sum sales", FIVE_MINUTES_MS, () => sumFinishedDays(deps));
  const loops = [
    ...senders,
    inbox,
    webhooks,
    recheck,
    start("reconcile", FIVE_MINUTES_MS, () => reconcile(deps)),
    start("erase expired data", FIVE_MINUTES_MS, () => forgetOld(deps)),
    start("delete unused uploads", FIVE_MINUTES_MS, () => dropUnnamedUploads(deps)),
    start("backups", FIVE_MINUTES_MS, () => keepBackups(deps, openedAt)),
    ownerMails,
    sales,
    start("review requests", FIVE_MINUTES_MS, () => queueReviewRequests(deps)),
    start("visits", VISITS_EVERY_MS, async () => writeVisits(deps)),
    start("health", HEALTH_EVERY_MS, () => watchHealth(deps)),
  ];
  deps.db.onCommit((tables) => {
    if (tables.has("emails")) for (const sender of senders) sender.wake();
    if (tables.has("webhook_events")) inbox.wake();
    if (SENT.some((table) => tables.has(table))) webhooks.wake();
    if (tables.has("orders")) recheck.wake();
    if (tables.has("settings")) sales.wake();
    if (NOTICED.some((table) => tables.has(table))) ownerMails.wake();
  });
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Runs all checks and mails the owner once per outage, even if the database can't be written. */
export async function watchHealth(deps: Deps): Promise<void> {
  await askProvider(deps);
  const lines = await listChecks(deps);
  try {
    notifyOfOutages(deps, lines);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    for (const line of listUnreported(deps, lines)) {
      // If sending fails, the next round retries.
      await sendAlarm(deps, alarmOf(line, deps.clock.now()));
      deps.watch.outages.reported.add(line.name);
    }
    return;
  }
  await retryMails(deps);
}
