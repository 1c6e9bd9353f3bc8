import { formatSpan, countOf } from "../../contract/format.ts";
import { bad, type Finding, ok, unknown, warn } from "../../contract/health.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { webhookUrlOf } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import { findCursor } from "../../../db/cursors.ts";
import { LAST_WEBHOOK } from "../money/webhook-inbox.ts";

/** It is asked for its time every 45 seconds: four times in vain is no hiccup. */
const SILENT_MS = 3 * MINUTE_MS;
/** Its events are listed every five minutes. */
const UNLISTED_MS = 20 * MINUTE_MS;
/** A webhook may be on its way still, or come again. */
const WEBHOOK_GRACE_MS = 10 * MINUTE_MS;
const MISSED_SHOWN_MS = DAY_MS;
const MOST_TYPES = 3;
/** An event that was not handled at once is tried again within seconds. */
const EVENT_WAIT_MS = 15 * MINUTE_MS;
/** As `needs.ts` counts them: what failed so often waits for a person. */
const FAILED_TRIES = 3;

const MODES = {
  demo: "This is the demo: no money moves.",
  test: "A test key: no money moves.",
  live: "A live key: real money.",
};

/** Whether the provider answers, and takes the shop's key. */
export function paymentsFinding({ config, clock, watch }: Deps): Finding {
  const now = clock.now().getTime();
  const { answeredAt, silentSince } = watch.provider;
  if (watch.reconciled.isKeyRefused) {
    return bad(
      "The payment provider refuses the secret key: nothing can be bought or given back.",
      "Take the key from the provider's dashboard into STRIPE_SECRET_KEY, and start the store again.",
    );
  }
  if (silentSince && now - silentSince.getTime() >= SILENT_MS) {
    return bad(
      `The payment provider has not answered for ${formatSpan(now - silentSince.getTime())}: nobody can pay.`,
      "Look at the provider's status page. If all is well there, this machine's network or name server is at fault. What was paid meanwhile is taken when it answers again.",
    );
  }
  const listedAt = watch.reconciled.listedAt ?? watch.startedAt;
  if (now - listedAt.getTime() >= UNLISTED_MS) {
    return bad(
      `The provider's events could not be listed for ${formatSpan(now - listedAt.getTime())}.`,
      "Press “Check payments”: it says what the key may not do, or what does not answer.",
    );
  }
  if (silentSince) {
    return warn(
      `The payment provider did not answer ${formatSpan(now - silentSince.getTime())} ago.`,
      "Nothing yet: it is asked again every minute.",
    );
  }
  if (!answeredAt) return unknown(`${MODES[config.mode]} The provider was not asked yet.`);
  const answered = `It answered ${formatSpan(now - answeredAt.getTime())} ago.`;
  const listed = watch.reconciled.listedAt
    ? ` Its events were last listed ${formatSpan(now - listedAt.getTime())} ago.`
    : "";
  return ok(`${MODES[config.mode]} ${answered}${listed}`);
}

type Missed = { count: number; newest: number | null; types: string | null };

/** Whether the provider's events arrive by webhook (decision: health-lines). */
export function webhooksFinding(deps: Deps): Finding {
  const { db, config, clock, watch } = deps;
  if (config.stripe.webhookSecrets.length === 0) {
    return unknown("Webhooks are off: no secret is set. Events are fetched every five minutes.");
  }
  const now = clock.now().getTime();
  const lastAt = findCursor(db, LAST_WEBHOOK);
  const last =
    lastAt === undefined ? "None has come yet." : `The last came ${formatSpan(now - lastAt)} ago.`;
  const { count, newest, types } = findMissed(deps, now);
  const look = `Open the webhooks of the provider's dashboard: the endpoint ${webhookUrlOf(config)} must be enabled, send all events that the README names, and show no failed deliveries. Meanwhile the store fetches events every five minutes, so buyers' mails come later.`;
  if (newest !== null && newest > (lastAt ?? 0)) {
    const text = `The provider has ${countOf(count, "event")} that no webhook brought (${types}). ${last}`;
    const refused = watch.refusedEvents.genuine();
    return refused && refused.at.getTime() > (lastAt ?? 0)
      ? warn(`Webhooks come and are refused. ${last}`, "See “Webhook secret” and “Clock”.")
      : bad(text, look);
  }
  if (count > 0) {
    const some = `${countOf(count, "event")} of the last day came by no webhook (${types}); others do arrive.`;
    return warn(`${some} ${last}`, look);
  }
  if (lastAt === undefined) {
    return unknown(
      "None has come yet, and the provider has no event that should have.",
      "Press “Check payments”: it looks at the endpoint that is set up at the provider.",
    );
  }
  return ok(`${last} The provider has no event that did not arrive.`);
}

