import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { deleteRow, updateRow } from "../../../db/record.ts";
import { changes, orderItems, orders } from "../../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { errorCodeOf, unknownRow } from "../../errors.ts";
import { syncCredits } from "../orders/credits.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { inBatches } from "../tables/bulk.ts";
import { requireRunning, startWork } from "./works.ts";

const PAGE = 1000;

type Undone = { id: number; tableName: string; rowId: number; action: string };

/**
 * Starts to take an import back: deletes the orders that it added, and restores the access that it
 * ended. Orders that something else refers to, such as an upgrade paid here, stay. Throws AppError
 * `not_found` for another change set, and `conflict` while another work runs.
 */
export function startUndo(
  deps: Pick<Deps, "db" | "log" | "stopping">,
  changeSet: number,
  author: AdminAuthor,
): void {
  const total = countOrders(deps, changeSet);
  if (total === 0) throw unknownRow();
  startWork(deps, "undo", async (work) => {
    work.total = total;
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const page = listChanges(deps, changeSet, before);
      const last = page.at(-1);
      if (!last) return;
      await inBatches(author, page, (tx, change) => {
        requireRunning(deps);
        if (change.tableName === "orders") work.done++;
        if (change.action === "update") revert(tx, change, author);
        else if (change.tableName === "orders" && !removeOrder(tx, change.rowId, author)) {
          work.kept++;
        }
      });
      before = last.id;
    }
  });
}

const OF_SET = `(changes.set_id = @changeSet OR changes.id = @changeSet)
  AND table_name IN ('orders', 'order_items')
  AND EXISTS (SELECT 1 FROM orders WHERE source <> 'own' AND orders.id =
    iif(table_name = 'orders', row_id, (SELECT order_id FROM order_items WHERE id = row_id)))`;

function countOrders({ db }: Pick<Deps, "db">, changeSet: number): number {
  const count = db.sqlite.prepare(
    `SELECT count(DISTINCT row_id) FROM changes WHERE ${OF_SET} AND table_name = 'orders'`,
  );
  return Number(count.pluck().get({ changeSet }));
}

function listChanges({ db }: Pick<Deps, "db">, changeSet: number, before: number): Undone[] {
  return db.sqlite
    .prepare<unknown[], Undone>(
      `SELECT id, table_name AS tableName, row_id AS rowId, action FROM changes
       WHERE ${OF_SET} AND id < @before ORDER BY id DESC LIMIT ${PAGE}`,
    )
    .all({ changeSet, before });
}

/** Deletes an imported order with its items; false if another row refers to one of them. */
function removeOrder(tx: Transaction, orderId: number, author: AdminAuthor): boolean {
  const { id } = author.set;
  const items = tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .all();
  try {
    tx.sqlite.transaction(() => {
      for (const item of items) deleteRow(tx, orderItems, item.id, author);
      deleteRow(tx, orders, orderId, author);
    })();
    return true;
  } catch (error) {
    if (!errorCodeOf(error).startsWith("SQLITE_CONSTRAINT")) throw error;
    // Reset the id, because the change that defined it was rolled back.
    author.set.id = id;
    return false;
  }
}

/** Restores what an import changed in an order that it knew, unless it has changed again since. */
function revert(tx: Transaction, { id, tableName, rowId }: Undone, author: AdminAuthor): void {
  const change = tx.select().from(changes).where(eq(changes.id, id)).get();
  const { before, after } = change ?? {};
  if (!before || !after) return;
  if (tableName === "orders") {
    const order = tx.select().from(orders).where(eq(orders.id, rowId)).get();
    if (order?.refundedAmount !== after["refunded_amount"]) return;
    const refundedAmount = Number(before["refunded_amount"]);
    updateRow(tx, orders, rowId, { refundedAmount }, author);
    return;
  }
  const item = tx.select().from(orderItems).where(eq(orderItems.id, rowId)).get();
  if (!item || item.version !== after["version"]) return;
  const timeOf = (name: string) => (before[name] ? new Date(String(before[name])) : null);
  const patch = {
    revokedAt: timeOf("revoked_at"),
    revokeReason: (before["revoke_reason"] ?? null) as typeof item.revokeReason,
    accessUntil: timeOf("access_until"),
  };
  updateRow(tx, orderItems, rowId, patch, author);
  syncCredits(tx, { order: { id: item.orderId }, author });
}
