import { describe, expect, test } from "vitest";
import { rebuild } from "../../scripts/faults/power/disk.ts";
import type { Files, Operation } from "../../scripts/faults/power/operations.ts";
import { seededRandom } from "../../scripts/faults/shared/random.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const write = (offset: number, text: string, file = "db"): Operation => ({
  kind: "write",
  file,
  offset,
  bytes: bytes(text),
});
const sync = (file = "db"): Operation => ({ kind: "sync", file });

/** The files as text, zeros shown as dots, after these operations and a power cut. */
function left(
  operations: Operation[],
  { keep = 0, at = operations.length, seed = 1, before = {} as Record<string, string> } = {},
): Record<string, string> {
  const files: Files = new Map(Object.entries(before).map(([name, text]) => [name, bytes(text)]));
  const after = rebuild(operations, { files, at, keep, random: seededRandom(seed) });
  return Object.fromEntries(
    [...after].map(([name, content]) => [
      name,
      new TextDecoder().decode(content).replaceAll("\0", "."),
    ]),
  );
}

describe("a power cut", () => {
  test("leaves a file that nobody wrote to as it was", () => {
    expect(left([], { before: { db: "kept" } })).toEqual({ db: "kept" });
  });

  test("takes writes that were not synced", () => {
    expect(left([write(0, "new!")], { before: { db: "old!" } })).toEqual({ db: "old!" });
  });

  test("leaves writes that were synced, and takes those after the sync", () => {
    const operations = [write(0, "abc"), sync(), write(0, "xyz"), write(3, "def")];
    expect(left(operations)).toEqual({ db: "abc" });
  });

  test("may leave writes that were not synced, in their order", () => {
    expect(left([write(0, "abc"), write(1, "xy")], { keep: 1 })).toEqual({ db: "axy" });
  });

  test("leaves any subset of them, the same one for the same seed", () => {
    const operations = ["a", "b", "c", "d"].map((letter, offset) => write(offset, letter));
    const seeds = Array.from({ length: 200 }, (_, seed) => seed);
    const seen = seeds.map((seed) => left(operations, { keep: 0.5, seed })["db"]);
    expect(new Set(seen).size).toBe(16);
    expect(seeds.map((seed) => left(operations, { keep: 0.5, seed })["db"])).toEqual(seen);
  });

  test("shows zeros where a write before the kept one is missing", () => {
    expect(left([write(4, "late"), sync()])).toEqual({ db: "....late" });
  });

  test("counts the operations up to the cut alone", () => {
    const operations = [write(0, "one"), sync(), write(0, "two"), sync()];
    expect(left(operations, { at: 2 })).toEqual({ db: "one" });
    expect(left(operations, { at: 3 })).toEqual({ db: "one" });
    expect(left(operations, { at: 4 })).toEqual({ db: "two" });
  });

  test("knows each file's own sync", () => {
    const operations = [write(0, "db"), write(0, "wal", "wal"), sync("wal")];
    expect(left(operations)).toEqual({ db: "", wal: "wal" });
  });
});

describe("truncating", () => {
  test("is undone by a cut before the sync", () => {
    const truncate: Operation = { kind: "truncate", file: "db", size: 2 };
    expect(left([truncate], { before: { db: "long" } })).toEqual({ db: "long" });
    expect(left([truncate, sync()], { before: { db: "long" } })).toEqual({ db: "lo" });
  });

  test("forgets what stood beyond the new end", () => {
    const operations: Operation[] = [
      { kind: "truncate", file: "db", size: 1 },
      { kind: "truncate", file: "db", size: 4 },
      sync(),
    ];
    expect(left(operations, { before: { db: "long" } })).toEqual({ db: "l..." });
  });
});

describe("names", () => {
  test("a removed file is gone at once", () => {
    expect(left([{ kind: "unlink", file: "wal" }], { before: { wal: "x" } })).toEqual({});
  });

  test("a renamed file takes what was not synced with it", () => {
    const operations: Operation[] = [
      write(0, "new", "part"),
      { kind: "rename", file: "part", to: "whole" },
    ];
    expect(left(operations)).toEqual({ whole: "" });
    expect(left([...operations, sync("whole")])).toEqual({ whole: "new" });
  });

  test("an acknowledgement changes nothing", () => {
    expect(left([{ kind: "acknowledge", what: "sessions cs_1" }])).toEqual({});
  });
});
