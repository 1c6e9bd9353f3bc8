import { describe, expect, test } from "vitest";
import { products } from "../../../db/seed/catalogue.ts";
import { renderPdf } from "../../../scripts/printables/engine/to-pdf.ts";
import { PAPERS, PDFS, VOLUME_KEYS } from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";
import { expectBothPapers } from "./both-papers.ts";

describe("a printed volume", () => {
  test.each(["month-1", "mazes", "club"] as const)(
    "%s opens on both papers with every page at its size",
    (key) => expectBothPapers(key),
  );

  test.each(["dinosaurs", "colors-certificate", "colors-kids-badge"] as const)(
    "%s has the same bytes every time",
    async (key) => {
      const volume = makeVolume(key);
      const copy = { ...volume, pages: structuredClone(volume.pages) };
      for (const paper of PAPERS) {
        const first = await renderPdf({ volume, paper });
        const second = await renderPdf({ volume: copy, paper });
        expect(Buffer.compare(first, second)).toBe(0);
      }
    },
  );
});

describe("the catalogue", () => {
  test("names only printables that are made, each volume of a product on both papers", () => {
    for (const product of products) {
      const volumes = product.files.map((slug) => PDFS.find((pdf) => pdf.slug === slug)?.volume);
      expect(volumes).not.toContain(undefined);
      expect(volumes.length).toBe(2 * new Set(volumes).size);
    }
  });

  test("sells every printable but the sample", () => {
    const sold = new Set(products.flatMap(({ files }) => files));
    const samples = new Set(products.flatMap(({ sample = [] }) => sample));
    const unsold = PDFS.map(({ slug }) => slug).filter((slug) => !sold.has(slug));
    expect(unsold).toEqual(["sample-a4", "sample-letter"]);
    expect([...samples]).toEqual(["sample-a4"]);
  });

  test("shows a plan and a day of five pages in the sample", () => {
    const [plan, ...day] = makeVolume("sample").pages;
    expect(plan?.kind).toBe("weekly plan");
    expect(day).toHaveLength(5);
    expect(day.map(({ mark }) => mark).filter((mark) => mark !== undefined)).toHaveLength(1);
  });

  test.each([
    ["900+ pages curriculum", VOLUME_KEYS.filter((key) => key.startsWith("month-")), 900],
    ["150+ pages Montessori materials", ["montessori"], 150],
    ["100+ pages puzzle games", ["puzzles"], 100],
    ["100+ pages mazes", ["mazes"], 100],
    ["50+ pages human anatomy busy book", ["anatomy"], 50],
  ] as const)("keeps the promise of %s", (line, keys, least) => {
    const pages = keys.reduce((sum, key) => sum + makeVolume(key).pages.length, 0);
    expect(pages).toBeGreaterThanOrEqual(least);
    expect(products[0]?.features).toContain(line);
  });

  test("lists the features last that the Advanced Pack lacks", () => {
    const [premium, advanced] = products;
    expect(advanced?.features).toEqual(premium?.features);
    expect(premium?.features.slice(7)).toEqual([
      "100+ pages mazes",
      "50+ pages human anatomy busy book",
      "Free bonus: anatomy activity book (worth $19)",
    ]);
    const missing = premium?.files.filter((slug) => !advanced?.files.includes(slug));
    expect(missing?.map((slug) => slug.replace(/-(a4|letter)$/, ""))).toEqual([
      "mazes",
      "anatomy",
      "anatomy-bonus",
      "mazes",
      "anatomy",
      "anatomy-bonus",
    ]);
  });
});
