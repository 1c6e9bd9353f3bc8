import { toPdf } from "./to-pdf.ts";
import type { Paper } from "./volume-keys.ts";
import type { Volume } from "./volumes.ts";

/** Prints a volume on a paper size; equal input gives equal bytes on every run and machine. */
export function renderPdf(options: { volume: Volume; paper: Paper }): Promise<Uint8Array> {
  const { volume, paper } = options;
  return toPdf({ title: volume.title, pages: volume.pages, paper });
}
