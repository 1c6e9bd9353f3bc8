import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { within } from "../../support/until.ts";
import type { DataDir } from "./shop.ts";

/** The name of the file whose every write is an acknowledgement. */
export const MARKER = "acknowledged.log";

/** What a process asked of its disk, in the order in which it was done. */
export type Operation =
  | { kind: "write"; file: string; offset: number; bytes: Uint8Array }
  | { kind: "truncate"; file: string; size: number }
  | { kind: "sync"; file: string }
  | { kind: "rename"; file: string; to: string }
  | { kind: "unlink"; file: string }
  /** Not for the disk: from here on a buyer or the provider has been told that this is done. */
  | { kind: "acknowledge"; what: string };

const ROOT = join(import.meta.dirname, "../../..");
const LIMIT_MS = 240_000;
const LONGEST_WRITE = 1024 * 1024;
const HOW = `strace was not found. The power command watches a process with it, on Linux alone.
Install it (Debian, Ubuntu: apt-get install strace; Fedora: dnf install strace) and try again.`;

/** The system calls that can change a file; the trace must hold no other way to do that. */
const TRACED_CALLS = (
  "write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync," +
  "rename,renameat,renameat2,unlink,unlinkat,openat"
).split(",");

export type Recorded = { orders: number; synchronous: string; seed: number };

/** Lets a store sell `orders` orders under strace and returns all it asked of its disk. */
export async function record(dataDir: DataDir, recorded: Recorded): Promise<Operation[]> {
  const strace = Bun.which("strace");
  if (!strace) throw new Error(HOW);
  const { path, database, productIds } = dataDir;
  const trace = join(path, "trace.log");
  const files = [database, `${database}-wal`, `${database}-journal`, join(path, MARKER)];
  // Every thread, the files' names behind their numbers, and all bytes in hex.
  const how = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", String(LONGEST_WRITE), "-o", trace];
  const what = ["-e", `trace=${TRACED_CALLS.join()}`, "-e", "signal=none"];
  const recorder = [process.execPath, join(import.meta.dirname, "power-recorder.ts")];
  const task = JSON.stringify({ path, productIds, ...recorded });
  const child = Bun.spawn(
    [strace, ...how, ...what, ...files.flatMap((file) => ["-P", file]), "--", ...recorder, task],
    { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] },
  );
  const complained = new Response(child.stderr).text();
  const ended = within(child.exited, { what: "the recording ends", limitMs: LIMIT_MS });
  const code = await ended.finally(() => child.kill());
  if (code !== 0) throw new Error(`The recorded store ended with ${code}: ${await complained}`);
  return parseTrace(await readFile(trace, "utf8"));
}

const LINE = /^(\d+) +(.*)$/s;
const UNFINISHED = " <unfinished ...>";
const RESUMED = /^<\.\.\. \w+ resumed>(.*)$/s;
const CALL = /^(\w+)\((.*)\) += (-?\d+)/s;

/** Reads a trace of `strace -f -y -xx`: the operations on the traced files, in their order. */
function parseTrace(text: string): Operation[] {
  const halves = new Map<string, string>();
  return text.split("\n").flatMap((line) => {
    const [, thread = "", said = ""] = LINE.exec(line) ?? [];
    // A call during which another thread was seen stands on two lines; it is done at the second.
    if (said.endsWith(UNFINISHED)) {
      halves.set(thread, said.slice(0, -UNFINISHED.length));
      return [];
    }
    const rest = RESUMED.exec(said)?.[1];
    return readCall(rest === undefined ? said : (halves.get(thread) ?? "") + rest) ?? [];
  });
}

function readCall(call: string): Operation | undefined {
  const [, name = "", words = "", result = "-1"] = CALL.exec(call) ?? [];
  if (Number(result) < 0) return undefined;
  // The file of the call's descriptor, which `-y` puts behind its number: `5<\x2f…>`.
  const file = nameOf(words.slice(words.indexOf("<") + 1, words.indexOf(">")));
  const [first, second] = words.split('"').filter((_word, index) => index % 2 === 1);
  const last = Number(words.slice(words.lastIndexOf(",") + 1));
  if (file === MARKER) {
    return name === "write"
      ? { kind: "acknowledge", what: fromHex(first).toString().trim() }
      : undefined;
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
      throw new Error(`The replayer does not know what ${name} does to ${file}.`);
  }
}

const nameOf = (hex: string | undefined) => basename(fromHex(hex).toString());
const fromHex = (text = "") => Buffer.from(text.replaceAll("\\x", ""), "hex");
