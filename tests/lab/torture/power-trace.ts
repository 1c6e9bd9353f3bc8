import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { within } from "../../support/until.ts";

/** Log of acknowledgements; each write is one: "events evt_…" or "sessions cs_…". */
export const MARKER = "acknowledged.log";

/** A disk operation of the recorded process, in order. */
export type Operation =
  | { kind: "write"; file: string; offset: number; bytes: Uint8Array }
  | { kind: "truncate"; file: string; size: number }
  | { kind: "sync"; file: string }
  | { kind: "rename"; file: string; to: string }
  | { kind: "unlink"; file: string }
  | { kind: "acknowledge"; what: "events" | "sessions"; id: string };

const ROOT = join(import.meta.dirname, "../../..");
const LIMIT_MS = 240_000;
const LONGEST_WRITE = 1024 * 1024;
const NO_STRACE = `strace was not found. The power command needs it, on Linux only.
Install it (Debian, Ubuntu: apt-get install strace; Fedora: dnf install strace) and try again.`;

/** All system calls that can modify a file. */
const TRACED_CALLS =
  "write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync," +
  "rename,renameat,renameat2,unlink,unlinkat,openat";

export type Recording = { orders: number; synchronous: string; seed: number };
export type RecorderTask = Recording & { dataDir: string; productIds: number[] };

/** Runs a store under strace until it has sold `orders` orders; returns its disk operations. */
export async function record(task: RecorderTask): Promise<Operation[]> {
  const strace = Bun.which("strace");
  if (!strace) throw new Error(NO_STRACE);
  const { dataDir } = task;
  const { database } = pathsOf(dataDir);
  const trace = join(dataDir, "trace.log");
  const files = [database, `${database}-wal`, `${database}-journal`, join(dataDir, MARKER)];
  // All threads, descriptors with file names, and all bytes in hex.
  const format = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", String(LONGEST_WRITE), "-o", trace];
  const filter = ["-e", `trace=${TRACED_CALLS}`, "-e", "signal=none"];
  const paths = files.flatMap((file) => ["-P", file]);
  const recorder = [process.execPath, join(import.meta.dirname, "power-recorder.ts")];
  const child = Bun.spawn(
    [strace, ...format, ...filter, ...paths, "--", ...recorder, JSON.stringify(task)],
    { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] },
  );
  const errors = new Response(child.stderr).text();
  const ended = within(child.exited, { what: "the recording ends", limitMs: LIMIT_MS });
  const code = await ended.finally(() => child.kill());
  if (code !== 0) throw new Error(`The recorded store ended with ${code}: ${await errors}`);
  return parseTrace(await readFile(trace, "utf8"));
}

const LINE = /^(\d+) +(.*)$/s;
const UNFINISHED = " <unfinished ...>";
const RESUMED = /^<\.\.\. \w+ resumed>(.*)$/s;
const CALL = /^(\w+)\((.*)\) += (-?\d+)/s;

function parseTrace(text: string): Operation[] {
  const halves = new Map<string, string>();
  return text.split("\n").flatMap((line) => {
    const [, thread = "", event = ""] = LINE.exec(line) ?? [];
    // strace splits a call interrupted by another thread into two lines; the second completes it.
    if (event.endsWith(UNFINISHED)) {
      halves.set(thread, event.slice(0, -UNFINISHED.length));
      return [];
    }
    const rest = RESUMED.exec(event)?.[1];
    return parseCall(rest === undefined ? event : (halves.get(thread) ?? "") + rest) ?? [];
  });
}

function parseCall(call: string): Operation | undefined {
  const [, name = "", words = "", result = "-1"] = CALL.exec(call) ?? [];
  if (Number(result) < 0) return undefined;
  // `-y` adds the file to the descriptor: `5<\x2f…>`.
  const file = nameOf(words.slice(words.indexOf("<") + 1, words.indexOf(">")));
  const [first, second] = words.split('"').filter((_word, index) => index % 2 === 1);
  const last = Number(words.slice(words.lastIndexOf(",") + 1));
  if (file === MARKER) {
    const [what, id = ""] = fromHex(first).toString().trim().split(" ");
    if (name !== "write" || (what !== "events" && what !== "sessions")) return undefined;
    return { kind: "acknowledge", what, id };
  }
  switch (name) {
    case "pwrite64": {
      const bytes = fromHex(first).subarray(0, Number(result));
      return { kind: "write", file, offset: last, bytes };
    }
    case "ftruncate":
      return { kind: "truncate", file, size: last };
    case "fsync":
    case "fdatasync":
      return { kind: "sync", file };
    case "unlink":
    case "unlinkat":
      return { kind: "unlink", file: nameOf(first) };
    case "rename":
    case "renameat":
    case "renameat2":
      return { kind: "rename", file: nameOf(first), to: nameOf(second) };
    case "openat":
      if (!words.includes("O_TRUNC")) return undefined;
      return { kind: "truncate", file: nameOf(first), size: 0 };
    default:
      throw new Error(`The replay does not support ${name} of ${file}.`);
  }
}

const nameOf = (hex: string | undefined) => basename(fromHex(hex).toString());
const fromHex = (text = "") => Buffer.from(text.replaceAll("\\x", ""), "hex");
