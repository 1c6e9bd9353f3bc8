import type { OrderPage } from "../../../server/contract/admin-answers.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import { numberOf, numberOrNull, textOf } from "../../lib/read-fields.ts";

type RowOfTable = { table: string; row: TableRow };

/**
 * Returns the refundable amount of an order item in the smallest currency unit: what was paid
 * for it, limited by the order's remaining amount. Zero if the item was already refunded.
 */
export function refundableOf(item: TableRow, { refunds, refundable }: OrderPage): number {
  const isRefunded = refunds.some(
    (refund) => refund["order_item_id"] === item.id && refund["status"] !== "failed",
  );
  if (isRefunded || item["revoke_reason"] === "refund") return 0;
  return Math.min(paidOf(item), refundable);
}

/** Returns the amount paid for an order item, with tax; the price if it is unpaid or old. */
export function paidOf(item: TableRow): number {
  return numberOrNull(item["paid_amount"]) ?? numberOf(item["price"]);
}

/** Returns the id of the order that a row belongs to, if any. */
export function orderIdOf({ table, row }: RowOfTable): number | undefined {
  return table === "orders" ? row.id : (numberOrNull(row["order_id"]) ?? undefined);
}

/**
 * Returns the recipient of a mail about a row or its order; undefined if neither has one. Mails about
 * the money of a gift go to its giver.
 */
export function recipientOf(
  row: TableRow,
  page: OrderPage | undefined,
  { movesMoney }: { movesMoney: boolean },
): string | undefined {
  const { recipient, email } = row;
  const giver = movesMoney ? textOf(page?.order["giver_email"]) : "";
  return giver || textOf(recipient) || textOf(email) || textOf(page?.order["email"]) || undefined;
}

/** Maximum refund of an action, in the smallest currency unit. */
export type Money = { currency: string; most: number };

/** Returns the refundable amount of an order, or of one of its items. */
export function moneyOf({ table, row }: RowOfTable, page: OrderPage): Money {
  const most = table === "order_items" ? refundableOf(row, page) : page.refundable;
  return { currency: textOf(page.order["currency"]), most };
}
