import { settleDue } from "./payments.ts";
import { expireDue } from "./sessions.ts";
import type { Context, SimulatorStore } from "./types.ts";

export type Clockwork = ReturnType<typeof createClockwork>;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Does what the clock brings: sessions expire, delayed payments settle. `run` is called before
 * each request, so a test's clock works; a timer does it in an idle demo.
 */
export function createClockwork(context: Context) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = nextDue(context.store);

  const run = () => {
    if (context.now() < nextAt) return;
    settleDue(context);
    expireDue(context);
    arm(nextDue(context.store));
  };

  const arm = (at: number) => {
    nextAt = at;
    clearTimeout(timer);
    if (at === Infinity) return;
    const wait = Math.max(0, at - context.now()) * 1000;
    timer = setTimeout(
      () => (context.now() < nextAt ? arm(nextAt) : run()),
      Math.min(wait, LONGEST_TIMER_MS),
    );
    timer.unref?.();
  };
  arm(nextAt);

  return {
    run,
    /** Tells that something new is due at a time (Unix seconds). */
    expect(at: number): void {
      if (at < nextAt) arm(at);
    },
    stop: () => clearTimeout(timer),
  };
}

function nextDue(store: SimulatorStore): number {
  const expiries = store
    .list("checkout.session")
    .filter(({ status }) => status === "open")
    .map((session) => session.expires_at);
  const settlements = store
    .list("settlement")
    .filter(({ done }) => !done)
    .map(({ dueAt }) => dueAt);
  return expiries.concat(settlements).reduce((a, b) => Math.min(a, b), Infinity);
}
