import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { eraseRow, eraseRows, updateRow } from "../../../db/record.ts";
import { changes, orderItems, orders, users } from "../../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { errorCodeOf, unknownRow } from "../../errors.ts";
import { syncCredits } from "../orders/credits.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { inBatches } from "../tables/bulk.ts";
import { JOB_BATCHES, requireRunning, startJob } from "./jobs.ts";

const PAGE = 1000;

type Undone = { id: number; tableName: string; rowId: number; action: string };

/**
 * Starts to take an import back: erases the orders and accounts that it added with their history, and
 * restores the access that it ended. Orders that something else refers to, such as an upgrade paid here,
 * stay. Throws AppError `not_found` for another change set, and `conflict` while another job runs.
 */
export function startUndo(
  deps: Pick<Deps, "db" | "log" | "stopping">,
  changeSet: number,
  author: AdminAuthor,
): void {
  const first = findFirst(deps, changeSet);
  if (!first) throw unknownRow();
  startJob(deps, "undo", async (job) => {
    job.total = first.orders;
    const undo = (tx: Transaction, change: Undone) => {
      requireRunning(deps);
      if (change.action === "update") return revert(tx, change, author);
      if (change.tableName === "users") return removeUser(tx, change.rowId, author);
      if (change.tableName !== "orders") return;
      job.done++;
      if (!removeOrder(tx, change.rowId, author)) job.kept++;
    };
    const others = { changeSet, after: first.id };
    for (let page = listChanges(deps, others); page.length > 0;) {
      await inBatches(author, page, undo, JOB_BATCHES);
      page = listChanges(deps, others, page.at(-1)?.id);
    }
    await inBatches(author, [first], undo);
  });
}

/**
 * Returns the first stored change of an import, with the number of orders that the import has added.
 * An earlier undo may have erased the one that gave the set its id.
 */
function findFirst({ db }: Pick<Deps, "db">, changeSet: number) {
  return db.sqlite
    .prepare<{ changeSet: number }, Undone & { orders: number }>(
      `SELECT id, table_name AS tableName, row_id AS rowId, action,
         (SELECT count(*) FROM orders INDEXED BY orders_imported
          WHERE source <> 'own' AND orders.created_at = changes.created_at) AS orders
       FROM changes WHERE id = (SELECT min(id) FROM changes
         WHERE (id = @changeSet AND set_id IS NULL) OR set_id = @changeSet)
       AND actor GLOB 'admin:*' AND EXISTS (
         SELECT 1 FROM orders WHERE source <> 'own' AND (orders.created_at = changes.created_at
           OR orders.id = CASE table_name WHEN 'orders' THEN row_id WHEN 'order_items'
             THEN (SELECT order_id FROM order_items WHERE id = row_id) END))`,
    )
    .get({ changeSet });
}

/** Lists changes of an import after its first one and before another one, the newest first. */
function listChanges(
  { db }: Pick<Deps, "db">,
  { changeSet, after }: { changeSet: number; after: number },
  before = Number.MAX_SAFE_INTEGER,
): Undone[] {
  return db.sqlite
    .prepare<[number, number, number], Undone>(
      `SELECT id, table_name AS tableName, row_id AS rowId, action FROM changes
       WHERE set_id = ? AND id > ? AND id < ? ORDER BY id DESC LIMIT ${PAGE}`,
    )
    .all(changeSet, after, before);
}

/** Erases an imported order with its items; false if another row refers to one of them. */
function removeOrder(tx: Transaction, orderId: number, author: AdminAuthor): boolean {
  const { id } = author.set;
  try {
    tx.sqlite.transaction(() => {
      eraseRows(tx, orderItems, eq(orderItems.orderId, orderId), author);
      eraseRow(tx, orders, orderId, author);
    })();
    return true;
  } catch (error) {
    if (!errorCodeOf(error).startsWith("SQLITE_CONSTRAINT")) throw error;
    // Reset the id, because the change that defined it was rolled back.
    author.set.id = id;
    return false;
  }
}

/** Erases an account that an import added, unless its owner has signed in or has other orders. */
function removeUser(tx: Transaction, userId: number, author: AdminAuthor): void {
  const user = tx.select().from(users).where(eq(users.id, userId)).get();
  if (!user || user.emailVerifiedAt !== null || user.isAdmin) return;
  const isTheirs = eq(orders.email, user.email);
  if (!tx.select({ id: orders.id }).from(orders).where(isTheirs).get()) {
    eraseRow(tx, users, userId, author);
  }
}

/** Restores what an import changed in an order that it knew, unless it has changed again since. */
function revert(tx: Transaction, { id, tableName, rowId }: Undone, author: AdminAuthor): void {
  if (!["orders", "order_items"].includes(tableName)) return;
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
