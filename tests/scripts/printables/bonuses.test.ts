import { decodePDFRawStream, PDFArray, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { funnelWords } from "../../../client/content/funnel.ts";
import { products } from "../../../db/seed/catalogue.ts";
import { loadFace } from "../../../scripts/printables/engine/fonts.ts";
import { renderPdf } from "../../../scripts/printables/engine/to-pdf.ts";
import type { Face } from "../../../scripts/printables/engine/scene.ts";
import { type BonusKey, PAPERS, PDFS } from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";

const MOST_BYTES = 100_000;
const BONUSES: {
  volume: BonusKey;
  product: string;
  promise: string;
  pages: { words: string[]; cutLines: number }[];
}[] = [
  {
    volume: "colors-certificate",
    product: "Color Workbook",
    promise: funnelWords.upsell2.bonus,
    pages: [
      {
        words: [
          "Certificate",
          "PAPERCUB  ·  COLOR WORKBOOK",
          "This certificate belongs to",
          "who found, named and colored all eleven colors.",
          "Date",
          "Signed by",
          ..."red yellow blue green orange purple pink brown black white gray".split(" "),
        ],
        cutLines: 0,
      },
    ],
  },
  {
    volume: "colors-kids-badge",
    product: "Color Workbook for Kids",
    promise: funnelWords.downsell.bonus,
    pages: [
      {
        words: ["My color badge", "I know my colors!", "my name", "along the dashed line."],
        cutLines: 1,
      },
      { words: ["Six more to earn", "Color Finder", "Shadow Spotter", "my name"], cutLines: 6 },
    ],
  },
];

describe.each(BONUSES)("the bonus of $product", ({ volume, product, promise, pages }) => {
  const { title } = makeVolume(volume);

  test("is what its offer promises, a file of its own on both papers after the book", () => {
    expect(promise.toLowerCase()).toContain(title.toLowerCase());
    const held = products.find(({ name }) => name === product)?.files ?? [];
    const titles = held.map((slug) => PDFS.find((pdf) => pdf.slug === slug)?.title);
    expect(titles).toEqual([
      `${product} (A4)`,
      `${title} (A4)`,
      `${product} (US Letter)`,
      `${title} (US Letter)`,
    ]);
  });

  test("belongs to no other product", () => {
    const holders = products.filter((item) => item.files.includes(`${volume}-a4`));
    expect(holders.map(({ name }) => name)).toEqual([product]);
  });

  test.each(PAPERS)("is black line art with its words, and small, on %s", async (paper) => {
    const bytes = await renderPdf({ volume: makeVolume(volume), paper });
    expect(bytes.byteLength).toBeLessThan(MOST_BYTES);
    const drawn = await contentsOf(bytes);
    expect(drawn).toHaveLength(pages.length);
    for (const [index, content] of drawn.entries()) {
      expect(wordsOf(content)).toEqual(expect.arrayContaining(pages[index]?.words ?? []));
      expect(content, "a colour other than grey").not.toMatch(/ (rg|RG)\b/);
      expect(content.match(/\[5 5\] 0 d/g) ?? []).toHaveLength(pages[index]?.cutLines ?? 0);
    }
  });
});

/** The drawing instructions of each page, unpacked. */
async function contentsOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  return pdf.getPages().map(({ node }) => {
    const parts = node.lookup(PDFName.of("Contents"), PDFArray);
    return Array.from({ length: parts.size() }, (_, index) =>
      Buffer.from(decodePDFRawStream(parts.lookup(index, PDFRawStream)).decode()).toString(
        "latin1",
      ),
    ).join("\n");
  });
}

/** The lines of text that a page shows, read back from its glyphs. */
function wordsOf(content: string): string[] {
  const shown = content.matchAll(/BT \/(display|text|strong) .*?\[(.*?)\] TJ/g);
  return Array.from(shown, ([, face, line = ""]) => {
    const signs = signsOf(face as Face);
    const glyphs = Array.from(line.matchAll(/<([0-9a-f]+)>/g), ([, hex]) => hex).join("");
    return glyphs.replace(/.{4}/g, (glyph) => signs.get(Number.parseInt(glyph, 16)) ?? "?");
  });
}

function signsOf(face: Face): Map<number, string> {
  const { font } = loadFace(face);
  return new Map(
    font.characterSet.map((code) => [font.glyphForCodePoint(code).id, String.fromCodePoint(code)]),
  );
}
