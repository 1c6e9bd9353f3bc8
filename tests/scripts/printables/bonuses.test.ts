import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { products } from "../../../db/seed/catalogue.ts";
import { renderPdf } from "../../../scripts/printables/engine/to-pdf.ts";
import { type BonusKey, PAPERS, PDFS } from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";

const MOST_BYTES = 100_000;
const GREY = /^#([0-9a-f]{2})\1\1$/;
const COLORS = "red yellow blue green orange purple pink brown black white gray".split(" ");
const BONUSES: {
  volume: BonusKey;
  product: string;
  words: string[][];
  cuts: number[];
}[] = [
  {
    volume: "colors-certificate",
    product: "Color Workbook",
    words: [["Certificate", "This certificate belongs to", "Date", "Signed by", ...COLORS]],
    cuts: [0],
  },
  {
    volume: "colors-kids-badge",
    product: "Color Workbook for Kids",
    words: [
      ["My color badge", "I know my colors!", "my name"],
      ["Six more to earn", "Color Finder", "Shadow Spotter", "my name"],
    ],
    cuts: [1, 6],
  },
];

describe.each(BONUSES)("the bonus of $product", ({ volume, product, words, cuts }) => {
  const { title, pages } = makeVolume(volume);

  test("is the promised file, on both papers, after the book", () => {
    const { features, files } = products.find(({ name }) => name === product)!;
    expect(features.at(-1)?.toLowerCase()).toContain(title.toLowerCase());
    expect(files.map((slug) => PDFS.find((pdf) => pdf.slug === slug)?.title)).toEqual([
      `${product} (A4)`,
      `${title} (A4)`,
      `${product} (US Letter)`,
      `${title} (US Letter)`,
    ]);
    const sellers = products.filter((item) => item.files.includes(`${volume}-a4`));
    expect(sellers.map(({ name }) => name)).toEqual([product]);
  });

  test("is grey line art with its words and cutting lines", () => {
    expect(pages).toHaveLength(words.length);
    for (const [index, { ops }] of pages.entries()) {
      const texts = ops.flatMap((op) => (op.kind === "text" ? [op.text] : []));
      expect(texts).toEqual(expect.arrayContaining(words[index] ?? []));
      const used = ops.flatMap((op) => (op.kind === "path" ? [op.stroke, op.fill] : [op.colour]));
      expect(ops.filter((op) => op.kind === "path" && String(op.dash) === "5,5")).toHaveLength(
        cuts[index] ?? 0,
      );
      expect(used.filter((color) => color && !GREY.test(color))).toEqual([]);
    }
  });

  test.each(PAPERS)("is a small file on %s", async (paper) => {
    const bytes = await renderPdf({ volume: makeVolume(volume), paper });
    expect(bytes.byteLength).toBeLessThan(MOST_BYTES);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages.length);
  });
});
