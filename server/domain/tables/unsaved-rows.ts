import type { PreviewRow } from "../../contract/admin-answers.ts";
import type { TableRow } from "../../contract/tables.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { getTable } from "./registry.ts";
import { changeRow, createRow, getRow } from "./write.ts";

const NEVER_STORED = new Error("The rows of a preview are not stored.");

/**
 * Returns the result of `read` as if the rows were saved, by the same rules as a save; `saved` are
 * these rows. The transaction is rolled back, so `read` must be synchronous.
 */
export function readWithRows<Value>(
  rows: readonly PreviewRow[],
  author: AdminAuthor,
  read: (saved: readonly TableRow[]) => Value,
): Value {
  // decision: rolled-back-preview
  const results: Value[] = [];
  try {
    author.write((tx) => {
      const saved = rows.map(({ table, id, values: body }) => {
        const definition = getTable(table);
        if (id === undefined) return createRow(tx, { definition, body, author });
        return changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
      });
      results.push(read(saved));
      throw NEVER_STORED;
    });
  } catch (error) {
    if (error !== NEVER_STORED) throw error;
  }
  return results[0]!;
}
