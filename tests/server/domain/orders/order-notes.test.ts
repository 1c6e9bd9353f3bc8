import { expect, test } from "vitest";
import { type Author, insertRow, updateRow } from "../../../../db/record.ts";
import { type OrderNote, orderNotes, orders } from "../../../../db/schema.ts";
import { syncNotes, type Note } from "../../../../server/domain/orders/order-notes.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { actorsOf, openNotesOf } from "../../../support/money.ts";

const KINDS = ["dispute_open", "refund_kept_access"] as const;
const DISPUTE: Note = { kind: "dispute_open", amount: null };
const kept = (amount: number): Note => ({ kind: "refund_kept_access", amount });

/** Creates an order; `keep` syncs its notes to the notes in `current`. */
function openOrder() {
  const t = createTestApp();
  const author: Author = { actor: "reversal", now: t.clock.now() };
  const order = { number: "A", status: "paid", currency: "usd", totalAmount: 3700 } as const;
  const { id: orderId } = t.db.write((tx) => insertRow(tx, orders, order, author));
  const keep = (...current: Note[]) =>
    t.db.write((tx) => syncNotes(tx, { orderId, kinds: KINDS, current, author }));
  const rows = (): OrderNote[] => t.db.select().from(orderNotes).all();
  const done = () =>
    t.db.write((tx) => {
      for (const { id } of rows()) updateRow(tx, orderNotes, id, { doneAt: author.now }, author);
    });
  return { ...t, orderId, author, keep, rows, done };
}

test("several stand at once, each done when its cause is gone and back when it returns", () => {
  const t = openOrder();
  t.keep(DISPUTE, kept(500));
  expect(openNotesOf(t)).toEqual(["dispute_open", "refund_kept_access 500"]);
  t.keep(kept(500));
  expect(openNotesOf(t)).toEqual(["refund_kept_access 500"]);
  t.keep(DISPUTE);
  expect(openNotesOf(t)).toEqual(["dispute_open"]);
  expect(t.rows()).toHaveLength(2);
});

test("what is the same again writes nothing, gone or not", () => {
  const t = openOrder();
  const lines = () => actorsOf(t, "order_notes").length;
  t.keep(kept(500));
  t.keep(kept(500));
  expect(lines()).toBe(1);
  t.keep();
  t.keep();
  expect(lines()).toBe(2);
});

test("what the owner has done stays so while its cause is the same", () => {
  const t = openOrder();
  t.keep(kept(500));
  t.done();
  t.keep(kept(500));
  expect(openNotesOf(t)).toEqual([]);
  t.keep(kept(700));
  expect(openNotesOf(t)).toEqual(["refund_kept_access 700"]);
  t.done();
  t.keep();
  t.keep(kept(700));
  expect(openNotesOf(t)).toEqual(["refund_kept_access 700"]);
});

test("notes of other kinds are none of its business", () => {
  const t = openOrder();
  const note = { orderId: t.orderId, kind: "other_total" as const };
  t.db.write((tx) => insertRow(tx, orderNotes, note, t.author));
  t.keep(DISPUTE);
  t.keep();
  expect(openNotesOf(t)).toEqual(["other_total"]);
});
