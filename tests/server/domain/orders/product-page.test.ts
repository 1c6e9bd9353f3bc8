import { expect, test } from "vitest";
import { extentOf } from "../../../../server/domain/orders/product-page.ts";

const file = (paper: "a4" | "letter" | null, pages: number) => ({ paper, pages });

test.each([
  ["no files", [], null, []],
  ["a file of unknown length", [file("a4", 0)], null, ["a4"]],
  ["files of no paper size", [file(null, 2), file(null, 3)], 5, []],
  ["one paper size", [file("letter", 2), file("letter", 3)], 5, ["letter"]],
  ["both sizes of each file", [file("letter", 5), file("a4", 5)], 5, ["a4", "letter"]],
  ["sizes of different length", [file("a4", 7), file("letter", 5)], 5, ["a4", "letter"]],
  [
    "a file for every paper",
    [file("a4", 7), file("letter", 7), file(null, 1)],
    8,
    ["a4", "letter"],
  ],
] as const)("%s: the pages of one paper size count", (_name, files, pages, papers) => {
  expect(extentOf(files)).toEqual({ pages, papers });
});
