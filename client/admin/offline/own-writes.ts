import type { Entry, Outcome } from "./entry.ts";
import type { Change } from "./live.ts";

/**
 * Knows which changes this browser has made itself, by the version that the server answered with: what
 * it has answered is shown already, when the news of it comes.
 */
export function ownWrites() {
  const versions = new Map<string, number>();
  return {
    note({ kind, table, row }: Entry, outcome: Outcome): void {
      if (outcome.kind !== "done" || kind === "upload") return;
      if (kind === "delete") versions.set(`${table} ${row}`, Infinity);
      else if (outcome.row) versions.set(`${table} ${outcome.row.id}`, outcome.row.version);
    },

    isOwn: ({ table, id, version }: Change): boolean =>
      (version ?? Infinity) <= (versions.get(`${table} ${id}`) ?? -1),
  };
}
