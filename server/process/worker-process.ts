import type { Reason } from "../contract/reasons.ts";
import type { Deps } from "../deps.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { Inspection, UploadToInspect } from "../ports/files.ts";
import type { ReadJobName, Reads, ReadStreamName, ReadStreams } from "../ports/read-worker.ts";
import { selfCall } from "./own-program.ts";

/**
 * Call to a worker; `path` is the database. `nextChunk` returns a stream's next chunk, or null at its
 * end; the first call of a worker has the input.
 */
export type WorkerCall =
  | { name: "read"; path: string; job: ReadJobName; input: unknown }
  | { name: "nextChunk"; path: string; stream: ReadStreamName; input?: unknown }
  | { name: "inspectUpload"; upload: UploadToInspect };

/** Result of a call. Errors are plain data, because IPC loses their class. */
export type WorkerAnswer =
  | { value: unknown }
  | { message: string; refusal?: { code: ErrorCode; reason: Reason; errors?: AppError["errors"] } };

export const WORKER_READY = "ready";

const LONGEST_READ_MS = 20_000;
const MOST_WAITING = 32;
const BUSY_SECONDS = 5;
const LONGEST_INSPECTION_MS = 5000;
/** Time for a call to finish after its client disconnects, so that its worker can be reused. */
const DISCONNECT_GRACE_MS = 1000;
/** Environment variables of workers, which get no settings or secrets. */
const ENVIRONMENT = ["PATH", "TMPDIR", "TZ"];

type ProcessReadsOptions = {
  databasePath: string;
  log: Deps["log"];
  longestMs?: number;
};

/**
 * Runs reads in processes: one for lists, one per stream. Late or abandoned reads are killed.
 */
export function processReads({
  databasePath: path,
  log,
  longestMs = LONGEST_READ_MS,
}: ProcessReadsOptions) {
  const inTurn = oneAtATime();
  const streaming = new Set<WorkerProcess>();
  let lists: WorkerProcess | undefined;
  let waiting = 0;

  function refuse(error: unknown): never {
    if (!(error instanceof WorkerEnded)) throw error;
    if (!error.hasTimedOut) throw busy(error);
    log.warn("A read took too long and was ended.");
    throw new AppError(
      "unavailable",
      "This takes too long. Please use fewer filters or another column.",
      { reason: "reading_too_long" },
    );
  }

  const reads: Reads = {
    async run(name, input, signal) {
      if (waiting >= MOST_WAITING) throw busy();
      waiting++;
      const turn = inTurn(() => {
        if (signal?.aborted) throw busy();
        if (!lists || lists.hasEnded()) lists = startWorkerProcess();
        return lists.ask({ name: "read", path, job: name, input }, { longestMs, signal });
      });
      return (await turn.catch(refuse).finally(() => waiting--)) as never;
    },
    exportTable: (input, signal) => stream("exportTable", input, signal),
    readOrders: (input, signal) => stream("readOrders", input, signal),
  };

  async function* stream<Name extends ReadStreamName>(
    name: Name,
    input: ReadStreams[Name]["input"],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ReadStreams[Name]["chunk"], undefined> {
    const worker = startWorkerProcess();
    streaming.add(worker);
    const call = { name: "nextChunk", path, stream: name } as const;
    try {
      for (let next: WorkerCall = { ...call, input }; ; next = call) {
        const chunk = await worker.ask(next, { longestMs, signal }).catch(refuse);
        if (chunk === null) return undefined;
        yield chunk as ReadStreams[Name]["chunk"];
      }
    } finally {
      streaming.delete(worker);
      // Kill the worker to close its snapshot: an open snapshot keeps the WAL from being reset.
      worker.kill();
    }
  }

  return {
    ...reads,
    close(): void {
      for (const worker of streaming) worker.kill();
      lists?.kill();
    },
  };
}

type ProcessInspectionOptions = { log: Deps["log"]; longestMs?: number };

/** Inspects uploads one at a time, each in its own process. A timeout or crash is `tooComplex`. */
export function processInspection({
  log,
  longestMs = LONGEST_INSPECTION_MS,
}: ProcessInspectionOptions): Deps["inspectUpload"] {
  const inTurn = oneAtATime();
  return (upload) =>
    inTurn(async () => {
      const worker = startWorkerProcess();
      try {
        return (await worker.ask({ name: "inspectUpload", upload }, { longestMs })) as Inspection;
      } catch (error) {
        if (!(error instanceof WorkerEnded)) throw error;
        log.warn({ err: error, sha256: upload.sha256 }, "An upload could not be inspected.");
        return { fault: "tooComplex" };
      } finally {
        worker.kill();
      }
    });
}

function busy(cause?: WorkerEnded): AppError {
  return new AppError(
    "unavailable",
    "Too many searches are running. Please try again in a moment.",
    {
      reason: "readings_busy",
      retryAfterSeconds: BUSY_SECONDS,
      cause,
    },
  );
}

/** Thrown when the process exited or was killed after a timeout. */
class WorkerEnded extends Error {
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

type WorkerProcess = {
  /** Sends a call to the worker, one at a time. Rejects with the call's error or WorkerEnded. */
  ask: (call: WorkerCall, limits: CallLimits) => Promise<unknown>;
  hasEnded: () => boolean;
  kill: () => void;
};

/** Starts a process: unlike ending a thread, SIGKILL interrupts SQLite and regular expressions. */
function startWorkerProcess(): WorkerProcess {
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
      // Restart the timeout when the process is ready, because starting it can take longer.
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

function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
