import { useQuery } from "@tanstack/react-query";
import { healthWords as words } from "../../content/admin-health.ts";
import { groupLines, healthQuery } from "./health-data.ts";

/** Number of failed checks; 0 while only cached results are known. */
function useRed(): number {
  const { data } = useQuery(healthQuery);
  return data && data.readAt === undefined ? groupLines(data.checks).bad.length : 0;
}

/** Number of failed checks, inside the link to the health page. */
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

/** A dot for failed checks, on the button that opens the menu. */
export function HealthDot() {
  const count = useRed();
  if (count === 0) return null;
  return (
    <span className="size-2 rounded-full bg-danger">
      <span className="sr-only">{words.mark(count)}</span>
    </span>
  );
}
