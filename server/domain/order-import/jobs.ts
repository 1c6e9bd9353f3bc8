import type { ImportJob } from "../../contract/order-import.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict } from "../../errors.ts";

const texts = {
  busy: "Another import, undo or mailing is still running. Wait until it has finished.",
  stopped: "The shop was restarted. Start again to continue where it stopped.",
  failed: "This stopped early because of an error in the shop. Start again to continue.",
};

/** Limits of a job's batches, which are short because shoppers wait for each of them. */
export const JOB_BATCHES = { batchSize: 25, batchMs: 40 };

type JobDeps = Pick<Deps, "db" | "log" | "stopping">;

const jobs = new WeakMap<Deps["db"], ImportJob>();

/** Returns the latest job on imported orders since the start of the server. */
export function latestJob({ db }: Pick<Deps, "db">): ImportJob | null {
  return jobs.get(db) ?? null;
}

/**
 * Starts a job that continues after its request, because thousands of orders take minutes. `run`
 * updates the counts. Throws AppError `conflict` while another one runs.
 */
export function startJob(
  { db, log }: JobDeps,
  kind: ImportJob["kind"],
  run: (job: ImportJob) => Promise<void>,
): void {
  if (jobs.get(db)?.isRunning) throw conflict(texts.busy);
  const counts = { done: 0, total: 0, added: 0, changed: 0, kept: 0 };
  const job: ImportJob = { kind, isRunning: true, ...counts, failure: null };
  jobs.set(db, job);
  void run(job)
    .catch((error: unknown) => {
      job.failure = error instanceof AppError ? error.message : texts.failed;
      if (!(error instanceof AppError)) log.error({ err: error, kind }, "order import failed");
    })
    .finally(() => (job.isRunning = false));
}

/** Throws AppError `unavailable` when the server is stopping. */
export function requireRunning({ stopping }: Pick<Deps, "stopping">): void {
  if (stopping?.aborted) throw new AppError("unavailable", texts.stopped);
}
