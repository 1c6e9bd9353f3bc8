import { useMemo } from "react";
import { MOST_ROWS_A_PAGE, type TableRow } from "../../../server/contract/tables.ts";
import { usePendingEdits } from "../data/admin-context.ts";
import { useRows } from "../data/queries.ts";

export const TEXTS = "texts";

/** Stored row of a text with pending edits; `isWaiting` while an edit has not been sent. */
export type TextRow = { row: TableRow; value: string; isWaiting: boolean };
export type TextRows = ReadonlyMap<string, TextRow>;

/** Returns the rows of all replaced texts by name, with pending edits applied. */
export function useTextRows() {
  const search = { limit: String(MOST_ROWS_A_PAGE) };
  const read = useRows(TEXTS, search, { isOpened: true, isWhole: true });
  const { added, withEdits, markOf } = usePendingEdits(TEXTS);
  const data = useMemo(() => {
    const rows = read.data?.data;
    if (!rows) return undefined;
    return new Map(
      // Stored rows come last: they replace an unsent new row of the same text.
      [...added, ...rows.map(withEdits)]
        .filter(({ id }) => markOf(id)?.kind !== "deleted")
        .map((row): [string, TextRow] => {
          const isWaiting = markOf(row.id) !== undefined;
          return [String(row["name"]), { row, value: String(row["value"]), isWaiting }];
        }),
    );
  }, [read.data, added, withEdits, markOf]);
  return { ...read, data };
}
