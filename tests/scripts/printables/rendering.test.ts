import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { files, products } from "../../../db/seed/catalogue.ts";
import { renderPdf } from "../../../db/seed/printables/render-pdf.ts";
import { PAPER_SIZE } from "../../../db/seed/printables/to-pdf.ts";
import { toSvgElements } from "../../../db/seed/printables/to-svg.ts";
import { PAPERS, VOLUME_KEYS } from "../../../db/seed/printables/volume-keys.ts";
import { makeVolume } from "../../../db/seed/printables/volumes.ts";

describe("a printed volume", () => {
  test.each(VOLUME_KEYS)("%s opens on both papers with every page at its size", async (key) => {
    const volume = makeVolume(key);
    for (const paper of PAPERS) {
      const pdf = await PDFDocument.load(await renderPdf({ volume, paper }), {
        updateMetadata: false,
      });
      expect(pdf.getPageCount()).toBe(volume.pages.length);
      const [width, height] = PAPER_SIZE[paper];
      for (const page of pdf.getPages()) expect(page.getSize()).toEqual({ width, height });
      expect(pdf.getTitle()).toBe(volume.title);
      expect(pdf.getAuthor()).toBe("Papercub");
      expect(pdf.catalog.getViewerPreferences()?.getPrintScaling()).toBe("None");
    }
  });

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

  test("differs between the papers only in size and place, not in what is drawn", async () => {
    const volume = makeVolume("club");
    const [a4, letter] = await Promise.all(PAPERS.map((paper) => renderPdf({ volume, paper })));
    expect(Math.abs((a4?.length ?? 0) - (letter?.length ?? 0))).toBeLessThan(600);
  });

  test("becomes a picture without any font on the machine", () => {
    const page = makeVolume("club").pages[0];
    const svg = toSvgElements(page?.ops ?? []);
    expect(svg).not.toContain("<text");
    expect(svg).not.toContain("NaN");
  });
});

describe("the catalogue", () => {
  test("has every volume on both papers, under slugs of their own", () => {
    expect(new Set(files.map(({ slug }) => slug)).size).toBe(files.length);
    for (const volume of VOLUME_KEYS) {
      const papers = files.filter((file) => file.volume === volume).map(({ paper }) => paper);
      expect(papers.toSorted()).toEqual([...PAPERS]);
    }
  });

  test("names only files that exist, each volume of a product on both papers", () => {
    for (const product of products) {
      const volumes = product.files.map((slug) => files.find((file) => file.slug === slug)?.volume);
      expect(volumes).not.toContain(undefined);
      expect(volumes.length).toBe(2 * new Set(volumes).size);
    }
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

  test("lists last what the Advanced Pack does not have", () => {
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
