import type { TableRow } from "../../../server/contract/tables.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { isSame } from "../offline/merge.ts";
import type { ListSearch } from "../url/table-search.ts";

/** Returns the values that all rows share, such as the currency of their amounts. */
export function commonPart([first, ...others]: readonly TableRow[]): RowPart {
  const entries = Object.entries(first ?? {});
  return Object.fromEntries(
    entries.filter(([name, value]) => others.every((row) => isSame(row[name] ?? null, value))),
  );
}

/** Rows of a bulk change: `ids`, or all rows that match the filter if `ids` is missing. */
export type Selection = { ids?: readonly number[]; filter: ListSearch };

/** Filters of a list and its selected rows. Each change of the selection makes a new object. */
export type ListSelection = { filter: ListSearch; selected: Readonly<Record<string, boolean>> };

/**
 * Returns the rows that a bulk change applies to: all that match if the user chose so with these
 * filters and this selection (`allOf`), else the selected rows.
 */
export function selectionOf(current: ListSelection, allOf: ListSelection | undefined): Selection {
  const { filter, selected } = current;
  const isAll =
    allOf?.selected === selected && JSON.stringify(allOf.filter) === JSON.stringify(filter);
  return isAll ? { filter } : { ids: Object.keys(selected).map(Number), filter: {} };
}

/** Number of rows that matched a filter at change sequence number `sequence`. */
export type CountedRows = { total: number; sequence: number };

export function selectedCount({ ids }: Selection, { total }: Pick<CountedRows, "total">): number {
  return ids?.length ?? total;
}

/** Returns the rows of a bulk request. The server rejects it if the rows have changed since. */
export function bulkRowsOf({ ids, filter }: Selection, { total, sequence }: CountedRows) {
  if (!ids) return { filter, expected: total, sequence };
  const sorted = ids.toSorted((one, two) => one - two);
  return { filter, ids: sorted, expected: ids.length, sequence };
}
