import { expect, test } from "vitest";
import {
  accessOf,
  actorName,
  deadlineOf,
  nearestDeadline,
  noteWords,
  stateOf,
  refundEntries,
  sortNotes,
  sourcesOf,
  wordFor,
} from "../../../../client/admin/desk/order-rules.ts";
import { timesIn } from "../../../../client/admin/ui/formats.ts";
import { actionOf, itemOf, pageOf, refundAction, rowOf } from "./fixtures.ts";

const TIMES = timesIn("Asia/Tokyo");
const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const PAST = "2026-11-01T12:00:00.000Z";
const FUTURE = "2026-12-24T12:00:00.000Z";

test("an order has its discount code and where its buyer came from", () => {
  const columns = { discount_code: "AUTUMN25", referrer: null, utm_source: "newsletter" };
  expect(sourcesOf(rowOf(1, { ...columns, utm_campaign: "fall-2026" }))).toEqual([
    { name: "Discount code", value: "AUTUMN25" },
    { name: "Campaign source", value: "newsletter" },
    { name: "Campaign", value: "fall-2026" },
  ]);
});

test("an imported order has its shop and its number there", () => {
  const columns = { source: "gumroad", source_number: "817" };
  expect(sourcesOf(rowOf(1, columns))).toEqual([{ name: "Imported from", value: "Gumroad, 817" }]);
  expect(sourcesOf(rowOf(1, { source: "own" }))).toEqual([]);
});

test.each([
  ["2026-11-22T12:00:00.000Z", "The deadline has passed", "bad"],
  ["2026-11-22T12:59:59.000Z", "Less than an hour left", "bad"],
  ["2026-11-22T13:00:00.000Z", "1 hour left", "bad"],
  ["2026-11-23T11:59:59.000Z", "23 hours left", "bad"],
  ["2026-11-25T11:59:59.000Z", "2 days left", "bad"],
  ["2026-11-25T12:00:00.000Z", "3 days left", "wait"],
])("a deadline at %s: %s", (dueAt, text, tone) => {
  expect(deadlineOf(dueAt, NOW)).toEqual({ text, tone });
});

test.each([
  [{}, "Has access", "good"],
  [{ granted_at: null }, "No access yet", "wait"],
  [{ access_until: FUTURE }, `Access until ${TIMES.dayOf(FUTURE)}`, "good"],
  [{ access_until: PAST }, `Ended on ${TIMES.dayOf(PAST)}`, "plain"],
  [{ revoked_at: PAST, revoke_reason: "owner" }, "Revoked by you", "bad"],
  [{ access_until: FUTURE, revoked_at: PAST, revoke_reason: "dispute" }, "Revoked: dispute", "bad"],
])("access of an item with %o: %s", (columns, text, tone) => {
  expect(accessOf(itemOf(1, columns), NOW, TIMES)).toEqual({ text, tone });
});

test("sorts open notes by deadline, then newest first, and separates settled ones", () => {
  const notes = [
    rowOf(1, { created_at: "2026-11-01T00:00:00.000Z" }),
    rowOf(2, { done_at: PAST }),
    rowOf(3, { due_at: "2026-12-01T00:00:00.000Z" }),
    rowOf(4, { created_at: "2026-11-05T00:00:00.000Z" }),
    rowOf(5, { due_at: "2026-11-25T00:00:00.000Z" }),
    rowOf(6, { done_at: PAST, created_at: "2026-11-21T00:00:00.000Z" }),
  ];
  const { open, settled } = sortNotes(notes);
  expect(open.map(({ id }) => id)).toEqual([5, 3, 4, 1]);
  expect(settled.map(({ id }) => id)).toEqual([6, 2]);
});

test("a note has amounts in the currency of its order", () => {
  const note = rowOf(1, { kind: "refund_kept_access", amount: 300, text: null });
  expect(noteWords(note, "usd")).toBe("$3.00 USD refunded; access was kept.");
});

test("finds the nearest deadline", () => {
  const need = { table: "order_notes", id: 1, orderId: 1, title: "", detail: null, at: "" };
  const rows = [FUTURE, null, "2026-11-25T00:00:00.000Z"].map((dueAt) => ({ ...need, dueAt }));
  const groups = [{ kind: "disputes" as const, count: 3, rows }];
  expect(nearestDeadline({ total: 3, groups })).toBe("2026-11-25T00:00:00.000Z");
  expect(nearestDeadline({ total: 0, groups: [] })).toBe("");
});

test.each([
  ["admin:7", undefined, "administrator 7"],
  ["admin:7", 7, "you"],
  ["buyer", 7, "the buyer"],
  ["webhook", 7, "the payment provider"],
  ["sweep", 7, undefined],
])("names the actor %s for user %s: %s", (actor, userId, text) => {
  expect(actorName(actor, userId)).toBe(text);
});

test("an unknown value is its own text", () => {
  expect(wordFor({ paid: "Paid" }, "on_hold")).toBe("on hold");
  expect(wordFor({ paid: "Paid" }, "constructor")).toBe("constructor");
});

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

test.each([
  [{ status: "paid", state: "paid" }, "Paid", "good"],
  [{ status: "paid", state: "partly_refunded" }, "Partly refunded", "plain"],
  [{ status: "paid", state: "refunded" }, "Refunded", "plain"],
  [{ status: "failed", state: "failed" }, "Failed", "bad"],
  [{ status: "paid" }, "Paid", "good"],
])("an order with %o is shown as %s", (columns, text, tone) => {
  expect(stateOf("orders", rowOf(1, columns))).toEqual({ text, tone });
});
