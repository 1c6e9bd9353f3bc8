import { queryOptions } from "@tanstack/react-query";
import type { Line, LineState } from "../../../server/contract/health.ts";
import { readsOf } from "../data/queries.ts";

/** The store looks after itself every 45 seconds. */
const EVERY_MS = 45_000;

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ client }) => readsOf(client).getHealth(),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS / 2,
});

export type Groups = { bad: Line[]; warn: Line[]; rest: Line[] };

/** Lines by how urgent they are; a state that a newer store has comes with those that are not known. */
export function groupLines(lines: readonly Line[]): Groups {
  const of = (state: LineState) => lines.filter((line) => line.state === state);
  return {
    bad: of("bad"),
    warn: of("warn"),
    rest: lines.filter(({ state }) => state !== "bad" && state !== "warn"),
  };
}
