import { AppError } from "../errors.ts";
import { giveWay, selfCall } from "../self.ts";
import { type Answer, type Call, READY } from "./messages.ts";

/** How long a call may go on when its reader has left: most end sooner, and the process is kept. */
const LEFT_MS = 1000;
/** Settings and secrets stay with the store. */
const ENVIRONMENT = ["PATH", "TMPDIR", "TZ"];

/** The call did not end in its time, and the process that worked on it was killed. */
export class CallTimeout extends Error {
  override readonly name = "CallTimeout";
}

/** The process ended, or was killed, before it answered. */
export class WorkerEnded extends Error {
  override readonly name = "WorkerEnded";
}

type CallLimits = {
  longestMs: number;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
};

export type WorkerProcess = {
  /**
   * Sends one call and resolves with its value; one call at a time. Rejects with what the call throws,
   * with CallTimeout, and with WorkerEnded.
   */
  ask: (call: Call, limits: CallLimits) => Promise<unknown>;
  hasEnded: () => boolean;
  /** Ends the process at once, whatever it is working on. */
  kill: () => void;
};

/**
 * Starts this program as a process that answers calls (`answer-calls.ts`). A thread would not do: ending
 * it reaches neither SQLite nor a regular expression that is running, SIGKILL does.
 */
export function startWorkerProcess(): WorkerProcess {
  let pending: PromiseWithResolvers<unknown> | undefined;
  const ready = Promise.withResolvers<void>();
  let hasEnded = false;
  const child = Bun.spawn(selfCall(["worker"]), {
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    stdio: ["ignore", "ignore", "inherit"],
    serialization: "advanced",
    ipc(answer: Answer | typeof READY) {
      if (answer === READY) ready.resolve();
      else if ("value" in answer) pending?.resolve(answer.value);
      else pending?.reject(asError(answer));
    },
    onExit(_child, code, signal) {
      hasEnded = true;
      pending?.reject(new WorkerEnded(`The worker process ended with ${signal ?? code}.`));
    },
  });
  giveWay(child.pid);
  const kill = () => {
    hasEnded = true;
    child.kill("SIGKILL");
  };

  return {
    async ask(call, { longestMs, signal }) {
      const answer = Promise.withResolvers<unknown>();
      pending = answer;
      const giveUp = () => {
        answer.reject(new CallTimeout("The call took too long."));
        kill();
      };
      const timer = setTimeout(giveUp, longestMs);
      // On a busy machine the process itself takes a while to start.
      void ready.promise.then(() => timer.refresh());
      let left: ReturnType<typeof setTimeout> | undefined;
      const onLeft = () => (left = setTimeout(giveUp, LEFT_MS));
      if (signal?.aborted) onLeft();
      signal?.addEventListener("abort", onLeft, { once: true });
      try {
        if (hasEnded) throw new WorkerEnded("The worker process has ended.");
        child.send(call);
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        clearTimeout(left);
        signal?.removeEventListener("abort", onLeft);
        pending = undefined;
      }
    },
    hasEnded: () => hasEnded,
    kill,
  };
}

function asError({ failed }: Exclude<Answer, { value: unknown }>): Error {
  const { message, refusal } = failed;
  if (!refusal) return new Error(`A worker's call failed: ${message}`);
  const { code, ...details } = refusal;
  return new AppError(code, message, details);
}
