import type { BulkRequest } from "../../../../server/contract/tables.ts";
import type { ListSearch } from "../calls.ts";

/** The rows that something is done with: those that were ticked, or all that the filters match. */
export type Selection = { kind: "rows"; ids: ReadonlySet<number> } | { kind: "all" };

/** What a list says of the rows that its filters match. */
export type Counted = { filter: ListSearch; total: number; sequence: number };

export const NOTHING: Selection = { kind: "rows", ids: new Set() };

/** How many rows are meant. */
export function countOf(selection: Selection, { total }: Pick<Counted, "total">): number {
  return selection.kind === "all" ? total : selection.ids.size;
}

/** Ticks a row or takes its tick away; out of “all”, those of the page stay without it. */
export function toggleRow(selection: Selection, id: number, page: readonly number[]): Selection {
  const ids = new Set(selection.kind === "all" ? page : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: "rows", ids };
}

/** Ticks the whole page, or none of it when it was ticked. */
export function togglePage(selection: Selection, page: readonly number[]): Selection {
  if (selection.kind === "all") return NOTHING;
  const ids = new Set(selection.ids);
  const isWhole = page.length > 0 && page.every((id) => ids.has(id));
  for (const id of page) {
    if (isWhole) ids.delete(id);
    else ids.add(id);
  }
  return { kind: "rows", ids };
}

/** How a page's own box stands. */
export function pageTick(selection: Selection, page: readonly number[]): "all" | "some" | "none" {
  if (selection.kind === "all") return "all";
  const ticked = page.filter((id) => selection.ids.has(id)).length;
  if (ticked === 0) return "none";
  return ticked === page.length ? "all" : "some";
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
