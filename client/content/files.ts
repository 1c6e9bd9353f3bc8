import { totalBytes } from "../../server/contract/files.ts";
import { formatBytes } from "../../server/contract/format.ts";
import type { PurchasedFile } from "../../server/contract/answers.ts";

/** Words of the ways to a product's files, wherever they stand. */
export const fileWords = {
  downloadAll: (files: PurchasedFile[]) =>
    files.every(({ bytes }) => bytes > 0)
      ? `Download all (ZIP, ${formatBytes(totalBytes(files))})`
      : "Download all (ZIP)",
  untitled: "Printable pages",
  paper: "Paper size",
} as const;
