import { queryOptions } from "@tanstack/react-query";
import type { Line, LineState } from "../../../server/contract/health.ts";
import { healthWords as words } from "../../content/admin-health.ts";
import { adminCalls } from "../data/api.ts";
import { storedOf } from "../data/queries.ts";
import { useStored } from "../data/use-stored.tsx";

/** Polling interval; the server runs its checks every 45 seconds. */
const EVERY_MS = 45_000;

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: adminCalls.getHealth,
  ...storedOf([]),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS / 2,
});

/** Groups checks by severity. Unknown states, sent by a newer server, go to `rest`. */
export function groupLines(lines: readonly Line[]) {
  const of = (state: LineState) => lines.filter((line) => line.state === state);
  return {
    bad: of("bad"),
    warn: of("warn"),
    rest: lines.filter(({ state }) => state !== "bad" && state !== "warn"),
  };
}

/** Badge with the number of failed checks; with `isDot`, a dot for the menu button. */
export function HealthMark({ isDot = false }: { isDot?: boolean }) {
  const { data, asOf } = useStored(healthQuery);
  // Ignore cached results, which may be stale.
  const count = data && !asOf ? groupLines(data.checks).bad.length : 0;
  if (count === 0) return null;
  return (
    <span
      className={
        isDot
          ? "size-2 rounded-full bg-danger"
          : "ml-auto rounded-full bg-danger-2 px-2 py-px font-semibold text-danger tabular-nums"
      }
    >
      {!isDot && <span aria-hidden="true">{count}</span>}
      <span className="sr-only">{words.mark(count)}</span>
    </span>
  );
}
