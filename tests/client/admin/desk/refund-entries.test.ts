import { expect, test } from "vitest";
import { refundEntries } from "../../../../client/admin/desk/refund-entries.ts";
import { actionOf, deskOf, itemOf, refundAction, rowOf } from "./fixtures.ts";

const ofLine = actionOf({ name: "refund_line", movesMoney: true });
const actionsOf = (table: string) =>
  table === "orders" ? [actionOf({ name: "send_again" }), refundAction] : [ofLine];

const items = [
  itemOf(3, { name: "Color Workbook", price: 1200 }),
  itemOf(4, { name: "Dinosaur Busy Book", price: 3700 }),
  itemOf(5, { name: "Bonus", price: 0 }),
];

test("money can go back as all that is left, as a line that has not, or as an amount", () => {
  const refunds = [rowOf(9, { order_item_id: 3, amount: 1200, status: "succeeded" })];
  const entries = refundEntries(deskOf({ items, refunds, refundable: 2500 }), actionsOf);
  expect(
    entries.map(({ title, job: { table, row, action, given } }) => [
      title,
      `${table}/${row.id}/${action.name}`,
      given,
    ]),
  ).toEqual([
    ["All that is left, $25.00", "orders/1/refund", { amount: "25.00" }],
    ["Dinosaur Busy Book, $25.00", "order_items/4/refund_line", undefined],
    ["An amount...", "orders/1/refund", undefined],
  ]);
});

test("what a row does not allow is not offered", () => {
  const unpaid = actionOf({ ...refundAction, when: { status: { in: ["open"] } } });
  const granted = { ...ofLine, when: { price: { notIn: [3700, 0] } } };
  const entries = refundEntries(deskOf({ items }), (table) =>
    table === "orders" ? [unpaid] : [granted],
  );
  expect(entries.map(({ title }) => title)).toEqual(["Color Workbook, $12.00"]);
});

test("where nothing is left, or no action gives money back, nothing is offered", () => {
  expect(refundEntries(deskOf({ items, refundable: 0 }), actionsOf)).toEqual([]);
  expect(refundEntries(deskOf({ items }), () => [])).toEqual([]);
});
