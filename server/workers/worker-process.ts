import type { Reason } from "../contract/reasons.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { UploadToInspect } from "../ports/files.ts";
import type { ExportInput, ReadJobName } from "../ports/reads.ts";
import { selfCall } from "../process/own-program.ts";

/** `path` is the database file. The first `nextOfExport` starts the worker's only export. */
export type WorkerCall =
  | { name: "read"; path: string; job: ReadJobName; input: unknown }
  | { name: "nextOfExport"; path: string; input: ExportInput }
  | { name: "inspectUpload"; upload: UploadToInspect };

/** Result of a call. Errors are plain data, because IPC loses their class. */
export type WorkerAnswer =
  | { value: unknown }
  | { message: string; refusal?: { code: ErrorCode; reason: Reason; errors?: AppError["errors"] } };

export const WORKER_READY = "ready";

/** Most calls end sooner, and the process can be reused. */
const DISCONNECT_GRACE_MS = 1000;
/** Environment variables of workers, which get no settings or secrets. */
const ENVIRONMENT = ["PATH", "TMPDIR", "TZ"];

/** Thrown when the process exited or was killed after a timeout. */
export class WorkerEnded extends Error {
  override readonly name = "WorkerEnded";
  readonly hasTimedOut: boolean;

  constructor(message: string, { hasTimedOut = false } = {}) {
    super(message);
    this.hasTimedOut = hasTimedOut;
  }
}

type CallLimits = {
  longestMs: number;
  signal?: AbortSignal | undefined;
};

export type WorkerProcess = {
  /** Sends a call to the worker, one at a time. Rejects with the call's error or WorkerEnded. */
  ask: (call: WorkerCall, limits: CallLimits) => Promise<unknown>;
  hasEnded: () => boolean;
  kill: () => void;
};

/** Only SIGKILL interrupts SQLite and regular expressions; ending a thread does not. */
export function startWorkerProcess(): WorkerProcess {
  let pending: PromiseWithResolvers<unknown> | undefined;
  const ready = Promise.withResolvers<void>();
  let hasEnded = false;
  const child = Bun.spawn(selfCall(["worker"]), {
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    stdio: ["ignore", "ignore", "inherit"],
    serialization: "advanced",
    ipc(answer: WorkerAnswer | typeof WORKER_READY) {
      if (answer === WORKER_READY) ready.resolve();
      else if ("value" in answer) pending?.resolve(answer.value);
      else pending?.reject(errorOf(answer));
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
        answer.reject(new WorkerEnded("The call took too long.", { hasTimedOut: true }));
        kill();
      };
      const timer = setTimeout(giveUp, longestMs);
      // Starting the process can take longer than the timeout.
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

function errorOf({ message, refusal }: Exclude<WorkerAnswer, { value: unknown }>): Error {
  if (!refusal) return new Error(`A worker's call failed: ${message}`);
  const { code, errors, reason } = refusal;
  return new AppError(code, message, { reason, ...(errors && { errors }) });
}

export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
