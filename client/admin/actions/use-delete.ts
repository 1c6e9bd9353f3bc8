import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { adminMessages } from "../../content/admin-messages.ts";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/answer.ts";
import { rowLabel } from "../data/row-texts.ts";
import { useWrites } from "../data/use-writes.tsx";
import { useAsk } from "../ui/dialog.tsx";

/**
 * Returns a function that deletes a row after confirmation and shows the error on failure. Calls
 * `onSure` after the confirmation, before the row is removed.
 */
export function useDelete(schema: TableSchema): (row: TableRow, onSure?: () => void) => void {
  const ask = useAsk();
  const { saveRow, giveUp } = useWrites();

  async function remove(row: TableRow, onSure?: () => void): Promise<void> {
    const { id, version } = row;
    const label = rowLabel(schema, row);
    const words = adminWords.table;
    const sure = await ask({
      title: words.confirmDelete,
      text: label,
      yes: words.delete,
      danger: true,
    });
    if (!sure) return;
    onSure?.();
    const scope = { table: schema.name, row: id };
    try {
      await saveRow({ kind: "delete", ...scope, label, version }, adminWords.done.deleted(label));
    } catch (error) {
      await ask({ title: adminMessages.deleteAlert(readableMessage(error)) });
      // The owner has seen the error, so drop the failed entry.
      giveUp(scope);
    }
  }

  return (row, onSure) => void remove(row, onSure);
}
