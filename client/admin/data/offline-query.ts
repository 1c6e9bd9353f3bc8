import { queryOptions } from "@tanstack/react-query";
import type { OfflineCopy } from "./offline-copy.ts";

/** All that is known of what this device keeps. */
export const OFFLINE_COPY_KEY = ["kept"];

export type OfflineCopyFacts = Awaited<ReturnType<typeof readKept>>;

/** What this device keeps for reading, and how. */
export function offlineCopyQuery(kept: OfflineCopy) {
  return queryOptions({ queryKey: OFFLINE_COPY_KEY, queryFn: () => readKept(kept) });
}

async function readKept({ tables, answers, storesPrivate }: OfflineCopy) {
  const [whole, facts, isPrivateStored, isPromised] = await Promise.all([
    tables.list(),
    answers.listFacts(),
    storesPrivate(),
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
    isPrivateStored,
    isPromised,
  };
}
