import { describe, expect, test } from "vitest";
import {
  accessOf,
  actorWords,
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
import { deskOf, itemOf, rowOf } from "./fixtures.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const dayOf = (time: string) => time.slice(0, 10);

test.each([
  ["2026-11-22T12:00:00.000Z", "The deadline has passed", "bad"],
  ["2026-11-20T12:00:00.000Z", "The deadline has passed", "bad"],
  ["2026-11-22T12:59:59.000Z", "Less than an hour left", "bad"],
  ["2026-11-22T13:00:00.000Z", "1 hour left", "bad"],
  ["2026-11-23T11:59:59.000Z", "23 hours left", "bad"],
  ["2026-11-23T12:00:00.000Z", "1 day left", "bad"],
  ["2026-11-25T11:59:59.000Z", "2 days left", "bad"],
  ["2026-11-25T12:00:00.000Z", "3 days left", "wait"],
  ["2026-12-04T11:00:00.000Z", "11 days left", "wait"],
])("a deadline at %s: %s", (dueAt, text, tone) => {
  expect(deadlineOf(dueAt, NOW)).toEqual({ text, tone });
});

describe("access of a line", () => {
  const past = "2026-11-01T00:00:00.000Z";
  const future = "2026-12-24T00:00:00.000Z";
  test.each([
    ["granted", {}, "Has access", "good"],
    ["not granted", { granted_at: null }, "No access yet", "wait"],
    ["in its paid period", { access_until: future }, "Access until 2026-12-24", "good"],
    ["after its paid period", { access_until: past }, "Ended on 2026-11-01", "plain"],
    ["refunded", { revoked_at: past, revoke_reason: "refund" }, "Withdrawn: refunded", "bad"],
    ["withdrawn by hand", { revoked_at: past, revoke_reason: "owner" }, "Withdrawn by you", "bad"],
    [
      "withdrawn within its period",
      { access_until: future, revoked_at: past, revoke_reason: "dispute" },
      "Withdrawn: dispute",
      "bad",
    ],
  ])("%s", (_name, columns, text, tone) => {
    expect(accessOf(itemOf(1, columns), NOW, dayOf)).toEqual({ text, tone });
  });
});

test("open notes come by their deadline, then newest first; settled ones apart", () => {
  const notes = [
    rowOf(1, { created_at: "2026-11-01T00:00:00.000Z" }),
    rowOf(2, { done_at: "2026-11-02T00:00:00.000Z" }),
    rowOf(3, { due_at: "2026-12-01T00:00:00.000Z" }),
    rowOf(4, { created_at: "2026-11-05T00:00:00.000Z" }),
    rowOf(5, { due_at: "2026-11-25T00:00:00.000Z" }),
    rowOf(6, { done_at: "2026-11-02T00:00:00.000Z", created_at: "2026-11-21T00:00:00.000Z" }),
  ];
  const { open, settled } = sortNotes(notes);
  expect(open.map(({ id }) => id)).toEqual([5, 3, 4, 1]);
  expect(settled.map(({ id }) => id)).toEqual([6, 2]);
});

test("a note speaks in the currency of its order", () => {
  const note = rowOf(1, { kind: "refund_kept_access", amount: 300, text: null });
  expect(noteWords(note, "usd")).toBe("$3.00 USD refunded; access was kept.");
});

describe("what can be given back of a line", () => {
  const refund = (columns: { order_item_id: number | null; status: string }) =>
    rowOf(9, { amount: 500, ...columns });
  test.each([
    ["all of it", [], 4900, 1200],
    ["nothing after it went back", [refund({ order_item_id: 3, status: "succeeded" })], 4900, 0],
    ["nothing while it goes back", [refund({ order_item_id: 3, status: "pending" })], 4900, 0],
    ["with what was refused", [refund({ order_item_id: 3, status: "failed" })], 4900, 1200],
    [
      "with what went back of others",
      [refund({ order_item_id: 4, status: "pending" })],
      4900,
      1200,
    ],
    ["no more than is left of the order", [], 300, 300],
  ])("%s", (_name, refunds, refundable, amount) => {
    expect(refundableOf(itemOf(3), deskOf({ refunds, refundable }))).toBe(amount);
  });

  test("nothing where its refund came from elsewhere", () => {
    expect(refundableOf(itemOf(3, { revoke_reason: "refund" }), deskOf())).toBe(0);
  });
});

test.each([
  ["orders", rowOf(7), 7],
  ["order_items", itemOf(7, { order_id: 1 }), 1],
  ["emails", rowOf(7, { order_id: null }), undefined],
  ["webhook_events", rowOf(7), undefined],
])("a row of %s belongs to its order", (table, row, orderId) => {
  expect(orderIdOf({ table, row })).toBe(orderId);
});

test("a mail goes to the row's own recipient, to its email, or to its order's", () => {
  const desk = deskOf();
  expect(recipientOf(rowOf(1, { recipient: "c@d.co", email: "e@f.co" }), desk)).toBe("c@d.co");
  expect(recipientOf(rowOf(1, { email: "e@f.co" }), desk)).toBe("e@f.co");
  expect(recipientOf(rowOf(1), desk)).toBe("a@b.co");
  expect(recipientOf(rowOf(1), undefined)).toBeUndefined();
});

test("the nearest deadline of all that waits", () => {
  const need = { table: "order_notes", id: 1, orderId: 1, title: "", detail: null, at: "" };
  const rows = ["2026-12-02T00:00:00.000Z", null, "2026-11-25T00:00:00.000Z"].map((dueAt) => ({
    ...need,
    dueAt,
  }));
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
  [null, 7, undefined],
])("the actor %s, seen by %s: %s", (actor, userId, text) => {
  expect(actorWords(actor, userId)).toBe(text);
});

test("a value that these words lack is shown as it is", () => {
  expect(wordFor({ paid: "Paid" }, "paid")).toBe("Paid");
  expect(wordFor({ paid: "Paid" }, "on_hold")).toBe("on hold");
  expect(wordFor({ paid: "Paid" }, "constructor")).toBe("constructor");
});

test("a time line is divided where the day changes, in its own order", () => {
  const entry = (at: string) => ({
    at,
    kind: "mail" as const,
    title: at,
    detail: null,
    actor: null,
    row: { table: "emails", id: 1 },
  });
  const times = ["2026-11-22T10:00:00Z", "2026-11-22T09:00:00Z", "2026-11-20T09:00:00Z"];
  const days = byDay(times.map(entry), dayOf);
  expect(days.map(({ day, entries }) => [day, entries.map(({ at }) => at)])).toEqual([
    ["2026-11-22", times.slice(0, 2)],
    ["2026-11-20", times.slice(2)],
  ]);
});
