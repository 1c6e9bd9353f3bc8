import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "bun";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { Jobs } from "./jobs.ts";
import type { Answer } from "./listen.ts";

export const SHUTDOWN_MS = 9700;
/** Time for downloads to finish; aborted ones resume with a Range request. */
const DOWNLOADS_MS = 5000;
/** Time for incomplete request bodies to arrive. */
const BODY_MS = 2000;
/** Time to accept connections from the kernel's backlog, which closing the socket would reset. */
const ACCEPT_MS = 10;

/** Tracks requests until their response starts, because sending it needs no database. */
export function trackRequests() {
  let running = 0;
  let idle: (() => void) | undefined;
  const closing = Promise.withResolvers<never>();
  closing.promise.catch(() => {});
  const end = () => {
    running--;
    if (running === 0) idle?.();
  };
  return {
    run(work: () => ReturnType<Answer>): ReturnType<Answer> {
      running++;
      try {
        const response = work();
        if (response instanceof Promise) return response.finally(end);
        end();
        return response;
      } catch (error) {
        end();
        throw error;
      }
    },
    /** Waits for a request body. Throws AppError `unavailable` if it is late during a shutdown. */
    receive: <Body>(work: () => Promise<Body>): Promise<Body> =>
      Promise.race([work(), closing.promise]),
    async drain(): Promise<void> {
      if (running === 0) return;
      const refuse = () => closing.reject(new AppError("unavailable", buyerRefusals.closed));
      const timer = setTimeout(refuse, BODY_MS);
      await new Promise<void>((resolve) => (idle = resolve));
      clearTimeout(timer);
    },
  };
}

type RunningStore = {
  server: Pick<Server<unknown>, "stop">;
  requests: Pick<ReturnType<typeof trackRequests>, "drain">;
  jobs: Jobs;
  stopping: AbortController;
  /** Closes the data directory, after its last use. */
  closeData: () => Promise<void>;
  /** Ends the worker processes; called last, because an export may still read from one. */
  endWorkers: () => void;
};

/** Finishes requests and mails, releases the data directory, then downloads while time is left. */
export function shutdownOnSignal(store: RunningStore): void {
  const shutdown = async () => {
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
    const downloadsEnd = sleep(DOWNLOADS_MS);
    store.stopping.abort();
    const worked = store.jobs.stop();
    await sleep(ACCEPT_MS);
    const sent = store.server.stop();
    await Promise.all([worked, store.requests.drain()]);
    await store.closeData();
    await Promise.race([sent, downloadsEnd]);
    store.endWorkers();
    process.exit(0);
  };
  process.once("SIGTERM", shutdown);
  process.once("SIGINT", shutdown);
}
