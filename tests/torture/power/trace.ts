import { basename } from "node:path";
import type { Operation } from "./operations.ts";

/** The name of the file whose every write is an acknowledgement. */
export const MARKER = "acknowledged.log";

/** The system calls that can change a file; the trace must hold no other way to do that. */
export const TRACED_CALLS = [
  "write",
  "pwrite64",
  "writev",
  "pwritev",
  "pwritev2",
  "ftruncate",
  "truncate",
  "fallocate",
  "fsync",
  "fdatasync",
  "rename",
  "renameat",
  "renameat2",
  "unlink",
  "unlinkat",
  "openat",
];

const LINE = /^(\d+) +(.*)$/s;
const UNFINISHED = " <unfinished ...>";
const RESUMED = /^<\.\.\. \w+ resumed>(.*)$/s;
const CALL = /^(\w+)\((.*)\) += (-?\d+)/s;

/** Reads a trace of `strace -f -y -xx`: the operations on the traced files, in their order. */
export function parseTrace(text: string): Operation[] {
  const halves = new Map<string, string>();
  const operations: Operation[] = [];
  for (const line of text.split("\n")) {
    const [, thread = "", said = ""] = LINE.exec(line) ?? [];
    // A call during which another thread was seen stands on two lines; it is done at the second.
    if (said.endsWith(UNFINISHED)) {
      halves.set(thread, said.slice(0, -UNFINISHED.length));
      continue;
    }
    const rest = RESUMED.exec(said)?.[1];
    const whole = rest === undefined ? said : (halves.get(thread) ?? "") + rest;
    const operation = readCall(whole);
    if (operation) operations.push(operation);
  }
  return operations;
}

function readCall(call: string): Operation | undefined {
  const [, name = "", words = "", result = "-1"] = CALL.exec(call) ?? [];
  if (Number(result) < 0) return undefined;
  const file = firstPath(words);
  if (file === MARKER) return name === "write" ? acknowledgement(words) : undefined;
  switch (name) {
    case "pwrite64": {
      const offset = Number(lastWord(words));
      const bytes = fromHex(quoted(words)[0]).subarray(0, Number(result));
      return { kind: "write", file, offset, bytes };
    }
    case "ftruncate":
      return { kind: "truncate", file, size: Number(lastWord(words)) };
    case "fsync":
    case "fdatasync":
      return { kind: "sync", file };
    case "unlink":
    case "unlinkat":
      return { kind: "unlink", file: nameOf(quoted(words)[0]) };
    case "rename":
    case "renameat":
    case "renameat2": {
      const [from, to] = quoted(words);
      return { kind: "rename", file: nameOf(from), to: nameOf(to) };
    }
    case "openat":
      return words.includes("O_TRUNC")
        ? { kind: "truncate", file: nameOf(quoted(words)[0]), size: 0 }
        : undefined;
    case "":
      return undefined;
    default:
      throw new Error(`The replayer does not know what ${name} does to ${file}.`);
  }
}

function acknowledgement(words: string): Operation {
  const what = new TextDecoder().decode(fromHex(quoted(words)[0])).trim();
  return { kind: "acknowledge", what };
}

/** The file of a call's descriptor, which `-y` puts behind its number: `5<\x2f…>`. */
function firstPath(words: string): string {
  const path = words.slice(words.indexOf("<") + 1, words.indexOf(">"));
  return nameOf(path);
}

function nameOf(hex: string | undefined): string {
  return basename(new TextDecoder().decode(fromHex(hex)));
}

function quoted(words: string): string[] {
  return words.split('"').filter((_word, index) => index % 2 === 1);
}

function lastWord(words: string): string {
  return words.slice(words.lastIndexOf(",") + 1).trim();
}

function fromHex(text = ""): Uint8Array {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
