import type { Server } from "bun";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Answer } from "./listen.ts";

/** The process ends this long after the signal at the latest. */
export const SHUTDOWN_MS = 9700;
/** Downloads are aborted this long after the signal: they resume by range, and new requests wait. */
const DOWNLOADS_MS = 5000;
/** How long the shutdown waits for request bodies that are still incomplete. */
const BODY_MS = 2000;
/** Lets the event loop accept connections that are in the kernel's queue: closing would reset them. */
const ACCEPT_MS = 10;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Tracks requests until their response begins; a response that is being sent needs no database. */
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
    /** Waits for a request's body. Throws AppError `unavailable` when it is late during a shutdown. */
    receive: <Body>(work: () => Promise<Body>): Promise<Body> =>
      Promise.race([work(), closing.promise]),
    /** Resolves when no request is running. Late bodies are refused after two seconds. */
    async drain(): Promise<void> {
      if (running === 0) return;
      const refuse = () => closing.reject(new AppError("unavailable", refusals.closed));
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
  /** Closes the database and releases the lock. Nothing uses the data after this. */
  closeData: () => Promise<void>;
  /** Ends the workers that an export may still read from. */
  endWorkers: () => void;
};

/**
 * Ends the process with status 0 on SIGTERM or SIGINT. It stops accepting, finishes requests and
 * mails in progress, releases the data directory, and finishes downloads while time is left.
 */
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
