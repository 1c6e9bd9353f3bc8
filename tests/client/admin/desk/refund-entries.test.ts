import { expect, test } from "vitest";
import { refundEntries } from "../../../../client/admin/desk/refund-menu.tsx";
import { actionOf, itemOf, pageOf, refundAction, rowOf } from "./fixtures.ts";

const ofItem = actionOf({ name: "refund_line", movesMoney: true });
const actionsOf = (table: string) =>
  table === "orders" ? [actionOf({ name: "send_again" }), refundAction] : [ofItem];

const items = [
  itemOf(3, { name: "Color Workbook", price: 1200 }),
  itemOf(4, { name: "Dinosaur Busy Book", price: 3700 }),
  itemOf(5, { name: "Bonus", price: 0 }),
];

test("offers everything left, each item not yet refunded, and an amount", () => {
  const refunds = [rowOf(9, { order_item_id: 3, amount: 1200, status: "succeeded" })];
  const entries = refundEntries(pageOf({ items, refunds, refundable: 2500 }), actionsOf);
  expect(
    entries.map(({ title, target: { table, row, action, initial } }) => [
      title,
      `${table}/${row.id}/${action.name}`,
      initial,
    ]),
  ).toEqual([
    ["Everything left, $25.00", "orders/1/refund", { amount: "25.00" }],
    ["Dinosaur Busy Book, $25.00", "order_items/4/refund_line", undefined],
    ["An amount...", "orders/1/refund", undefined],
  ]);
});

test("offers only what the rows allow, and nothing when nothing is left", () => {
  const unpaid = actionOf({ ...refundAction, when: { status: { in: ["open"] } } });
  const priced = { ...ofItem, when: { price: { notIn: [3700, 0] } } };
  const entries = refundEntries(pageOf({ items }), (table) =>
    table === "orders" ? [unpaid] : [priced],
  );
  expect(entries.map(({ title }) => title)).toEqual(["Color Workbook, $12.00"]);
  expect(refundEntries(pageOf({ items, refundable: 0 }), actionsOf)).toEqual([]);
});
