import { bad, type Finding, ok, unknown, warn } from "../../contract/health.ts";
import { formatSpan } from "../../contract/format.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { findCursor } from "../../../db/cursors.ts";
import { LAST_WEBHOOK } from "../money/webhook-inbox.ts";

/** Five minutes off, every webhook is refused (decision: webhook-time). */
const BAD_MS = 4 * MINUTE_MS;
const WARN_MS = 30_000;
/** A comparison that is older says nothing of now. */
const STALE_MS = 5 * MINUTE_MS;
/** What a machine's clock is set right by now and then. */
const LEAST_JUMP_MS = 5000;
const JUMP_SHOWN_MS = HOUR_MS;
/** The provider tells its time in whole seconds. */
const SECOND_MS = 1000;

const SET_IT =
  "Set this machine's clock by the network (timedatectl set-ntp true), and look that it stays right.";

/**
 * Compares this machine's clock with the payment provider's, and with one that only counts (decision:
 * clocks); notes both, and whether the provider answers.
 */
export async function compareClocks({
  clock,
  payments,
  watch,
}: Pick<Deps, "clock" | "payments" | "watch">): Promise<void> {
  noteJump(watch.clock, clock.now());
  const asked = clock.now();
  const provider = watch.provider;
  try {
    const theirs = (await payments.readClock()).getTime() + SECOND_MS / 2;
    const at = clock.now();
    const ours = (asked.getTime() + at.getTime()) / 2;
    const withinMs = (at.getTime() - asked.getTime() + SECOND_MS) / 2;
    watch.clock.reading = { at, aheadMs: ours - theirs, withinMs };
    watch.provider = { answeredAt: at, silentSince: null };
  } catch {
    // The fault itself says no more than that: it is told when it lasts.
    provider.silentSince ??= clock.now();
  }
}

/** A clock that was moved is seen at once, also where the provider does not answer. */
function noteJump(noticed: Deps["watch"]["clock"], now: Date): void {
  const counted = { wallMs: now.getTime(), countedMs: performance.now() };
  const { last } = noticed;
  noticed.last = counted;
  if (!last) return;
  const byMs = counted.wallMs - last.wallMs - (counted.countedMs - last.countedMs);
  if (Math.abs(byMs) >= LEAST_JUMP_MS) noticed.jump = { at: now, byMs };
}

/** Whether this machine's clock is right; without a database what webhooks say of it is not known. */
export function clockFinding({
  db,
  clock,
  watch,
}: Pick<Deps, "clock" | "watch"> & Partial<Pick<Deps, "db">>): Finding {
  const now = clock.now();
  const { reading, jump } = watch.clock;
  const isKnown = reading !== null && now.getTime() - reading.at.getTime() < STALE_MS;
  if (isKnown) return judge(reading, { jump, now });
  const refused = watch.refusedEvents.genuine();
  const lastWebhook = (db && findCursor(db, LAST_WEBHOOK)) ?? 0;
  if (refused?.isOutOfTime && refused.at.getTime() > lastWebhook) {
    return bad("Webhooks of the provider are refused for their time: this clock is wrong.", SET_IT);
  }
  if (jump && Math.abs(jump.byMs) >= BAD_MS && now.getTime() - jump.at.getTime() < JUMP_SHOWN_MS) {
    return bad(`${jumpText(jump, now)} The provider can't be asked for the time.`, SET_IT);
  }
  return unknown(
    "It could not be compared: the payment provider has not told the time yet.",
    "It is asked every minute. If this stays, look at “Payment provider”.",
  );
}

type Noticed = Deps["watch"]["clock"];

function judge(
  { at, aheadMs, withinMs }: NonNullable<Noticed["reading"]>,
  { jump, now }: { jump: Noticed["jump"]; now: Date },
): Finding {
  const offMs = Math.max(0, Math.abs(aheadMs) - withinMs);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  const off = `This machine's clock is ${formatSpan(Math.abs(aheadMs))} ${side} the payment provider's`;
  if (offMs >= BAD_MS) {
    const effect =
      aheadMs > 0
        ? "past five minutes every webhook is refused, and codes and links end too early"
        : "codes and links last too long, and events bear wrong times";
    return bad(`${off}: ${effect}.`, SET_IT);
  }
  if (offMs >= WARN_MS) return warn(`${off}. At five minutes webhooks are refused.`, SET_IT);
  if (jump && now.getTime() - jump.at.getTime() < JUMP_SHOWN_MS) {
    return warn(`${jumpText(jump, now)} It is right now.`, SET_IT);
  }
  const age = formatSpan(now.getTime() - at.getTime());
  return ok(`Right to the second, by the payment provider's clock, ${age} ago.`);
}

function jumpText({ at, byMs }: NonNullable<Noticed["jump"]>, now: Date): string {
  const way = byMs > 0 ? "forward" : "back";
  const age = formatSpan(now.getTime() - at.getTime());
  return `The clock jumped ${way} by ${formatSpan(Math.abs(byMs))}, ${age} ago.`;
}
