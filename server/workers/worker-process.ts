import { AppError } from "../errors.ts";
import { selfCall } from "../process/own-program.ts";
import { type Answer, type Call, READY } from "./messages.ts";

/**
 * Grace period after the client disconnects: most calls end sooner and the process can be reused.
 */
const DISCONNECT_GRACE_MS = 1000;
/** Workers get no settings or secrets. */
const ENVIRONMENT = ["PATH", "TMPDIR", "TZ"];

/** The call timed out, and its process was killed. */
export class CallTimeout extends Error {
  override readonly name = "CallTimeout";
}

/** The process ended or was killed before it answered. */
export class WorkerEnded extends Error {
  override readonly name = "WorkerEnded";
}

type CallLimits = {
  longestMs: number;
  /** Aborted when the client no longer waits for the answer. */
  signal?: AbortSignal | undefined;
};

export type WorkerProcess = {
  /**
   * Sends one call at a time and resolves with its value. Rejects with the call's error,
   * CallTimeout or WorkerEnded.
   */
  ask: (call: Call, limits: CallLimits) => Promise<unknown>;
  hasEnded: () => boolean;
  /** Kills the process immediately. */
  kill: () => void;
};

/**
 * Starts this program as a process that answers calls (`answer-calls.ts`). A process, because
 * ending a thread interrupts neither SQLite nor a running regular expression; SIGKILL does.
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
      let grace: ReturnType<typeof setTimeout> | undefined;
      const onDisconnect = () => (grace = setTimeout(giveUp, DISCONNECT_GRACE_MS));
      if (signal?.aborted) onDisconnect();
      signal?.addEventListener("abort", onDisconnect, { once: true });
      try {
        if (hasEnded) throw new WorkerEnded("The worker process has ended.");
        child.send(call);
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        clearTimeout(grace);
        signal?.removeEventListener("abort", onDisconnect);
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
