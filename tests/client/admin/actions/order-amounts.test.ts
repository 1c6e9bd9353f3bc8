import { expect, test } from "vitest";
import {
  orderIdOf,
  recipientOf,
  refundableOf,
} from "../../../../client/admin/actions/order-amounts.ts";
import { itemOf, pageOf, rowOf } from "../desk/fixtures.ts";

test.each([
  ["its price", {}, [], 4900, 1200],
  ["nothing after its refund", {}, [{ order_item_id: 3, status: "pending" }], 4900, 0],
  ["its price after a failed refund", {}, [{ order_item_id: 3, status: "failed" }], 4900, 1200],
  ["its price after another refund", {}, [{ order_item_id: 4, status: "pending" }], 4900, 1200],
  ["what was paid, with tax", { paid_amount: 1428 }, [], 4900, 1428],
  ["nothing of what a code made free", { paid_amount: 0 }, [], 4900, 0],
  ["no more than is left of the order", {}, [], 300, 300],
  ["nothing after a refund elsewhere", { revoke_reason: "refund" }, [], 4900, 0],
])("of an item can be refunded: %s", (_name, columns, refunds, refundable, amount) => {
  const page = pageOf({ refunds: refunds.map((columns) => rowOf(9, columns)), refundable });
  expect(refundableOf(itemOf(3, columns), page)).toBe(amount);
});

test.each([
  ["orders", rowOf(7), 7],
  ["order_items", itemOf(7, { order_id: 1 }), 1],
  ["emails", rowOf(7, { order_id: null }), undefined],
])("finds the order of a row of %s", (table, row, orderId) => {
  expect(orderIdOf({ table, row })).toBe(orderId);
});

test.each([
  [{ recipient: "c@d.co", email: "e@f.co" }, pageOf(), "c@d.co"],
  [{ email: "e@f.co" }, pageOf(), "e@f.co"],
  [{}, pageOf(), "a@b.co"],
  [{}, undefined, undefined],
])("a mail about a row with %j of the order %j goes to %s", (row, page, email) => {
  expect(recipientOf(rowOf(1, row), page, { movesMoney: false })).toBe(email);
});

test("a mail about the money of a gift goes to its giver, one with its files to the recipient", () => {
  const gift = rowOf(1, { email: "a@b.co", giver_email: "g@h.co" });
  const page = pageOf({ order: gift });
  const recipients = [true, false].map((movesMoney) => recipientOf(gift, page, { movesMoney }));
  expect(recipients).toEqual(["g@h.co", "a@b.co"]);
});
