import type { BulkRequest } from "../../../../server/contract/tables.ts";
import type { ListSearch } from "../../data/api.ts";

/** The rows that something is done with: those that were ticked, or all that the filters match. */
export type Selection = { kind: "rows"; ids: ReadonlySet<number> } | { kind: "all" };

/** What a list says of the rows that its filters match. */
export type Counted = { filter: ListSearch; total: number; sequence: number };

/** How many rows are meant. */
export function countOf(selection: Selection, { total }: Pick<Counted, "total">): number {
  return selection.kind === "all" ? total : selection.ids.size;
}

/**
 * What a bulk call says of its rows, so that the server can refuse when others would be meant by now:
 * the filters, how many were counted, and when.
 */
export function bulkRowsOf(
  selection: Selection,
  counted: Counted,
): Pick<BulkRequest, "filter" | "ids" | "expected" | "sequence"> {
  const { filter, sequence } = counted;
  const expected = countOf(selection, counted);
  if (selection.kind === "all") return { filter, expected, sequence };
  return { filter, expected, sequence, ids: [...selection.ids].toSorted((one, two) => one - two) };
}

/** “3 rows”, “1 row” */
export function rowsText(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? "row" : "rows"}`;
}
