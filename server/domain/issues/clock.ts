import { formatSpan } from "../../contract/format.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { bad, type Finding, ok, unknown, warn } from "./finding.ts";

/** Reported clock difference: just under the five-minute tolerance of webhook signatures. */
const CLOCK_WRONG_MS = 4 * MINUTE_MS;
const CLOCK_OFF_MS = 30_000;
const CLOCK_STALE_MS = 5 * MINUTE_MS;
/** Resolution of the provider's clock. */
const SECOND_MS = 1000;

export const SET_CLOCK =
  "Synchronize this machine's clock by the network (timedatectl set-ntp true).";

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
  if (!watch.clock || ms >= CLOCK_STALE_MS) {
    return unknown(
      "This machine's clock hasn't been compared with the payment provider's yet.",
      "The store asks every minute. If this doesn't change, look at “Payment provider”.",
    );
  }
  const { aheadMs } = watch.clock;
  const isAhead = aheadMs > 0;
  const difference = `This machine's clock is ${formatSpan(Math.abs(aheadMs))} ${isAhead ? "ahead of" : "behind"} the payment provider's`;
  if (Math.abs(aheadMs) >= CLOCK_WRONG_MS) {
    return bad(
      `${difference}: ${isAhead ? "every webhook is refused, and codes and links expire too early" : "codes and links expire too late, and events get wrong times"}.`,
      SET_CLOCK,
    );
  }
  return Math.abs(aheadMs) >= CLOCK_OFF_MS
    ? warn(`${difference}. From five minutes on, webhooks are refused.`, SET_CLOCK)
    : ok(`The clock is correct (compared with the payment provider's ${formatSpan(ms)} ago).`);
}
