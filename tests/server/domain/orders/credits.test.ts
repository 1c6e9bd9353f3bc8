import { expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { type Order, type OrderItem, orderItems, orders, refunds } from "../../../../db/schema.ts";
import { creditOf } from "../../../../server/domain/orders/credits.ts";
import { createTestApp } from "../../../support/create-test-app.ts";

type Sale = {
  order?: Partial<Order>;
  item?: Partial<OrderItem>;
  /** Another item of the same order. */
  other?: Partial<OrderItem>;
  /** Refunds made in the admin; `of` names the item. */
  refunds?: { of?: "item" | "other"; amount: number; status?: "pending" | "failed" }[];
  /** An earlier purchase that was credited to the item. */
  before?: Partial<OrderItem>;
};

const OTHER = { price: 1000, paidAmount: 1000 };

const SALES: [name: string, credit: number, sale: Sale][] = [
  ["at its price", 2700, {}],
  ["before paid amounts were stored", 2700, { item: { paidAmount: null } }],
  ["given for free", 0, { order: { totalAmount: 0 }, item: { price: 0, paidAmount: null } }],
  [
    "at a discount",
    2000,
    { order: { totalAmount: 2000, discountAmount: 700 }, item: { paidAmount: 2000 } },
  ],
  [
    "with tax on top",
    2700,
    {
      order: { totalAmount: 3213, taxAmount: 513, addedTax: 513 },
      item: { paidAmount: 3213, taxAmount: 513 },
    },
  ],
  ["with tax in the price", 2700, { order: { taxAmount: 431 }, item: { taxAmount: 431 } }],
  [
    "at a discount, with tax on top",
    2000,
    {
      order: { totalAmount: 2380, discountAmount: 700, taxAmount: 380, addedTax: 380 },
      item: { paidAmount: 2380, taxAmount: 380 },
    },
  ],
  [
    "and refunded in full",
    0,
    { order: { refundedAmount: 2700 }, item: { revokeReason: "refund" } },
  ],
  [
    "and refunded in full, with kept access",
    0,
    { order: { refundedAmount: 2700 }, item: { revokeReason: "kept" } },
  ],
  ["and lost in a dispute", 0, { item: { revokeReason: "dispute" } }],
  ["and refunded in part", 2200, { order: { refundedAmount: 500 } }],
  [
    "with tax on top, and half refunded",
    1349,
    {
      order: { totalAmount: 3213, taxAmount: 513, addedTax: 513, refundedAmount: 1607 },
      item: { paidAmount: 3213, taxAmount: 513 },
    },
  ],
  ["with a refund under way", 2400, { refunds: [{ of: "item", amount: 300, status: "pending" }] }],
  ["with a refused refund", 2700, { refunds: [{ of: "item", amount: 300, status: "failed" }] }],
  [
    "with an item refunded in the admin",
    2700,
    {
      order: { refundedAmount: 1000 },
      other: { ...OTHER, revokeReason: "refund" },
      refunds: [{ of: "other", amount: 1000 }],
    },
  ],
  [
    "with an item refunded at the provider",
    2700,
    { order: { refundedAmount: 1000 }, other: { ...OTHER, revokeReason: "refund" } },
  ],
  ["with its share of a refund", 2430, { order: { refundedAmount: 370 }, other: OTHER }],
  [
    "with its share of a refund, rounded up",
    2430,
    { order: { refundedAmount: 369 }, other: OTHER },
  ],
  [
    "as an upgrade itself",
    3700,
    {
      item: { price: 1000, paidAmount: 1000, creditAmount: 2700 },
      order: { totalAmount: 1000 },
      before: {},
    },
  ],
  [
    "as an upgrade of a refunded purchase",
    1000,
    {
      item: { price: 1000, paidAmount: 1000, creditAmount: 2700 },
      order: { totalAmount: 1000 },
      before: { revokeReason: "refund" },
    },
  ],
];

test.each(SALES)("a pack bought %s is credited with %i", async (_name, credit, sale) => {
  const t = createTestApp();
  const productId = await t.addProduct({ name: "Advanced Pack", price: 2700 });
  const otherId = await t.addProduct({ name: "Dinosaur Busy Book" });
  const author = { actor: "test", now: t.clock.now() };
  const item = t.db.write((tx) => {
    let count = 0;
    const sell = (order: Partial<Order> = {}) =>
      insertRow(
        tx,
        orders,
        {
          number: `K7QM-3XR${++count}`,
          status: "paid",
          currency: "usd",
          totalAmount: 2700,
          paidAt: author.now,
          ...order,
        },
        author,
      ).id;
    const add = (orderId: number, values: Partial<OrderItem> = {}) =>
      insertRow(
        tx,
        orderItems,
        {
          orderId,
          productId,
          name: "Pack",
          price: 2700,
          paidAmount: 2700,
          type: "digital",
          files: [],
          grantedAt: author.now,
          ...values,
        },
        author,
      );
    const before = sale.before && add(sell(), sale.before);
    const total = 2700 + (sale.other?.price ?? 0);
    const orderId = sell({ totalAmount: total, ...sale.order });
    const sold = add(orderId, { creditedItemId: before?.id ?? null, ...sale.item });
    const other = sale.other && add(orderId, { productId: otherId, ...sale.other });
    for (const { of, amount, status = "succeeded" } of sale.refunds ?? []) {
      const orderItemId = (of === "other" ? other?.id : of && sold.id) ?? null;
      insertRow(tx, refunds, { orderId, orderItemId, amount, status }, author);
    }
    return sold;
  });
  expect(creditOf(t.db, item)).toBe(credit);
});
