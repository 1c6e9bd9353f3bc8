import type { Deps } from "../deps.ts";
import { handleDueEvents } from "./inbox.ts";
import { startLoop } from "./loop.ts";
import { sendDueMails } from "./mail.ts";

const EVERY_MS = 5000;

export type Jobs = { stop: () => Promise<void> };

/** Starts the background work on `deps` and lets `deps.wake` reach it. */
export function startJobs(deps: Deps): Jobs {
  const { log } = deps;
  const mail = startLoop({ name: "mail", everyMs: EVERY_MS, log, round: () => sendDueMails(deps) });
  const inbox = startLoop({
    name: "inbox",
    everyMs: EVERY_MS,
    log,
    round: () => handleDueEvents(deps),
  });
  deps.wake.mail = mail.wake;
  deps.wake.inbox = inbox.wake;
  return {
    async stop() {
      await Promise.all([mail.stop(), inbox.stop()]);
    },
  };
}
