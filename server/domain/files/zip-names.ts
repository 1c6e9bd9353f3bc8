import { PAPER_NAMES } from "../../contract/format.ts";
import { fileNameOf } from "./file-links.ts";
import type { CurrentFile } from "./grants.ts";

/**
 * The path of each file in the ZIP of all of them, in the same order: in a folder of its paper, and
 * at the top without one. No two are alike, also where capitals count for nothing: one would
 * overwrite the other when the ZIP is unpacked.
 */
export function zipNames(files: Pick<CurrentFile, "title" | "paper">[]): string[] {
  const taken = new Set<string>();
  return files.map(({ title, paper }) => {
    const wanted = `${paper ? `${PAPER_NAMES[paper]}/` : ""}${fileNameOf(title)}`;
    let name = wanted;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted}-${count}`;
    taken.add(name.toLowerCase());
    return `${name}.pdf`;
  });
}
