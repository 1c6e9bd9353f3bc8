import type { Draft } from "../offline/database.ts";
import type { Entry } from "../offline/entry.ts";

export type Unsent = { entries: readonly Entry[]; drafts?: readonly Draft[] };

/** Downloads unsent edits and drafts as readable JSON. */
export function downloadUnsent(unsent: Unsent, now = new Date()): void {
  const day = now.toISOString().slice(0, 10);
  const file = new Blob([unsentJson(unsent, now)], { type: "application/json" });
  saveFile(file, `unsent-edits-${day}.json`);
}

/** Unsent edits with their previous values, and drafts. Has the names of files, not their content. */
export function unsentJson({ entries, drafts = [] }: Unsent, now: Date): string {
  const exported = {
    exportedAt: now.toISOString(),
    edits: entries.map(readable),
    unfinished: drafts.map(({ table, row, label, typed, base, version, at }) => {
      return { table, row, label, typed, base, version, at: timeOf(at) };
    }),
  };
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}

function readable(entry: Entry) {
  const { table, row, label, kind, state, at, problem, theirs } = entry;
  return { table, row, label, kind, ...jobOf(entry), state, at: timeOf(at), problem, theirs };
}

function jobOf(entry: Entry) {
  switch (entry.kind) {
    case "create":
      return { values: entry.values };
    case "update":
      return { values: entry.values, base: entry.base, version: entry.version };
    case "delete":
      return { version: entry.version };
    case "upload":
      return { url: entry.url };
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
