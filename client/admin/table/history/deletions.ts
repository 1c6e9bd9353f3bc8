import type { TableRow } from "../../../../server/contract/tables.ts";
import { numberOrNull, textOf } from "../../../lib/read-fields.ts";
import { adminCalls, type ListSearch } from "../../data/api.ts";
import { isAdministrator } from "./differences.ts";

/** A row that a table has lost; `isOurs` when an administrator has deleted it, who can bring it back. */
export type Deletion = { row: number; changeSet: number; isOurs: boolean };

/** Where the deletions of a table are listed, newest first. */
export function deletionsSearch(table: string, more: ListSearch): ListSearch {
  return { table_name__eq: table, action__eq: "delete", sort: "id:desc", ...more };
}

/** What a line of the changes says of a deletion. */
export function deletionOf(change: TableRow): Deletion {
  return {
    row: Number(change["row_id"]),
    // The first change of a set names it, and is alone in it without another.
    changeSet: numberOrNull(change["set_id"]) ?? change.id,
    isOurs: isAdministrator(textOf(change["actor"])),
  };
}

/** The last deletion of a row; undefined when it was never deleted, or is there again. */
export async function findDeletion(table: string, row: number): Promise<Deletion | undefined> {
  const { data: rows } = await adminCalls.listRows(table, { id: String(row), limit: "1" });
  if (rows.length > 0) return undefined;
  const search = deletionsSearch(table, { row_id__eq: String(row), limit: "1" });
  const { data } = await adminCalls.listRows("changes", search);
  return data[0] && deletionOf(data[0]);
}
