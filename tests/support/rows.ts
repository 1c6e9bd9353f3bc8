import { insertRow, type RecordedTable, updateRow } from "../../db/record.ts";
import { orders } from "../../db/schema.ts";
import { newOrderNumber } from "../../server/domain/orders/order.ts";
import type { TestApp } from "./create-test-app.ts";

type Store = Pick<TestApp, "db" | "clock">;

const authorOf = ({ clock }: Store) => ({ actor: "test", now: clock.now() });

/** Changes a stored row. The rules of the admin do not apply. */
export function changeRow<T extends RecordedTable>(
  t: Store,
  table: T,
  id: number,
  patch: Parameters<typeof updateRow<T>>[3],
) {
  return t.db.write((tx) => updateRow(tx, table, id, patch, authorOf(t)));
}

/** Stores a new row. The rules of the admin do not apply. */
export function addRow<T extends RecordedTable>(
  t: Store,
  table: T,
  values: Parameters<typeof insertRow<T>>[2],
) {
  return t.db.write((tx) => insertRow(tx, table, values, authorOf(t)));
}

/** Stores copies of the first order, without its payment at the provider. */
export function copyOrder(
  t: Store,
  count: number,
  values: Partial<typeof orders.$inferInsert> = {},
): void {
  const order = t.db.select().from(orders).get();
  if (!order) throw new Error("There is no order.");
  const { id: _id, version: _v, createdAt: _c, updatedAt: _u, ...row } = order;
  for (let index = 0; index < count; index++) {
    const own = { number: newOrderNumber(), sessionId: null, paymentIntentId: null };
    addRow(t, orders, { ...row, ...own, ...values });
  }
}
