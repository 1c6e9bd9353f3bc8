import { saveFile } from "../../lib/download.ts";
import type { Draft } from "../offline/database.ts";
import type { Entry } from "../offline/entry.ts";

export type Unsent = { entries: readonly Entry[]; drafts?: readonly Draft[] };

/** Downloads unsent edits and drafts as readable JSON. */
export function downloadUnsent(unsent: Unsent, now = new Date()): void {
  const day = now.toISOString().slice(0, 10);
  const file = new Blob([unsentJson(unsent, now)], { type: "application/json" });
  saveFile(file, `unsent-edits-${day}.json`);
}

/** Formats unsent edits, with previous values, and drafts as JSON. Omits file contents. */
export function unsentJson({ entries, drafts = [] }: Unsent, now: Date): string {
  const exported = {
    exportedAt: now.toISOString(),
    edits: entries.map(({ n: _n, key: _key, tries: _tries, ...edit }) => withTime(edit)),
    unfinished: drafts.map(({ key: _key, ...draft }) => withTime(draft)),
  };
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}

function withTime<Item extends { at: number }>(item: Item) {
  return { ...item, at: new Date(item.at).toISOString() };
}
