// The thread that reads for the administrators: it answers one message after the other.
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { CACHE_KIB, openReader, type Reader } from "../../db/client.ts";
import { type ExportInput, exportChunks } from "../domain/tables/export.ts";
import { READ_JOBS } from "../domain/tables/read-jobs.ts";
import { AppError } from "../errors.ts";
import type { Answer, Message } from "./messages.ts";

const NICE = 10;

/** Where threads have a priority of their own, shoppers go first when processors are short. */
function letOthersGoFirst(): void {
  try {
    const [thread] = readlinkSync("/proc/thread-self").split("/").slice(-1);
    setPriority(Number(thread), NICE);
  } catch {
    // This system knows no such thing.
  }
}

let read: ReturnType<typeof openReader> | undefined;

/** Exports under way, each with its own connection: a long read holds back no other. */
const exporting = new Map<number, { chunks: Generator<string, undefined>; close: () => void }>();

const encoder = new TextEncoder();

function answer({ path, call, input }: Message): unknown {
  if (call === "startExport") return startExport(path, input as { id: number } & ExportInput);
  if (call === "nextOfExport") return nextOfExport(input as number);
  if (call === "endExport") return endExport(input as number);
  read ??= openForLong(path);
  const job: (db: Reader, input: never) => unknown = READ_JOBS[call];
  return job(read, input as never);
}

function openForLong(path: string): ReturnType<typeof openReader> {
  const db = openReader(path);
  db.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  return db;
}

function startExport(path: string, { id, ...input }: { id: number } & ExportInput): void {
  const db = openReader(path);
  exporting.set(id, { chunks: exportChunks(db, input), close: db.close });
}

function nextOfExport(id: number): Uint8Array<ArrayBuffer> | null {
  const next = exporting.get(id)?.chunks.next();
  // It belonged to a worker that is no more.
  if (!next) throw new Error(`The export ${id} is unknown.`);
  return next.done ? null : encoder.encode(next.value);
}

function endExport(id: number): void {
  const known = exporting.get(id);
  exporting.delete(id);
  try {
    known?.chunks.return(undefined);
  } finally {
    known?.close();
  }
}

function asFailure(error: unknown): Answer {
  if (error instanceof AppError) {
    const { code, message, reason, errors } = error;
    return { failed: { message, refusal: { code, reason, ...(errors && { errors }) } } };
  }
  return { failed: { message: error instanceof Error ? (error.stack ?? "") : String(error) } };
}

letOthersGoFirst();

self.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  try {
    const value = answer(data);
    const transfer = value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [];
    self.postMessage({ value } satisfies Answer, { transfer });
  } catch (error) {
    self.postMessage(asFailure(error));
  }
});
