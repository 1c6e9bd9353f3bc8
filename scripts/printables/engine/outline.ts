import { PDFHexString, type PDFDocument, type PDFRef } from "@cantoo/pdf-lib";
import type { Page } from "./page.ts";

type Entry = { title: string; page: number; entries: Entry[] };

/**
 * Adds an outline (bookmarks) to a PDF from the marks of its pages, with nested entries collapsed,
 * and shows it on opening. Pages without marks have no entry.
 */
export function addOutline(document: PDFDocument, pages: readonly Page[]): void {
  const top = entriesOf(pages);
  if (!top.length) return;
  const { catalog, context } = document;
  const outline = context.nextRef();
  const links = addEntries({ document, entries: top, parent: outline });
  context.assign(outline, context.obj({ Type: "Outlines", ...links, Count: top.length }));
  catalog.set(context.obj("Outlines"), outline);
  catalog.set(context.obj("PageMode"), context.obj("UseOutlines"));
}

function entriesOf(pages: readonly Page[]): Entry[] {
  const top: Entry[] = [];
  for (const [page, { mark }] of pages.entries()) {
    if (!mark) continue;
    const siblings = mark.level === 1 ? top : (top.at(-1)?.entries ?? top);
    siblings.push({ title: mark.title, page, entries: [] });
  }
  return top;
}

type Level = { document: PDFDocument; entries: readonly Entry[]; parent: PDFRef };

function addEntries({ document, entries, parent }: Level): { First?: PDFRef; Last?: PDFRef } {
  const { context } = document;
  const refs = entries.map(() => context.nextRef());
  for (const [index, { title, page, entries: below }] of entries.entries()) {
    const ref = refs[index];
    if (!ref) continue;
    const sheet = document.getPage(page);
    const links = {
      Title: PDFHexString.fromText(title),
      Parent: parent,
      Dest: [sheet.ref, "XYZ", null, sheet.getHeight(), null],
      Prev: refs[index - 1],
      Next: refs[index + 1],
      ...addEntries({ document, entries: below, parent: ref }),
      // A negative count collapses the entry.
      Count: below.length ? -below.length : undefined,
    };
    context.assign(ref, context.obj(links));
  }
  return { First: refs[0], Last: refs.at(-1) };
}
