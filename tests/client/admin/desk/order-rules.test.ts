import { expect, test } from "vitest";
import {
  accessOf,
  actorName,
  byDay,
  deadlineOf,
  nearestDeadline,
  noteWords,
  orderIdOf,
  recipientOf,
  refundableOf,
  sortNotes,
  wordFor,
} from "../../../../client/admin/desk/order-rules.ts";
import { dayOf } from "../../../../client/admin/desk/times.ts";
import { itemOf, pageOf, rowOf } from "./fixtures.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const PAST = "2026-11-01T12:00:00.000Z";
const FUTURE = "2026-12-24T12:00:00.000Z";

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
  [{ access_until: FUTURE }, `Access until ${dayOf(FUTURE)}`, "good"],
  [{ access_until: PAST }, `Ended on ${dayOf(PAST)}`, "plain"],
  [{ revoked_at: PAST, revoke_reason: "owner" }, "Revoked by you", "bad"],
  [{ access_until: FUTURE, revoked_at: PAST, revoke_reason: "dispute" }, "Revoked: dispute", "bad"],
])("access of an item with %o: %s", (columns, text, tone) => {
  expect(accessOf(itemOf(1, columns), NOW)).toEqual({ text, tone });
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

test.each([
  ["its price", {}, [], 4900, 1200],
  ["nothing after its refund", {}, [{ order_item_id: 3, status: "pending" }], 4900, 0],
  ["its price after a failed refund", {}, [{ order_item_id: 3, status: "failed" }], 4900, 1200],
  ["its price after another refund", {}, [{ order_item_id: 4, status: "pending" }], 4900, 1200],
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

test("a mail goes to the row's recipient, its email, or its order's email", () => {
  const page = pageOf();
  expect(recipientOf(rowOf(1, { recipient: "c@d.co", email: "e@f.co" }), page)).toBe("c@d.co");
  expect(recipientOf(rowOf(1, { email: "e@f.co" }), page)).toBe("e@f.co");
  expect(recipientOf(rowOf(1), page)).toBe("a@b.co");
  expect(recipientOf(rowOf(1), undefined)).toBeUndefined();
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

test("groups a timeline by day", () => {
  const times = ["2026-11-22T12:10:00Z", "2026-11-22T12:00:00Z", "2026-11-20T12:00:00Z"];
  const entries = times.map((at) => ({
    at,
    kind: "mail" as const,
    title: at,
    detail: null,
    actor: null,
    row: { table: "emails", id: 1 },
  }));
  expect(byDay(entries).map(({ entries }) => entries.map(({ at }) => at))).toEqual([
    times.slice(0, 2),
    times.slice(2),
  ]);
});
