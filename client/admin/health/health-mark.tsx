import { useQuery } from "@tanstack/react-query";
import { healthWords as words } from "../../content/admin-health.ts";
import { groupLines, healthQuery } from "./health-data.ts";

/** How many lines are red by the store's own word; what this device alone remembers is no news. */
function useRed(): number {
  const { data } = useQuery(healthQuery);
  return data && data.readAt === undefined ? groupLines(data.checks).bad.length : 0;
}

/** A quiet count of what is red, inside the link to it. */
export function HealthMark() {
  const count = useRed();
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-danger-2 px-2 py-px font-semibold text-danger tabular-nums">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words.mark(count)}</span>
    </span>
  );
}

/** The same as a dot, on what opens the menu with that link. */
export function HealthDot() {
  const count = useRed();
  if (count === 0) return null;
  return (
    <span className="size-2 rounded-full bg-danger">
      <span className="sr-only">{words.mark(count)}</span>
    </span>
  );
}
