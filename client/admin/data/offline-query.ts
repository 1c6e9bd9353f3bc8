import { queryOptions } from "@tanstack/react-query";
import type { OfflineCopy } from "./offline-copy.ts";

export const OFFLINE_COPY_KEY = ["kept"];

export type OfflineCopyFacts = Awaited<ReturnType<typeof readFacts>>;

/** Facts of the data stored on this device. */
export function offlineCopyQuery(copy: OfflineCopy) {
  return queryOptions({ queryKey: OFFLINE_COPY_KEY, queryFn: () => readFacts(copy) });
}

async function readFacts({ tables, answers, storesPrivate }: OfflineCopy) {
  const [whole, facts, isPrivateStored, isPromised] = await Promise.all([
    tables.list(),
    answers.listFacts(),
    storesPrivate(),
    // Missing in old browsers.
    navigator.storage?.persisted?.(),
  ]);
  return {
    tables: new Map(
      whole.map(({ table, rows, readAt, bytes }) => [table, { count: rows.length, readAt, bytes }]),
    ),
    /** Stored pages and screens. */
    screens: facts.length,
    screenBytes: facts.reduce((sum, { bytes }) => sum + bytes, 0),
    isPrivateStored,
    isPromised,
  };
}
