import { describe, expect, test } from "vitest";
import { layoutLine, textWidth } from "../../../scripts/printables/engine/fonts.ts";
import { NUMBER_PICTURES } from "../../../scripts/printables/pages/colour-by-number.ts";
import { parsePath } from "../../../scripts/printables/engine/path.ts";
import { BOX, type Op } from "../../../scripts/printables/engine/scene.ts";
import { BOOK_KEYS, type BookKey, VOLUME_KEYS } from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";
import { bounds } from "./bounds.ts";

const MONTHS = VOLUME_KEYS.filter((key) => key.startsWith("month-"));
const LEAST_PAGES: Partial<Record<BookKey, number>> = {
  dinosaurs: 14,
  "colors-kids": 80,
  ...Object.fromEntries(MONTHS.map((key) => [key, 100])),
};

test.each(BOOK_KEYS)("%s has enough pages and begins with how to print", (key) => {
  const { pages } = makeVolume(key);
  expect(pages.length).toBeGreaterThanOrEqual(LEAST_PAGES[key] ?? 12);
  expect(pages[0]?.kind).toBe("start here");
});

describe.each(VOLUME_KEYS)("%s", (key) => {
  const { pages } = makeVolume(key);

  test("keeps every line and word inside the printable box", () => {
    for (const { title, ops } of pages) {
      const { x1, y1, x2, y2 } = extent(ops);
      expect(
        { title, inside: x1 >= -4 && y1 >= -2 && x2 <= BOX.width + 4 && y2 <= BOX.bottom + 8 },
        `${x1} ${y1} ${x2} ${y2}`,
      ).toEqual({ title, inside: true });
    }
  });

  test("prints no word in a sign the fonts lack", () => {
    for (const { ops } of pages) {
      for (const op of ops) {
        if (op.kind !== "text") continue;
        expect(
          layoutLine(op.face, op.text).glyphs.every(({ id }) => id > 0),
          op.text,
        ).toBe(true);
      }
    }
  });

  // Every shop shows pictures of these pages until its owner replaces them.
  test("carries no shop's name", () => {
    const texts = pages.flatMap(({ ops }) =>
      ops.flatMap((op) => (op.kind === "text" ? op.text : [])),
    );
    expect(texts.filter((text) => /papercub/i.test(text))).toEqual([]);
  });

  test("numbers every dot-to-dot from 1 without a gap", () => {
    for (const { dots, ops } of pages) {
      if (!dots) continue;
      expect(dots.length).toBeGreaterThanOrEqual(8);
      expect(dots.length).toBeLessThanOrEqual(20);
      const words = ops.flatMap((op) => (op.kind === "text" ? [op.text] : []));
      for (let number = 1; number <= dots.length; number++) {
        expect(words.filter((word) => word === String(number))).toHaveLength(1);
      }
    }
  });
});

describe("color by number", () => {
  test("pages draw every area as a closed outline", () => {
    const pages = makeVolume("colors").pages.filter(({ regions }) => regions);
    expect(pages).toHaveLength(NUMBER_PICTURES.size);
    for (const { ops, regions = [] } of pages) {
      const closed = ops.filter(
        (op) => op.kind === "path" && op.fill === "#ffffff" && op.segments.at(-1)?.[0] === "Z",
      );
      expect(closed.length).toBeGreaterThanOrEqual(regions.length);
    }
  });

  test.each([...NUMBER_PICTURES])("%s has closed areas and uses its whole key", (_, picture) => {
    for (const { outline, x, y } of picture.areas) {
      const segments = parsePath(outline);
      expect(segments.at(-1)).toEqual(["Z"]);
      expect(segments.filter(([kind]) => kind === "M")).toHaveLength(1);
      expect(x > 0 && x < 100 && y > 0 && y < 100).toBe(true);
    }
    const used = new Set(picture.areas.map(({ colour }) => colour));
    expect([...used].toSorted()).toEqual(picture.colours.map((_name, index) => index + 1));
  });
});

describe("variety", () => {
  test.each(MONTHS)("%s has many kinds of pages, and never one twice in a row", (key) => {
    const kinds = makeVolume(key).pages.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBeGreaterThanOrEqual(30);
    const families = kinds.map((kind) => (kind.endsWith("maze") ? "maze" : kind));
    expect(families.filter((kind, index) => kind === families[index - 1])).toEqual([]);
  });

  test.each(["montessori", "puzzles", "dinosaurs", "anatomy"] as const)(
    "%s mixes its kinds",
    (key) => {
      const kinds = makeVolume(key).pages.map(({ kind }) => kind);
      expect(new Set(kinds).size).toBeGreaterThanOrEqual(10);
      expect(kinds.filter((kind, index) => kind === kinds[index - 1])).toEqual([]);
    },
  );

  test("the months are not copies of each other", () => {
    const drawn = MONTHS.flatMap((key) =>
      makeVolume(key).pages.map(({ ops }) => JSON.stringify(ops)),
    );
    const repeated = drawn.length - new Set(drawn).size;
    expect(repeated).toBeLessThanOrEqual(30);
  });
});

/** Returns the bounding box of paths and text; text extends from descenders to capital height. */
function extent(ops: readonly Op[]) {
  const area = bounds(ops);
  for (const op of ops) {
    if (op.kind !== "text") continue;
    const width = textWidth(op.face, op.text, op.size);
    const left = op.x - { start: 0, middle: 0.5, end: 1 }[op.anchor] * width;
    area.x1 = Math.min(area.x1, left);
    area.x2 = Math.max(area.x2, left + width);
    area.y1 = Math.min(area.y1, op.y - op.size * 0.75);
    area.y2 = Math.max(area.y2, op.y + op.size * 0.25);
  }
  return area;
}
