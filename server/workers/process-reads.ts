import { listRefusals } from "../contract/admin-messages.ts";
import type { Deps } from "../deps.ts";
import type { Reads } from "../ports/reads.ts";
import { AppError } from "../errors.ts";
import {
  oneAtATime,
  startWorkerProcess,
  WorkerEnded,
  type WorkerProcess,
} from "./worker-process.ts";

const LONGEST_READ_MS = 20_000;
const MOST_WAITING = 32;
const BUSY_SECONDS = 5;

type ProcessReadsOptions = {
  databasePath: string;
  log: Deps["log"];
  longestMs?: number;
};

/**
 * One process for lists, one for each export. A late or abandoned read is killed with its process.
 */
export function processReads({
  databasePath: path,
  log,
  longestMs = LONGEST_READ_MS,
}: ProcessReadsOptions) {
  const inTurn = oneAtATime();
  const exporting = new Set<WorkerProcess>();
  let lists: WorkerProcess | undefined;
  let waiting = 0;

  function refuse(error: unknown): never {
    if (!(error instanceof WorkerEnded)) throw error;
    if (!error.hasTimedOut) throw busy(error);
    log.warn("A read took too long and was ended.");
    throw new AppError("unavailable", listRefusals.tooLong, { reason: "reading_too_long" });
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
    async *exportTable(input, signal) {
      const worker = startWorkerProcess();
      exporting.add(worker);
      try {
        for (;;) {
          const asked = worker.ask({ name: "nextOfExport", path, input }, { longestMs, signal });
          const chunk = await asked.catch(refuse);
          if (chunk === null) return undefined;
          yield chunk as Uint8Array<ArrayBuffer>;
        }
      } finally {
        exporting.delete(worker);
        // Closes the snapshot, which keeps the WAL from being reset.
        worker.kill();
      }
    },
  };
  return {
    ...reads,
    close(): void {
      for (const worker of exporting) worker.kill();
      lists?.kill();
    },
  };
}

function busy(cause?: WorkerEnded): AppError {
  return new AppError("unavailable", listRefusals.busy, {
    reason: "readings_busy",
    retryAfterSeconds: BUSY_SECONDS,
    cause,
  });
}
