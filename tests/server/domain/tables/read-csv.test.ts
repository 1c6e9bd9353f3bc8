import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine } from "../../../../server/contract/csv.ts";
import {
  decodeFile,
  findEncoding,
  foreignWords,
  readSheet,
} from "../../../../server/domain/tables/read-csv.ts";

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe("a file is refused", () => {
  test.each<[why: string, text: string, message: RegExp]>([
    ["without a header row", "\r\nid,name", /no header row/],
    ["that is a workbook", "PK\u0003\u0004\u0014\0\u0006\0\nid", /isn't a text file/],
    ["of 201 columns", `a${",a".repeat(200)}`, /at most 200 columns/],
    ["with an open quote in its header row", 'id,"name\n1,a', /header row.*never closed/],
    ["with a name of 201 characters", `id,${"a".repeat(201)}`, /more than 200 characters/],
    ["of 20,001 rows", `id${"\r1".repeat(20_001)}`, /at most 20000 rows/],
  ])("%s", (_why, text, message) => {
    expect(() => readSheet(text)).toThrow(message);
  });

  test.each<[why: string, bytes: Uint8Array, declared: "utf-8" | undefined]>([
    ["marked as UTF-8 that is not", bytesOf([0xef, 0xbb, 0xbf, 0xe9, 0x0a]), undefined],
    ["sent as UTF-8 that is not", bytesOf("Caf", [0xe9]), "utf-8"],
  ])("%s", (_why, bytes, declared) => {
    expect(() => decodeFile(bytes, declared)).toThrow(/isn't valid UTF-/);
  });
});

describe("a file is decoded", () => {
  const utf16 = Buffer.from("Café", "utf16le");
  test.each<[how: string, bytes: Uint8Array, encoding: string, isGuess: boolean]>([
    ["as UTF-8", bytesOf("Café"), "utf-8", false],
    ["by the mark of UTF-8", bytesOf("\uFEFFCafé"), "utf-8", false],
    ["by the mark of UTF-16", bytesOf([0xff, 0xfe], [...utf16]), "utf-16le", false],
    ["by guessing", bytesOf("Caf", [0xe9]), "windows-1252", true],
  ])("%s", (_how, bytes, encoding, isGuess) => {
    expect(decodeFile(bytes)).toEqual({ text: "Café", encoding, isGuess });
  });

  test("as it was declared, unless its mark says otherwise", () => {
    expect(decodeFile(bytesOf([0x80]), "windows-1252")).toMatchObject({
      text: "€",
      isGuess: false,
    });
    expect(decodeFile(bytesOf("\uFEFFé"), "windows-1252").text).toBe("é");
  });

  test.each([
    ["UTF-8", "utf-8"],
    ["utf-16", "utf-16le"],
    ["koi8-r", undefined],
  ])("where the charset %s means %s", (charset, encoding) => {
    expect(findEncoding(charset)).toBe(encoding);
  });

  test("and a guess shows different words with foreign letters", () => {
    const words = Array.from({ length: 9 }, (_, at) => `Wörter${at}`);
    expect(foreignWords(`Plain, Café! Café ${words.join(";")}`)).toEqual([
      "Café",
      ...words.slice(0, 7),
    ]);
  });
});

describe("a file is read", () => {
  const rows = (...cells: string[][]) => cells.map((each, at) => ({ line: at + 2, cells: each }));
  test.each<[what: string, text: string, rows: ReturnType<typeof rows>]>([
    ["with commas", "id, name \n1,a;b\n", rows(["1", "a;b"])],
    ["with semicolons", 'id;name\r\n1;"a;b,c"', rows(["1", "a;b,c"])],
    ["with tabs", "id\tname\r1\ta", rows(["1", "a"])],
    ["with the separator that it names", "sep=|\r\nid|name\n1|a,b", rows(["1", "a,b"])],
    ["with separators in its names", '"id","name"\n1,a;b;c', rows(["1", "a;b;c"])],
    [
      "with mixed line endings",
      "id,name\r\n1,a\n2,b\r3,c\r\n",
      rows(["1", "a"], ["2", "b"], ["3", "c"]),
    ],
    ["with line endings in a cell", 'id,name\n1,"a\r\nb\rc\nd"', rows(["1", "a\r\nb\rc\nd"])],
    [
      "with quotes",
      'id,name\n1,"a ""b"""\n2,5" x\n3,"" \n',
      rows(["1", 'a "b"'], ["2", '5" x'], ["3", ""]),
    ],
    ["with fewer cells", "id,name\n1", rows(["1"])],
    ["with blank rows", "id,name\n\n ,\n1,a\n,,,\n", [{ line: 4, cells: ["1", "a"] }]],
  ])("%s", (_what, text, expected) => {
    expect(readSheet(text)).toEqual({ headers: ["id", "name"], rows: expected });
  });

  test("with the fault of each row that can't be", () => {
    const { rows: found } = readSheet('id,name\n1,a,b\n2,"a"b\n3,c\n4,"a\n5,b');
    expect(found.map(({ line, fault }) => [line, fault])).toEqual([
      [2, expect.stringContaining("more cells")],
      [3, expect.stringContaining("follows a closing quote")],
      [4, undefined],
      [5, expect.stringContaining("never closed")],
    ]);
  });

  test("as it was written, with any cell content", () => {
    const hostile = fc.array(fc.constantFrom(...'",;\t\r\n a=')).map((letters) => letters.join(""));
    const cell = fc.oneof(hostile, fc.string({ unit: "binary" }));
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.infiniteStream(fc.constantFrom("\n", "\r\n", "\r")),
        (lines, endings) => {
          const file = lines.map((cells, at) => csvLine([String(at), ...cells.map(quoted)]));
          const text = `id,a,b\n${file.map((line) => line.replace(/\r\n$/, endings.next().value)).join("")}`;
          expect(readSheet(text).rows.map(({ cells }) => cells)).toEqual(
            lines.map((cells, at) => [String(at), ...cells]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test("in linear time", () => {
    const length = 500_000;
    const startedAt = performance.now();
    for (const text of ['""', '"', ",", "\n", '"a"b', "a,"]) {
      readSheet(`id\n${text.repeat(length / text.length)}`.slice(0, length));
    }
    // Parsing in quadratic time would exceed this limit.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
