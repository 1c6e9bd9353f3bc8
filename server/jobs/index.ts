import type { Deps } from "../deps.ts";
import { handleDueEvents } from "./inbox.ts";
import { releaseClaims } from "../domain/mail-queue.ts";
import { checkHurried, sweep } from "../domain/sweep.ts";
import { startLoop } from "./loop.ts";
import { sendDueMails } from "./mail.ts";

const EVERY_MS = 5000;
const SWEEP_EVERY_MS = 5 * 60_000;
/** As many mails are under way at once, so that a slow one never holds all the others. */
const MAIL_SENDERS = 4;

export type Jobs = { stop: () => Promise<void> };

/** Starts the background work on `deps` and lets `deps.wake` reach it. */
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
  const sweeper = startLoop({
    name: "sweep",
    everyMs: SWEEP_EVERY_MS,
    log,
    round: () => sweep(deps),
  });
  const rivals = startLoop({
    name: "rivals",
    everyMs: SWEEP_EVERY_MS,
    log,
    round: () => checkHurried(deps),
  });
  deps.wake.mail = () => {
    for (const sender of senders) sender.wake();
  };
  deps.wake.inbox = inbox.wake;
  deps.wake.rivals = rivals.wake;
  return {
    async stop() {
      await Promise.all([...senders, inbox, rivals, sweeper].map((loop) => loop.stop()));
    },
  };
}
