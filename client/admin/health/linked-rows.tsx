import type { LinkedRow } from "../../../server/contract/health.ts";
import { ScreenLink } from "../ui/screen.tsx";
import { formPath } from "../url/screen-paths.ts";

/** Links to the forms of rows; renders nothing without rows. */
export function LinkedRows({ rows }: { rows: readonly LinkedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {rows.map((row) => (
        <li key={`${row.table} ${row.id}`} className="min-h-6 wrap-anywhere">
          <ScreenLink path={formPath(row)}>{row.label}</ScreenLink>
        </li>
      ))}
    </ul>
  );
}
