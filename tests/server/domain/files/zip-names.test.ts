import { expect, test } from "vitest";
import type { Paper } from "../../../../server/contract/site.ts";
import { zipNames } from "../../../../server/domain/files/links.ts";

const names = (...files: [title: string, paper: Paper | null][]) =>
  zipNames(files.map(([title, paper]) => ({ title, paper })));

test("no two paths are alike, not even where capitals count for nothing", () => {
  expect(names(["Азбука", null], ["Цифры", null])).toEqual(["Азбука.pdf", "Цифры.pdf"]);
  expect(names(["🐻", null], ["🦊", null])).toEqual(["printable.pdf", "printable-2.pdf"]);
  expect(names(["Mazes", "a4"], ["MAZES", "a4"])).toEqual(["A4/Mazes.pdf", "A4/MAZES-2.pdf"]);
  expect(names(["Mazes", null], ["Mazes 2", null], ["Mazes", null])).toEqual([
    "Mazes.pdf",
    "Mazes-2.pdf",
    "Mazes-3.pdf",
  ]);
});

test("a title cannot leave its folder", () => {
  expect(names(["../../etc/passwd", "letter"])).toEqual(["US Letter/etc-passwd.pdf"]);
});

test("each paper has a folder, and what has none lies at the top", () => {
  expect(
    names(["Month 1 (A4)", "a4"], ["Month 1 (US Letter)", "letter"], ["Stickers", null]),
  ).toEqual(["A4/Month-1-A4.pdf", "US Letter/Month-1-US-Letter.pdf", "Stickers.pdf"]);
  expect(names(["Mazes", "a4"], ["Mazes", "letter"])).toEqual([
    "A4/Mazes.pdf",
    "US Letter/Mazes.pdf",
  ]);
});
