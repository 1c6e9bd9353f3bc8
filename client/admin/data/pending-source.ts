import { useMemo } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import type { PendingEdits } from "../offline/pending-edits.ts";
import { usePendingEdits } from "../pending/outbox-context.tsx";
import type { RowSource } from "./row-source.ts";

/** Rows with queued edits; unsent new rows come first. */
export type EditedRowSource = RowSource & Pick<PendingEdits, "markOf">;

/** Applies the queued edits to a table's rows. */
export function useRowsWithEdits(schema: TableSchema, source: RowSource): EditedRowSource {
  const { added, withEdits, markOf } = usePendingEdits(schema.name);
  return useMemo(() => {
    const empty = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, null]));
    const above = source.offset === 0 ? added.map((row) => ({ ...empty, ...row })) : [];
    const { count, page, rowAt, onSight } = source;
    return {
      ...source,
      markOf,
      count: count === undefined ? undefined : count + above.length,
      page: page && { ...page, total: page.total + added.length },
      rowAt: (index) => {
        const row = rowAt(index - above.length);
        return above[index] ?? (row && withEdits(row));
      },
      onSight: (first, last) =>
        onSight(Math.max(first - above.length, 0), Math.max(last - above.length, 0)),
    };
  }, [schema, source, added, withEdits, markOf]);
}
