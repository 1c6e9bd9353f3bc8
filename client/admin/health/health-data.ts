import { queryOptions } from "@tanstack/react-query";
import type { Line, LineState } from "../../../server/contract/health.ts";
import { readsOf } from "../data/queries.ts";

/** The store runs its checks every 45 seconds. */
const EVERY_MS = 45_000;

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ client }) => readsOf(client).getHealth(),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS / 2,
});

export type Groups = { bad: Line[]; warn: Line[]; rest: Line[] };

/** Groups lines by urgency. States of a newer store count as unknown. */
export function groupLines(lines: readonly Line[]): Groups {
  const of = (state: LineState) => lines.filter((line) => line.state === state);
  return {
    bad: of("bad"),
    warn: of("warn"),
    rest: lines.filter(({ state }) => state !== "bad" && state !== "warn"),
  };
}
