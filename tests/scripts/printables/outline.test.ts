import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { renderPdf } from "../../../scripts/printables/engine/to-pdf.ts";
import {
  BOOK_KEYS,
  isMonth,
  monthOf,
  type VolumeKey,
} from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";

/** PDF outline entry; `page` counts from 1. */
type Entry = { title: string; level: number; page: number };

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

test.each(BOOK_KEYS)("%s names how to print, its cover, and its sections, each once", (key) => {
  const marks = marksOf(key);
  expect(marks.slice(0, 2)).toEqual([
    { title: "How to print", level: 1, page: 1 },
    { title: "Cover", level: 1, page: 2 },
  ]);
  const sections = marks.filter(({ level }) => level === 1).map(({ title }) => title);
  expect(sections.length).toBeGreaterThanOrEqual(6);
  expect(new Set(sections).size).toBe(sections.length);
});

test.each(BOOK_KEYS.filter(isMonth))(
  "%s names its weeks, and every day at its first page",
  (key) => {
    const first = (monthOf(key) - 1) * 4 + 1;
    const plans = [3, 29, 55, 81];
    expect(marksOf(key).slice(2)).toEqual(
      plans.flatMap((page, week) => [
        { title: expect.stringMatching(`^Week ${first + week}: `), level: 1, page },
        ...DAYS.map((day, index) => {
          return { title: `Day ${index + 1}: ${day}`, level: 2, page: page + 1 + index * 5 };
        }),
      ]),
    );
    for (const page of plans) expect(makeVolume(key).pages[page - 1]?.kind).toBe("weekly plan");
  },
);

test.each(["month-3", "club"] as const)("the PDF of %s opens with its outline", async (key) => {
  expect(await outlineOf(key)).toEqual(marksOf(key));
});

test("a single sheet has no outline", async () => {
  expect(await outlineOf("colors-certificate")).toEqual([]);
});

function marksOf(key: VolumeKey): Entry[] {
  return makeVolume(key).pages.flatMap(({ mark }, index) =>
    mark ? [{ ...mark, page: index + 1 }] : [],
  );
}

/** Reads the outline from the rendered PDF. */
async function outlineOf(key: VolumeKey): Promise<Entry[]> {
  const bytes = await renderPdf({ volume: makeVolume(key), paper: "a4" });
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const root = pdf.catalog.lookupMaybe(PDFName.of("Outlines"), PDFDict);
  const numbers = new Map(pdf.getPages().map(({ ref }, index) => [ref.toString(), index + 1]));
  const read = (parent: PDFDict | undefined, level: number): Entry[] => {
    const found: Entry[] = [];
    let item = parent?.lookupMaybe(PDFName.of("First"), PDFDict);
    while (item) {
      const title = item.lookup(PDFName.of("Title"), PDFHexString).decodeText();
      const page = numbers.get(String(item.lookup(PDFName.of("Dest"), PDFArray).get(0))) ?? 0;
      found.push({ level, title, page }, ...read(item, level + 1));
      item = item.lookupMaybe(PDFName.of("Next"), PDFDict);
    }
    return found;
  };
  return read(root, 1);
}
