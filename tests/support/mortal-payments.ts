import type { Payments } from "../../server/ports/payments.ts";
import { AppError } from "../../server/errors.ts";

type Death = {
  /** How many calls are answered before the process dies at the next one. */
  afterCalls: number;
  /** Whether the provider did the work whose answer never arrives. */
  workDone: boolean;
};

/**
 * Payments whose caller can die in the middle of a call: from then on nothing of that process goes
 * on, as after kill -9. They also fail for as many calls as they are told to.
 */
export function mortalPayments(real: Payments) {
  let dead = false;
  let outage = 0;
  let death: (Death & { died: () => void }) | undefined;

  const die = (): Promise<never> => {
    dead = true;
    death?.died();
    return new Promise<never>(() => {});
  };
  const guarded = async (call: () => unknown): Promise<unknown> => {
    if (dead) return die();
    const last = death && death.afterCalls-- <= 0;
    if (last && !death?.workDone) return die();
    if (outage > 0) {
      outage -= 1;
      throw new AppError("payment_provider", "The provider is down.");
    }
    const answer = await call();
    return last || dead ? die() : answer;
  };

  const payments = new Proxy(real, {
    get(target, name: keyof Payments) {
      // This one asks no provider.
      if (name === "readEvent") return target[name];
      const call = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => guarded(() => call(...args));
    },
  });
  return {
    payments,
    /** Lets the next calls fail. */
    failNext: (calls: number) => void (outage = calls),
    /** Runs `work` until it ends or the process dies in it; nothing of it goes on after this. */
    async runUntilDeath(planned: Death, work: () => Promise<unknown>): Promise<void> {
      const end = Promise.withResolvers<void>();
      death = { ...planned, died: end.resolve };
      await Promise.race([work(), end.promise]);
      dead = true;
    },
  };
}
