import { findCursor } from "../../../db/cursors.ts";
import { webhookUrlOf } from "../../config.ts";
import { type Finding, finding } from "../../contract/health-words.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { LAST_WEBHOOK } from "../money/webhook-inbox.ts";

/** Time without a response until the check fails: four requests at intervals of 45 seconds. */
const SILENT_MS = 3 * MINUTE_MS;
/** Time without a list until the check fails: four rounds at intervals of five minutes. */
const UNLISTED_MS = 20 * MINUTE_MS;
/** A missed event is reported only after this time, because its webhook may be delayed. */
const WEBHOOK_GRACE_MS = 10 * MINUTE_MS;
const MISSED_SHOWN_MS = DAY_MS;
const MAX_TYPES = 3;
/** Age at which an unhandled event is reported; first retries follow within seconds. */
const EVENT_WAIT_MS = 15 * MINUTE_MS;
/** Events with this many attempts are listed under "Needs attention". */
const FAILED_TRIES = 3;
/** Reported clock difference: just under the five-minute tolerance of webhook signatures. */
const CLOCK_WRONG_MS = 4 * MINUTE_MS;
const CLOCK_OFF_MS = 30_000;
const CLOCK_STALE_MS = 5 * MINUTE_MS;
/** Resolution of the provider's clock. */
const SECOND_MS = 1000;

export function paymentsFinding({ config, clock, watch }: Deps): Finding {
  const now = clock.now().getTime();
  const { mode } = config;
  const { answeredAt, silentSince } = watch.provider;
  if (watch.reconciled.isKeyRefused) return finding("bad", "payments.key_refused");
  const silentMs = silentSince ? now - silentSince.getTime() : 0;
  if (silentMs >= SILENT_MS) return finding("bad", "payments.silent", { ms: silentMs });
  const unlistedMs = now - (watch.reconciled.listedAt ?? watch.startedAt).getTime();
  if (unlistedMs >= UNLISTED_MS) return finding("bad", "payments.unlisted", { ms: unlistedMs });
  if (silentSince) return finding("warn", "payments.late", { ms: silentMs });
  const { refusedConsent: said } = watch;
  if (said !== null) return finding("warn", "consent.refused", { said });
  if (!answeredAt) return finding("unknown", "payments.unasked", { mode });
  return finding("ok", "payments.ok", { mode, ms: now - answeredAt.getTime() });
}

/** Checks whether the provider's events arrive by webhook with a valid signature. */
export function webhooksFinding({ db, config, clock, watch }: Deps): Finding {
  const url = webhookUrlOf(config);
  if (config.stripe.webhookSecrets.length === 0) return finding("warn", "webhooks.off", { url });
  const now = clock.now().getTime();
  const lastAt = findCursor(db, LAST_WEBHOOK);
  const lastMs = lastAt === undefined ? null : now - lastAt;
  const missed = findMissed(db, now);
  if (missed.newest > (lastAt ?? 0)) {
    // Anyone can send an invalid signature, so it counts only if the provider's events are missing.
    const refused = watch.refusedWebhook;
    return refused && refused.at.getTime() > (lastAt ?? 0)
      ? finding("bad", "webhooks.refused", { url, isOutOfTime: refused.isOutOfTime })
      : finding("bad", "webhooks.missed", { ...missed, url, lastMs });
  }
  if (missed.count > 0) return finding("warn", "webhooks.partly", { ...missed, url, lastMs });
  return lastMs === null
    ? finding("unknown", "webhooks.none")
    : finding("ok", "webhooks.ok", { lastMs });
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

export function inboxFinding({ db, clock }: Pick<Deps, "db" | "clock">): Finding {
  const { sqlite } = db;
  const failed = sqlite
    .prepare<[], number>(
      `SELECT count(*) FROM webhook_events INDEXED BY webhook_events_failed
       WHERE handled_at IS NULL AND attempts >= ${FAILED_TRIES}`,
    )
    .pluck()
    .get();
  const { count, oldest } = sqlite
    .prepare<[], { count: number; oldest: number | null }>(
      `SELECT count(*) AS count, min(created_at) AS oldest
       FROM webhook_events INDEXED BY webhook_events_open WHERE handled_at IS NULL`,
    )
    .get() ?? { count: 0, oldest: null };
  if (oldest === null) return finding("ok", "inbox.empty");
  const ms = clock.now().getTime() - oldest;
  if (ms < EVENT_WAIT_MS) return finding("ok", "inbox.waiting", { count, ms });
  return failed
    ? finding("bad", "inbox.failed", { count, ms, failed })
    : finding("warn", "inbox.late", { count, ms });
}

type ProviderWatch = Pick<Deps, "clock" | "payments"> & {
  watch: Pick<Deps["watch"], "clock" | "provider">;
};

/** Reads the provider's clock, and records its availability and the clock difference. */
export async function askProvider({ clock, payments, watch }: ProviderWatch): Promise<void> {
  const before = clock.now().getTime();
  try {
    const theirs = (await payments.readClock()).getTime() + SECOND_MS / 2;
    const at = clock.now();
    watch.clock = { at, aheadMs: (before + at.getTime()) / 2 - theirs };
    watch.provider = { answeredAt: at, silentSince: null };
  } catch {
    watch.provider.silentSince ??= clock.now();
  }
}

export function clockFinding({ clock, watch }: Omit<ProviderWatch, "payments">): Finding {
  const ms = watch.clock ? clock.now().getTime() - watch.clock.at.getTime() : 0;
  if (!watch.clock || ms >= CLOCK_STALE_MS) return finding("unknown", "clock.unknown");
  const { aheadMs } = watch.clock;
  if (Math.abs(aheadMs) >= CLOCK_WRONG_MS) return finding("bad", "clock.wrong", { aheadMs });
  if (Math.abs(aheadMs) >= CLOCK_OFF_MS) return finding("warn", "clock.off", { aheadMs });
  return finding("ok", "clock.ok", { ms });
}
