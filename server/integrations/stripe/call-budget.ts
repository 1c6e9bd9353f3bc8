import type { Asker } from "../../deps.ts";
import { ProviderBusy } from "../../errors.ts";

/** The provider throttles an account at 100 calls a second. */
const MOST_A_SECOND = 80;
/** Half of it is left to payments, whatever else there is to ask (decision: provider-budget). */
const MOST_OF_ASKER_A_SECOND = { payment: MOST_A_SECOND, page: 20, background: 20 };
/** Shorter than the SDK's own patience: what it gave up must not be sent afterwards. */
const LONGEST_WAIT_MS = 3000;
const SECOND_MS = 1000;

type Time = { now: () => number; sleep: (ms: number) => Promise<void> };

/** What all calls of the provider draw on before they leave. */
export type CallBudget = {
  /**
   * Resolves when a call of this asker may leave. Payments wait for their turn in their order, the
   * background while there is room beside them, pages not at all. Throws ProviderBusy.
   */
  take: (asker: Asker) => Promise<void>;
};

/** A budget of calls for one account of the provider. */
export function callBudget({ now, sleep }: Time = machineTime): CallBudget {
  const all = callLog(MOST_A_SECOND);
  const own = {
    payment: callLog(MOST_OF_ASKER_A_SECOND.payment),
    page: callLog(MOST_OF_ASKER_A_SECOND.page),
    background: callLog(MOST_OF_ASKER_A_SECOND.background),
  };
  const nextFor = (asker: Asker, time: number) => Math.max(time, all.next(), own[asker].next());
  const reserve = (asker: Asker, time: number) => {
    all.add(time);
    own[asker].add(time);
  };

  return {
    async take(asker) {
      let time = now();
      const latest = asker === "page" ? time : time + LONGEST_WAIT_MS;
      let next = nextFor(asker, time);
      // A place is only reserved ahead for payments: all others stand back until there is room.
      while (asker === "background" && next > time && next <= latest) {
        await sleep(next - time);
        time = now();
        next = nextFor(asker, time);
      }
      if (next > latest) throw new ProviderBusy();
      reserve(asker, next);
      if (next > time) await sleep(next - time);
    },
  };
}

/** The times of the last `most` calls, in order: no second ever has more of them. */
function callLog(most: number) {
  const times: number[] = [];
  return {
    /** The earliest time at which one more is allowed. */
    next: () => (times.length < most ? 0 : (times[0] ?? 0) + SECOND_MS),
    add(time: number) {
      times.push(time);
      if (times.length > most) times.shift();
    },
  };
}

const machineTime: Time = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
