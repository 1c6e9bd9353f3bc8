import { CACHE_KIB, openReader, type Reader } from "../../db/client.ts";
import { inspectUpload } from "../domain/files/inspect-upload.ts";
import { exportChunks } from "../domain/tables/export.ts";
import { READ_JOBS } from "../domain/tables/read-jobs.ts";
import { AppError } from "../errors.ts";
import { type Answer, type Call, READY } from "./messages.ts";

/** Answers the parent store's calls one at a time until the store kills this process or exits. */
export function answerCalls(): void {
  // Terminals and systemd signal the whole process group, but the store finishes its requests
  // first.
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  const jobs = createJobs();
  process.on("message", (call: Call) => process.send?.(answerOf(() => jobs(call))));
  process.send?.(READY);
}

function createJobs() {
  let database: Reader | undefined;
  let chunks: Generator<string, undefined> | undefined;
  const encoder = new TextEncoder();
  const open = (path: string): Reader => {
    if (database) return database;
    database = openReader(path);
    database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    return database;
  };
  return (call: Call): unknown => {
    if (call.name === "inspectUpload") return inspectUpload(call.upload);
    const db = open(call.path);
    if (call.name === "nextOfExport") {
      chunks ??= exportChunks(db, call.input);
      const next = chunks.next();
      return next.done ? null : encoder.encode(next.value);
    }
    const job: (db: Reader, input: never) => unknown = READ_JOBS[call.job];
    return job(db, call.input as never);
  };
}

function answerOf(work: () => unknown): Answer {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof AppError)) {
      return { failed: { message: error instanceof Error ? (error.stack ?? "") : String(error) } };
    }
    const { code, message, reason, errors } = error;
    return { failed: { message, refusal: { code, reason, ...(errors && { errors }) } } };
  }
}
