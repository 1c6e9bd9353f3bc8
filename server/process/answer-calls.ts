import { CACHE_KIB, openReader, type Reader } from "../../db/client.ts";
import { type BuiltContent, setBuiltContent } from "../domain/content/text-rules.ts";
import { inspectUpload } from "../domain/files/inspect-upload.ts";
import { AppError } from "../errors.ts";
import { READ_JOBS, READ_STREAMS } from "./read-jobs.ts";
import { WORKER_READY, type WorkerAnswer, type WorkerCall } from "./worker-process.ts";

/** Runs the worker: answers calls one at a time until the store kills this process or exits. */
export function answerCalls(content: BuiltContent): void {
  setBuiltContent(content);
  // Ignores signals to the process group, because the store needs this worker during its shutdown.
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  const jobs = createJobs();
  process.on("message", (call: WorkerCall) => process.send?.(answerOf(() => jobs(call))));
  process.send?.(WORKER_READY);
}

function createJobs() {
  let database: Reader | undefined;
  let chunks: Generator<unknown, undefined> | undefined;
  const open = (path: string): Reader => {
    if (database) return database;
    database = openReader(path);
    database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    return database;
  };
  return (call: WorkerCall): unknown => {
    if (call.name === "inspectUpload") return inspectUpload(call.upload);
    const db = open(call.path);
    if (call.name === "nextChunk") {
      const stream: (db: Reader, input: never) => typeof chunks = READ_STREAMS[call.stream];
      chunks ??= stream(db, call.input as never);
      const next = chunks?.next();
      return next?.done === false ? next.value : null;
    }
    const job: (db: Reader, input: never) => unknown = READ_JOBS[call.job];
    return job(db, call.input as never);
  };
}

function answerOf(work: () => unknown): WorkerAnswer {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof AppError)) {
      return { message: error instanceof Error ? (error.stack ?? "") : String(error) };
    }
    const { code, message, reason, errors } = error;
    return { message, refusal: { code, reason, ...(errors && { errors }) } };
  }
}
