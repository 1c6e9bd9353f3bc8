import { expect, test } from "vitest";
import type { PurchasedFile } from "../../../server/contract/answers.ts";
import {
  filesInPaper,
  formatBytes,
  groupByTitle,
  titleWithoutPaper,
} from "../../../server/contract/files.ts";

test.each([
  [1, "1 kB"],
  [1500, "2 kB"],
  [999_500, "1.0 MB"],
  [1_234_567, "1.2 MB"],
  [10_000_000, "10 MB"],
])("%d bytes are %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

test.each([
  ["Month 1 (A4)", "a4", "Month 1"],
  ["Month 1 (US Letter)", "letter", "Month 1"],
  ["Month 1 (A4)", "letter", "Month 1 (A4)"],
  ["Mazes", "a4", "Mazes"],
] as const)("%j on %s is called %j where the paper is said already", (title, paper, shown) => {
  expect(titleWithoutPaper({ title, paper })).toBe(shown);
});

function file(id: number, title: string, paper: PurchasedFile["paper"]): PurchasedFile {
  return { id, title, paper, pages: 12, bytes: 1000, sha256: "", url: `/files/${id}` };
}

test("paper sizes of one printable stand together, in the order of the first", () => {
  const groups = groupByTitle([
    file(1, "Month 1 (A4)", "a4"),
    file(2, "Mazes", null),
    file(3, "Month 1 (US Letter)", "letter"),
    file(4, "Month 2 (US Letter)", "letter"),
  ]);
  expect(groups.map(({ title, files }) => [title, files.map(({ id }) => id)])).toEqual([
    ["Month 1", [1, 3]],
    ["Mazes", [2]],
    ["Month 2", [4]],
  ]);
});

test.each([
  ["a4", [1, 3, 4]],
  ["letter", [2, 3, 4]],
] as const)("in %s, a printable in both sizes is there once, others stay", (paper, ids) => {
  const files = [
    file(1, "Month 1 (A4)", "a4"),
    file(2, "Month 1 (US Letter)", "letter"),
    file(3, "Mazes", null),
    file(4, "Month 2 (US Letter)", "letter"),
  ];
  expect(filesInPaper(files, paper).map(({ id }) => id)).toEqual(ids);
});
