import { titleWithoutPaper } from "./format.ts";
import type { PurchasedFile } from "./answers.ts";

/** A printable in each of its paper sizes. */
export type FileGroup = { title: string; files: PurchasedFile[] };

/** Groups files by printable, in order of first appearance. */
export function groupByTitle(files: PurchasedFile[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const title = titleWithoutPaper(file);
    const group = groups.get(title) ?? { title, files: [] };
    group.files.push(file);
    groups.set(title, group);
  }
  return [...groups.values()];
}

/** Total size of the files in bytes. */
export function totalBytes(files: PurchasedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
