import { findCursor } from "../../../db/cursors.ts";
import { webhookUrlOf } from "../../config.ts";
import { countOf, formatSpan } from "../../contract/format.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { LAST_WEBHOOK } from "../money/webhook-inbox.ts";
import { SET_CLOCK } from "./clock.ts";
import { bad, type Finding, ok, unknown, warn } from "./finding.ts";
import { cut, type RowFinder } from "./rows.ts";

/** A missed event is reported only after this time, because its webhook may be delayed. */
const WEBHOOK_GRACE_MS = 10 * MINUTE_MS;
const MISSED_SHOWN_MS = DAY_MS;
const MAX_TYPES = 3;
/** Age at which an unhandled event is reported; first retries follow within seconds. */
const EVENT_WAIT_MS = 15 * MINUTE_MS;
/** Events with this many attempts are listed under "Needs attention". */
const FAILED_TRIES = 3;

/** Checks whether the provider's events arrive by webhook with a valid signature. */
export function webhooksFinding({ db, config, clock, watch }: Deps): Finding {
  const url = webhookUrlOf(config);
  if (config.stripe.webhookSecrets.length === 0) {
    return warn(
      "No webhook secret is set: events are fetched every five minutes instead.",
      `Create the endpoint ${url} at the provider, set STRIPE_WEBHOOK_SECRET to its signing secret, and restart the store.`,
    );
  }
  const now = clock.now().getTime();
  const lastAt = findCursor(db, LAST_WEBHOOK);
  const last =
    lastAt === undefined
      ? "No webhook has arrived yet."
      : `The last one arrived ${formatSpan(now - lastAt)} ago.`;
  const missed = findMissed(db, now);
  const checkEndpoint = `Open the webhooks in the provider's dashboard: the endpoint ${url} must be enabled, send all events that docs/configuration.md names, and show no failed deliveries. Meanwhile the store fetches events every five minutes, so buyers' mails arrive later.`;
  if (missed.newest > (lastAt ?? 0)) {
    // Anyone can send an invalid signature, so it counts only if the provider's events are missing.
    const refused = watch.refusedWebhook;
    return refused && refused.at.getTime() > (lastAt ?? 0)
      ? bad(
          "Webhooks arrive, but their signature doesn't match.",
          refused.isOutOfTime
            ? SET_CLOCK
            : `Copy the signing secret of the endpoint ${url} into STRIPE_WEBHOOK_SECRET and restart the store. Two secrets may be set, separated by a comma.`,
        )
      : bad(
          `The provider has ${countOf(missed.count, "event")} that didn't arrive by webhook (${missed.types}). ${last}`,
          checkEndpoint,
        );
  }
  if (missed.count > 0) {
    return warn(
      `${countOf(missed.count, "event")} of the last day didn't arrive by webhook (${missed.types}); others did. ${last}`,
      checkEndpoint,
    );
  }
  return lastAt === undefined
    ? unknown(
        "No webhook has arrived yet, and the provider hasn't had an event to send.",
        "Click “Check payments”: it checks the endpoint at the provider.",
      )
    : ok(`${last} All events of the provider arrived.`);
}

/** Events of the last day that were listed but not received by webhook; `newest` is 0 if none. */
function findMissed({ sqlite }: Pick<Deps["db"], "sqlite">, now: number) {
  const rows = sqlite
    .prepare<[number, number], { type: string; count: number; newest: number }>(
      `SELECT type, count(*) AS count, max(missed_at) AS newest
       FROM webhook_events INDEXED BY webhook_events_missed
       WHERE missed_at > ? AND missed_at <= ? GROUP BY type ORDER BY 2 DESC`,
    )
    .all(now - MISSED_SHOWN_MS, now - WEBHOOK_GRACE_MS);
  const names = rows.slice(0, MAX_TYPES).map(({ type }) => type);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    newest: Math.max(0, ...rows.map(({ newest }) => newest)),
    types: [...names, ...(rows.length > MAX_TYPES ? ["…"] : [])].join(", "),
  };
}

export const failedEvents: RowFinder<{ type: string; attempts: number; error: string | null }> = {
  table: "webhook_events",
  from: `FROM webhook_events INDEXED BY webhook_events_failed
    WHERE handled_at IS NULL AND attempts >= ${FAILED_TRIES}`,
  columns: `id, NULL AS orderId, created_at AS at, NULL AS dueAt, type, attempts,
    last_error AS error`,
  order: "created_at DESC",
  describe: ({ type, attempts, error }) => ({
    title: `${type} failed ${attempts} times`,
    detail: cut(error),
  }),
};

export function inboxFinding({ db, clock }: Pick<Deps, "db" | "clock">): Finding {
  const { sqlite } = db;
  const failed = sqlite.prepare<[], number>(`SELECT count(*) ${failedEvents.from}`).pluck().get();
  const { count, oldest } = sqlite
    .prepare<[], { count: number; oldest: number | null }>(
      `SELECT count(*) AS count, min(created_at) AS oldest
       FROM webhook_events INDEXED BY webhook_events_open WHERE handled_at IS NULL`,
    )
    .get() ?? { count: 0, oldest: null };
  if (oldest === null) return ok("No event is waiting.");
  const ms = clock.now().getTime() - oldest;
  const waiting = `${countOf(count, "event")} to handle, the oldest for ${formatSpan(ms)}.`;
  if (ms < EVENT_WAIT_MS) return ok(waiting);
  return failed
    ? bad(
        `${waiting} ${countOf(failed, "event")} failed repeatedly.`,
        "See “Needs attention”. It shows the reasons. The store keeps trying.",
      )
    : warn(waiting, "The store tries them again; look here again in a few minutes.");
}
