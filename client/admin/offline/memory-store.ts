import { type Entry, isOf, isTemporary } from "./entry.ts";
import type { OutboxStore } from "./outbox-store.ts";

/** Creates an in-memory outbox for browsers without storage. */
export function memoryOutboxStore(): OutboxStore {
  const files = new Map<number, Blob>();
  const ids = new Map<number, number>();
  let entries: Entry[] = [];
  let last = 0;
  return {
    list: async () => entries,
    async change(scope, edit, { file, made } = {}) {
      const row = ids.get(scope.row) ?? scope.row;
      if (made !== undefined && isTemporary(scope.row)) ids.set(scope.row, made);
      const isIts = (entry: Entry) => isOf(entry, { table: scope.table, row });
      const before = entries.filter(isIts);
      const after = edit(before, row).map((entry) => {
        if (entry.n > 0) return entry;
        last += 1;
        if (file) files.set(last, file);
        return { ...entry, n: last };
      });
      const left = new Set(after.map(({ n }) => n));
      for (const { n } of before) if (!left.has(n)) files.delete(n);
      const others = entries.filter((entry) => !isIts(entry));
      entries = [...others, ...after].toSorted((one, other) => one.n - other.n);
      return after;
    },
    async begin(begun) {
      const waiting = entries.filter(({ state }) => state === "waiting");
      const keys = new Set(waiting.map(({ key }) => key));
      const matches = begun.filter(({ key }) => keys.has(key));
      const byKey = new Map(matches.map((entry) => [entry.key, entry]));
      entries = entries.map((entry) => byKey.get(entry.key) ?? entry);
      return matches;
    },
    findMade: async (temporary) => ids.get(temporary),
    findFile: async (n) => files.get(n),
  };
}
