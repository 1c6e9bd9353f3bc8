import { PDFDocument } from "@cantoo/pdf-lib";
import { expect } from "vitest";
import { PAPER_SIZE, renderPdf } from "../../../scripts/printables/engine/to-pdf.ts";
import { PAPERS, type VolumeKey } from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";

/** Asserts the page count, page size and metadata of the volume's PDF on both paper sizes. */
export async function expectBothPapers(key: VolumeKey): Promise<void> {
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
}
