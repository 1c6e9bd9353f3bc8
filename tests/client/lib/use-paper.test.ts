import { expect, test } from "vitest";
import { guessPaper, inPaperOrder, readPaper } from "../../../client/lib/use-paper.ts";
import { safeStorage } from "../../../client/lib/storage.ts";
import { aFile } from "../fixtures.ts";

const refused = () =>
  safeStorage(() => {
    throw new Error("SecurityError");
  });

test.each([
  [[], "a4"],
  [["en"], "a4"],
  [["en-GB", "en-US"], "a4"],
  [["de-DE"], "a4"],
  [["zh-Hans-CN"], "a4"],
  [["en-US"], "letter"],
  [["en", "en-US"], "letter"],
  [["fr-CA", "fr"], "letter"],
  [["es-MX"], "letter"],
])("%j is taken for %s", (languages, paper) => {
  expect(guessPaper(languages)).toBe(paper);
});

test("the owner's paper is taken without a region alone", () => {
  expect(guessPaper(["en"], "letter")).toBe("letter");
  expect(guessPaper(["de-DE"], "letter")).toBe("a4");
});

test("what was chosen goes before the guess; what is no paper does not", () => {
  const storage = refused();
  storage.setItem("paper", "a5");
  expect(readPaper(storage, ["en-US"])).toBe("letter");
  storage.setItem("paper", "a4");
  expect(readPaper(storage, ["en-US"])).toBe("a4");
});

const [a4, letter, plain] = [
  aFile({ id: 1, url: "/files/1/Month-1-A4.pdf" }),
  aFile({ id: 2, title: "Month 1 (US Letter)", paper: "letter", url: "/files/2/Month-1.pdf" }),
  aFile({ id: 3, title: "Poster", paper: null, url: "/files/3/Poster.pdf" }),
];

test("the chosen paper comes first, and all others stay in their order", () => {
  const ids = (paper?: "a4" | "letter") =>
    inPaperOrder([plain, a4, letter], paper).map(({ id }) => id);
  expect(ids()).toEqual([3, 1, 2]);
  expect(ids("letter")).toEqual([2, 3, 1]);
  expect(ids("a4")).toEqual([1, 3, 2]);
});
