import { numberIn, type Pdf, readObject, referenceIn } from "./pdf-objects.ts";
import { createPdfSource, type PdfSource, PdfTooComplex, type ReadPart } from "./pdf-source.ts";
import { findIn, readSections } from "./pdf-tables.ts";

export type PdfFault = "noPdf" | "unreadablePdf" | "protected" | "tooComplex";

/** Number of pages of a PDF, or why it is rejected. */
export type PdfVerdict = { pages: number } | { fault: PdfFault };

/** Readers search the first 1,024 bytes for the header. */
const HEAD_BYTES = 1024;
const HEAD = /%PDF-\d/;
/** Bytes searched for `startxref` before trailing NULs and white space, as in pdfium. */
const TAIL_BYTES = 4096;
const BLOCK_BYTES = 65_536;
const END = /startxref[\0\s]+(\d{1,15})/g;

/**
 * Opens a PDF like a reader, from the table at its end to the page tree, and counts its pages.
 * Reads only these parts, within a budget that does not depend on the file size. A file that
 * readers have to repair is `unreadablePdf`, because some buyers could not open it.
 */
export function readPdf(read: ReadPart, bytes: number): PdfVerdict {
  const source = createPdfSource(read, bytes);
  try {
    const head = bytes > 0 ? source.text(0, HEAD_BYTES).search(HEAD) : -1;
    if (head < 0) return { fault: "noPdf" };
    const table = findTable(source);
    // Offsets count from the header, or from the first byte if something was prepended later.
    const bases = head === 0 ? [0] : [head, 0];
    const verdicts = bases.map((base) => openAt(base));
    return verdicts.find((verdict) => "pages" in verdict) ?? verdicts[0] ?? UNREADABLE;

    function openAt(base: number): PdfVerdict {
      const from = (at: number, length: number) => source.read(base + at, length);
      return open(
        { ...source, read: from, text: (...part) => from(...part).toString("latin1") },
        table,
      );
    }
  } catch (error) {
    return error instanceof PdfTooComplex ? { fault: "tooComplex" } : UNREADABLE;
  }
}

const UNREADABLE: PdfVerdict = { fault: "unreadablePdf" };

function open(source: PdfSource, table: number): PdfVerdict {
  try {
    const sections = readSections(source, table);
    const trailers = sections.map(({ trailer }) => trailer);
    if (trailers.some((trailer) => trailer.has("Encrypt"))) return { fault: "protected" };
    const pdf: Pdf = { source, find: (object) => findIn(sections, object) };
    const trailer = trailers.find((each) => each.has("Root")) ?? new Map();
    const catalog = readObject(pdf, referenceIn(trailer, "Root"));
    const tree = readObject(pdf, referenceIn(catalog, "Pages"));
    const pages = numberIn(pdf, tree, "Count");
    return pages > 0 && tree.has("Kids") ? { pages } : UNREADABLE;
  } catch (error) {
    if (error instanceof PdfTooComplex) throw error;
    // A damaged file can cause any error.
    return UNREADABLE;
  }
}

/** Finds the offset of the newest table at the end of the file. Throws when it is missing. */
function findTable(source: PdfSource): number {
  const end = findEnd(source);
  const from = Math.max(0, end - TAIL_BYTES);
  const place = [...source.text(from, end - from).matchAll(END)].at(-1)?.[1];
  if (place === undefined) throw new Error("The file's end names no table.");
  return Number(place);
}

/** Length of a file without trailing NULs and white space. */
function findEnd(source: PdfSource): number {
  for (let end = source.bytes; end > 0; end = Math.max(0, end - BLOCK_BYTES)) {
    const from = Math.max(0, end - BLOCK_BYTES);
    const block = source.read(from, end - from);
    const last = block.findLastIndex((byte) => byte > 0x20);
    if (last >= 0) return from + last + 1;
  }
  return 0;
}
