import { describe, expect, test } from "vitest";
import { chooseCuts } from "../../scripts/faults/power/cuts.ts";
import type { Operation } from "../../scripts/faults/power/operations.ts";
import { parseTrace } from "../../scripts/faults/power/trace.ts";
import { seededRandom } from "../../scripts/faults/shared/random.ts";

const hex = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`)
    .join("");
const descriptor = (name: string) => `5<${hex(`/data/${name}`)}>`;
const bytes = (text: string) => Buffer.from(text);

describe("reading a trace", () => {
  test("finds writes, truncations, syncs and removals, and leaves out what failed", () => {
    const trace = [
      `77 openat(AT_FDCWD<${hex("/")}>, "${hex("/data/db")}", O_RDWR|O_CREAT, 0644) = ${descriptor("db")}`,
      `77 pwrite64(${descriptor("db")}, "${hex("abc")}", 3, 4096) = 3`,
      `77 ftruncate(${descriptor("db-wal")}, 512) = 0`,
      `77 fsync(${descriptor("db")}) = 0`,
      `77 fdatasync(${descriptor("db-wal")}) = 0`,
      `77 fsync(${descriptor("db")}) = -1 EIO (Input/output error)`,
      `77 unlink("${hex("/data/db-wal")}") = 0`,
      `77 rename("${hex("/data/a")}", "${hex("/data/b")}") = 0`,
      "77 +++ exited with 0 +++",
    ];
    expect(parseTrace(trace.join("\n"))).toEqual([
      { kind: "write", file: "db", offset: 4096, bytes: bytes("abc") },
      { kind: "truncate", file: "db-wal", size: 512 },
      { kind: "sync", file: "db" },
      { kind: "sync", file: "db-wal" },
      { kind: "unlink", file: "db-wal" },
      { kind: "rename", file: "a", to: "b" },
    ]);
  });

  test("takes writes to the marker as acknowledgements", () => {
    const line = `77 write(${descriptor("acknowledged.log")}, "${hex("sessions cs_1\n")}", 14) = 14`;
    expect(parseTrace(line)).toEqual([{ kind: "acknowledge", what: "sessions cs_1" }]);
  });

  test("counts a call that was interrupted by another thread's when it ends", () => {
    const trace = [
      `77 fsync(${descriptor("db")} <unfinished ...>`,
      `78 pwrite64(${descriptor("db-wal")}, "${hex("x")}", 1, 0) = 1`,
      "77 <... fsync resumed>) = 0",
    ];
    expect(parseTrace(trace.join("\n")).map(({ kind }) => kind)).toEqual(["write", "sync"]);
  });

  test("keeps the bytes alone that the call has written", () => {
    const line = `77 pwrite64(${descriptor("db")}, "${hex("abc")}", 3, 0) = 2`;
    expect(parseTrace(line)).toMatchObject([{ bytes: bytes("ab") }]);
  });

  test("refuses a way to write that it does not understand", () => {
    const line = `77 writev(${descriptor("db")}, [{iov_base="${hex("a")}", iov_len=1}], 1) = 1`;
    expect(() => parseTrace(line)).toThrow("writev");
  });
});

describe("choosing cuts", () => {
  const operations = Array.from({ length: 90 }, (_, nth): Operation => {
    if (nth % 30 === 29) return { kind: "sync", file: "db" };
    return { kind: "truncate", file: "db", size: nth };
  });

  test("cuts before and after each sync, and in order", () => {
    const cuts = chooseCuts(operations, { count: 50, random: seededRandom(1) }).map(({ at }) => at);
    expect(cuts).toHaveLength(50);
    expect(cuts).toEqual(cuts.toSorted((a, b) => a - b));
    expect(cuts).toEqual(expect.arrayContaining([29, 30, 59, 60, 89, 90]));
  });

  test("uses every kind of luck", () => {
    const cuts = chooseCuts(operations, { count: 50, random: seededRandom(1) });
    expect(new Set(cuts.map(({ keep }) => keep))).toEqual(new Set([0, 0.3, 0.7]));
  });
});