function findMissed({ db }: Pick<Deps, "db">, now: number): Missed {
  const found = db.sqlite
    .prepare<[number, number], { type: string; count: number; newest: number }>(
      `SELECT type, count(*) AS count, max(missed_at) AS newest
       FROM webhook_events INDEXED BY webhook_events_missed
       WHERE missed_at > ? AND missed_at <= ? GROUP BY type ORDER BY 2 DESC`,
    )
    .all(now - MISSED_SHOWN_MS, now - WEBHOOK_GRACE_MS);
  const names = found.slice(0, MOST_TYPES).map(({ type }) => type);
  const types = [...names, ...(found.length > MOST_TYPES ? ["…"] : [])].join(", ");
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    newest: found.length > 0 ? Math.max(...found.map(({ newest }) => newest)) : null,
    types,
  };
}

/** Whether the secret is the one that the provider signs with. */
export function secretFinding({ db, config, watch }: Deps): Finding {
  if (config.stripe.webhookSecrets.length === 0) {
    return warn(
      "No webhook secret is set: orders are fulfilled by the success page, and by the events that are fetched every five minutes.",
      `Set up an endpoint ${webhookUrlOf(config)} at the provider, put its signing secret into STRIPE_WEBHOOK_SECRET, and start the store again.`,
    );
  }
  const lastAt = findCursor(db, LAST_WEBHOOK);
  const refused = watch.refusedEvents.genuine();
  if (refused && refused.at.getTime() > (lastAt ?? 0)) {
    if (refused.isOutOfTime) {
      return unknown("Webhooks of the provider are refused for their time.", "See “Clock”.");
    }
    return bad(
      "Webhooks of the provider are refused: their signature fits no secret of this shop.",
      `Copy the signing secret of the endpoint ${webhookUrlOf(config)} into STRIPE_WEBHOOK_SECRET, and start the store again. While it is changed both may stand there, separated by a comma.`,
    );
  }
  if (lastAt === undefined) return unknown("A secret is set; no webhook has tried it yet.");
  return ok("The last webhook was signed with it.");
}

/** Whether the events that were taken are handled. */
export function inboxFinding({ db, clock }: Pick<Deps, "db" | "clock">): Finding {
  const now = clock.now().getTime();
  const { sqlite } = db;
  const failed = sqlite
    .prepare<[], { count: number }>(
      `SELECT count(*) AS count FROM webhook_events INDEXED BY webhook_events_failed
       WHERE handled_at IS NULL AND attempts >= ${FAILED_TRIES}`,
    )
    .get()?.count;
  const { count, oldest } = sqlite
    .prepare<[], { count: number; oldest: number | null }>(
      `SELECT count(*) AS count, min(created_at) AS oldest
       FROM webhook_events INDEXED BY webhook_events_open WHERE handled_at IS NULL`,
    )
    .get() ?? { count: 0, oldest: null };
  if (oldest === null) return ok("Nothing waits to be handled.");
  const waits = `${countOf(count, "event")} to handle, the oldest for ${formatSpan(now - oldest)}.`;
  if (now - oldest < EVENT_WAIT_MS) return ok(waits);
  if (failed) {
    return bad(
      `${waits} ${countOf(failed, "event")} failed again and again.`,
      "They stand under “Needs you” with their reasons, and are tried again by themselves.",
    );
  }
  return warn(waits, "They are tried again by themselves; look here again in some minutes.");
}
