import { READS_WORKER } from "../built.ts";
import { listRefusals } from "../contract/admin-messages.ts";
import type { Deps, Reads } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Answer, Call } from "./messages.ts";

/** A read that takes longer is given up. */
const LONGEST_READ_MS = 20_000;
const MOST_WAITING = 32;

type Options = {
  databasePath: string;
  log: Deps["log"];
  longestMs?: number;
};

/**
 * Reads on a thread of its own, with connections that cannot write. The thread is started by the first
 * call, and again after it has died or was given up; what it was at is refused then, and an export under
 * way ends with an error.
 */
export function workerReads({ databasePath: path, log, longestMs = LONGEST_READ_MS }: Options) {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let exports = 0;
  let fail: ((error: Error) => void) | undefined;

  function open(): Worker {
    const opened = new Worker(READS_WORKER);
    const died = (cause: unknown) => {
      if (worker !== opened) return;
      worker = undefined;
      fail?.(new Error("The reading thread has died.", { cause }));
    };
    opened.addEventListener("error", (event) => died(event.message));
    opened.addEventListener("close", () => died("closed"));
    return opened;
  }

  function giveUp(): void {
    worker?.terminate();
    worker = undefined;
    log.warn("A read took too long and was given up.");
    fail?.(new AppError("unavailable", listRefusals.tooLong, { reason: "reading_too_long" }));
  }

  async function ask(call: Call, input: unknown): Promise<unknown> {
    worker ??= open();
    const asked = worker;
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(giveUp, longestMs);
    fail = answered.reject;
    const onAnswer = ({ data }: MessageEvent<Answer>) => {
      if ("value" in data) answered.resolve(data.value);
      else answered.reject(asError(data));
    };
    asked.addEventListener("message", onAnswer, { once: true });
    asked.postMessage({ path, call, input });
    return answered.promise.finally(() => {
      clearTimeout(timer);
      asked.removeEventListener("message", onAnswer);
      fail = undefined;
    });
  }

  /** One after the other, so that the time of each counts from its own start. */
  async function inTurn(call: Call, input: unknown): Promise<unknown> {
    waiting++;
    const turn = last.then(() => ask(call, input)).finally(() => waiting--);
    last = turn.catch(() => undefined);
    return turn;
  }

  function requireRoom(): void {
    if (waiting < MOST_WAITING) return;
    throw new AppError("unavailable", listRefusals.busy, { reason: "readings_busy" });
  }

  const reads: Reads = {
    async run(name, input) {
      requireRoom();
      return (await inTurn(name, input)) as never;
    },
    async *exportTable(input) {
      requireRoom();
      const id = ++exports;
      // From here on it always has its turn: one that is not ended holds its moment, and with it the
      // space of the database's log.
      try {
        await inTurn("startExport", { id, ...input });
        for (;;) {
          const chunk = await inTurn("nextOfExport", id);
          if (chunk === null) return undefined;
          yield chunk as Uint8Array<ArrayBuffer>;
        }
      } finally {
        // Of a thread that has died nothing is left to end.
        await inTurn("endExport", id).catch((error: unknown) => log.warn({ err: error }));
      }
    },
  };
  return {
    ...reads,
    /** Ends the thread; what it is at is refused. */
    close(): void {
      const ended = worker;
      worker = undefined;
      ended?.terminate();
      fail?.(new Error("The store is closing."));
    },
  };
}

function asError({ failed }: Exclude<Answer, { value: unknown }>): Error {
  const { message, refusal } = failed;
  if (!refusal) return new Error(`A read failed: ${message}`);
  const { code, ...details } = refusal;
  return new AppError(code, message, details);
}
