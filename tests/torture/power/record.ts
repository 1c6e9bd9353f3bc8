import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DataDir } from "../shared/data-dir.ts";
import { within } from "../../support/until.ts";
import type { Files, Operation } from "./operations.ts";
import { MARKER, parseTrace, TRACED_CALLS } from "./trace.ts";

const ROOT = join(import.meta.dirname, "../../..");
const LIMIT_MS = 240_000;
const LONGEST_WRITE = 1024 * 1024;
const HOW = `strace was not found. The power command watches a process with it, on Linux alone.
Install it (Debian, Ubuntu: apt-get install strace; Fedora: dnf install strace) and try again.`;

export type Recording = {
  /** The database's files before the first operation. */
  files: Files;
  operations: Operation[];
};

export type RecordOptions = { orders: number; synchronous: string; seed: number };

/** Lets a store sell `orders` orders under strace and returns all it asked of its disk. */
export async function record(dataDir: DataDir, options: RecordOptions): Promise<Recording> {
  const strace = Bun.which("strace");
  if (!strace) throw new Error(HOW);
  const { database } = dataDir;
  const files: Files = new Map([[basename(database), await readFile(database)]]);
  const trace = join(dataDir.path, "trace.log");
  const recorder = [process.execPath, join(import.meta.dirname, "recorder.ts")];
  const sold = [options.orders, options.synchronous, options.seed, dataDir.productIds.join(",")];
  const child = Bun.spawn(
    [strace, ...watch(dataDir, trace), ...recorder, dataDir.path, ...sold.map(String)],
    { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] },
  );
  const complained = new Response(child.stderr).text();
  const ended = within(child.exited, { what: "the recording ends", limitMs: LIMIT_MS });
  const code = await ended.catch((error: unknown) => {
    child.kill();
    throw error;
  });
  if (code !== 0) throw new Error(`The recorded store ended with ${code}: ${await complained}`);
  return { files, operations: parseTrace(await readFile(trace, "utf8")) };
}

/** How strace watches the database's files and the marker: every thread, all bytes in hex. */
function watch({ path, database }: DataDir, trace: string): string[] {
  const files = [database, `${database}-wal`, `${database}-journal`, join(path, MARKER)];
  const calls = ["-e", `trace=${TRACED_CALLS.join(",")}`, "-e", "signal=none"];
  const text = ["-y", "-xx", "-s", String(LONGEST_WRITE), "-o", trace];
  return ["-f", "--seccomp-bpf"].concat(calls, text, ...files.map((file) => ["-P", file]), "--");
}
