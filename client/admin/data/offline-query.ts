import { queryOptions } from "@tanstack/react-query";
import type { Kept } from "./offline-tables.ts";

/** All that is known of what this device keeps. */
export const KEPT_KEY = ["kept"];

export type KeptFacts = Awaited<ReturnType<typeof readKept>>;

/** What this device keeps for reading, and how. */
export function keptQuery(kept: Kept) {
  return queryOptions({ queryKey: KEPT_KEY, queryFn: () => readKept(kept) });
}

async function readKept({ tables, answers, keepsPrivate }: Kept) {
  const [whole, facts, isPrivateKept, isPromised] = await Promise.all([
    tables.list(),
    answers.listFacts(),
    keepsPrivate(),
    // Old browsers do not say.
    navigator.storage?.persisted?.(),
  ]);
  return {
    tables: new Map(
      whole.map(({ table, rows, readAt, bytes }) => [table, { count: rows.length, readAt, bytes }]),
    ),
    /** Pages of tables, and other screens, that were opened. */
    screens: facts.length,
    screenBytes: facts.reduce((sum, { bytes }) => sum + bytes, 0),
    isPrivateKept,
    isPromised,
  };
}
