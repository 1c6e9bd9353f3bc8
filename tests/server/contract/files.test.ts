import { expect, test } from "vitest";
import { groupByTitle } from "../../../server/contract/files.ts";
import type { PurchasedFile } from "../../../server/contract/answers.ts";

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
