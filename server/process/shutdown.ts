import type { Server } from "bun";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Life } from "./process-state.ts";
import type { Answer } from "./listen.ts";

/** From the signal to the end; what is not sent by then is asked for again, from where it broke off. */
export const LONGEST_LEAVE_MS = 9700;
/** Within this time a proxy asks three times whether requests may be sent here. */
const PROXY_LOOKS_MS = 700;

/** A body that is on its way when the store has taken its last connection is waited for so long. */
const RECEIVING_MS = 2000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Counts the requests that are being answered: those of which a part of the answer is sent are done. */
export function countHandlers() {
  let running = 0;
  let receiving = 0;
  let isOver = false;
  let changed = Promise.withResolvers<void>();
  const count = (requests: number, bodies: number) => {
    running += requests;
    receiving += bodies;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const until = async (isReached: () => boolean) => {
    while (!isReached()) await changed.promise;
  };
  return {
    run(work: () => ReturnType<Answer>): ReturnType<Answer> {
      count(1, 0);
      const leave = () => count(-1, 0);
      try {
        const answered = work();
        if (answered instanceof Promise) return answered.finally(leave);
        leave();
        return answered;
      } catch (error) {
        leave();
        throw error;
      }
    },
    /** Waits for a request's body. Throws AppError `unavailable` when the data are gone by then. */
    async receive<Body>(work: () => Promise<Body>): Promise<Body> {
      count(0, 1);
      const body = await work().finally(() => count(0, -1));
      if (isOver) throw new AppError("unavailable", refusals.closed);
      return body;
    },
    /** Resolves when no request is being answered; those whose bodies do not come are given up. */
    async end(): Promise<void> {
      await Promise.race([until(() => running === 0), sleep(RECEIVING_MS)]);
      await until(() => running === receiving);
      isOver = true;
    },
  };
}

type Running = {
  life: Life;
  door: { release: () => void };
  server: Pick<Server<unknown>, "stop">;
  handlers: Pick<ReturnType<typeof countHandlers>, "end">;
  jobs: Jobs;
  stopping: AbortController;
  /** Closes the database and leaves the data to the next store; nothing here uses them any more. */
  handOver: () => Promise<void>;
  /** Ends what a download or an export still needed. */
  close: () => void;
};

/**
 * Ends the process with 0 when it is told to: finishes the mails and requests under way, and every
 * download that is through in time. The next store, if one waits, is sent requests from the first
 * moment and has the data as soon as the last answer has begun (decision: handover).
 */
export function leaveOnSignal(running: Running): void {
  const leave = async () => {
    setTimeout(() => process.exit(0), LONGEST_LEAVE_MS).unref();
    await finish(running);
    process.exit(0);
  };
  process.once("SIGTERM", leave);
  process.once("SIGINT", leave);
}

async function finish(running: Running): Promise<void> {
  const { life, door, server, handlers, jobs, stopping, handOver, close } = running;
  const pause = life.isWatched() ? PROXY_LOOKS_MS : 0;
  stopping.abort();
  const worked = jobs.stop();
  life.become("leaving");
  door.release();
  await sleep(pause);
  life.become("stopping");
  await sleep(pause);
  const answered = server.stop();
  await worked;
  await handlers.end();
  await handOver();
  await answered;
  close();
}
