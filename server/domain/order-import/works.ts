import type { ImportWork } from "../../contract/order-import.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict } from "../../errors.ts";

const texts = {
  busy: "Another import, undo or mailing is still running. Wait until it has finished.",
  stopped: "The shop was restarted. Start again to continue where it stopped.",
  failed: "This stopped early because of an error in the shop. Start again to continue.",
};

type WorkDeps = Pick<Deps, "db" | "log" | "stopping">;

const works = new WeakMap<Deps["db"], ImportWork>();

/** Returns the latest work on imported orders since the start of the server. */
export function latestWork({ db }: Pick<Deps, "db">): ImportWork | null {
  return works.get(db) ?? null;
}

/**
 * Starts a work that outlasts its request, because thousands of orders take minutes. `run` updates
 * the counts. Throws AppError `conflict` while another one runs.
 */
export function startWork(
  { db, log }: WorkDeps,
  kind: ImportWork["kind"],
  run: (work: ImportWork) => Promise<void>,
): void {
  if (works.get(db)?.isRunning) throw conflict(texts.busy);
  const counts = { done: 0, total: 0, added: 0, changed: 0, kept: 0 };
  const work: ImportWork = { kind, isRunning: true, ...counts, failure: null };
  works.set(db, work);
  void run(work)
    .catch((error: unknown) => {
      work.failure = error instanceof AppError ? error.message : texts.failed;
      if (!(error instanceof AppError)) log.error({ err: error, kind }, "order import failed");
    })
    .finally(() => (work.isRunning = false));
}

/** Throws AppError `unavailable` when the server is stopping. */
export function requireRunning({ stopping }: Pick<Deps, "stopping">): void {
  if (stopping?.aborted) throw new AppError("unavailable", texts.stopped);
}
