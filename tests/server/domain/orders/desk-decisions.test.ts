import { describe, expect, test } from "vitest";
import { syncReversals } from "../../../../server/domain/money/reversals.ts";
import { type Desk, notesOf, openDesk, press } from "../../../support/desk-shop.ts";
import { itemsOf, openNotesOf, ordersOf } from "../../../support/money.ts";
import { MINUTE_MS } from "../../../support/shop.ts";
import { changesOf } from "../../../support/table-calls.ts";

const itemPath = (desk: Desk, action: string) =>
  `order_items/${itemsOf(desk)[0]?.id ?? 0}/${action}` as const;

describe("access", () => {
  const accessOf = (desk: Desk) =>
    itemsOf(desk).map((item) => (item.revokedAt ? `not by ${item.revokeReason}` : "open"));
  const refundAll = (desk: Desk) =>
    press(desk.admin, `orders/${desk.orderId}/refund`, { values: { amount: 4900 } });
  const sync = async (desk: Desk) => {
    await syncReversals(desk.deps, ordersOf(desk)[0]?.paymentIntentId ?? "");
    await desk.settle();
  };
  const withdraw = (desk: Desk) => press(desk.admin, itemPath(desk, "withdraw"));
  const restore = (desk: Desk) => press(desk.admin, itemPath(desk, "restore"));
  const give = async (desk: Desk) => {
    const product_id = await desk.addProduct({ name: "Mazes", price: 900 });
    await press(desk.admin, `orders/${desk.orderId}/give_product`, { values: { product_id } });
  };

  const HISTORIES: [string, ((desk: Desk) => unknown)[], string[]][] = [
    ["withdrawn stays withdrawn", [withdraw], ["not by owner", "open"]],
    ["withdrawn and restored", [withdraw, restore], ["open", "open"]],
    ["withdrawn stays so after a refund", [withdraw, refundAll], ["not by owner", "not by refund"]],
    ["refunded and restored stays", [refundAll, restore], ["open", "not by refund"]],
    [
      "withdrawn, refunded and restored stays",
      [withdraw, refundAll, restore],
      ["open", "not by refund"],
    ],
    [
      "refunded after a restore goes",
      [withdraw, restore, refundAll],
      ["not by refund", "not by refund"],
    ],
    [
      "refunded, restored, then withdrawn",
      [refundAll, restore, withdraw],
      ["not by owner", "not by refund"],
    ],
    [
      "lost in a dispute and restored stays",
      [
        ({ control, sessionId }) =>
          void control.closeDispute(control.dispute(sessionId).id, "lost"),
        sync,
        restore,
      ],
      ["open", "not by dispute"],
    ],
    ["given, and all else refunded", [give, refundAll], ["not by refund", "not by refund", "open"]],
    ["given after a refund", [refundAll, give], ["not by refund", "not by refund", "open"]],
  ];
  test.each(HISTORIES)("%s", async (_name, steps, access) => {
    const desk = await openDesk();
    for (const step of steps) await step(desk);
    expect(accessOf(desk)).toEqual(access);
    await sync(desk);
    expect(accessOf(desk)).toEqual(access);
  });
});

describe("a note", () => {
  async function noted() {
    const desk = await openDesk();
    desk.control.dispute(desk.sessionId);
    await desk.settle();
    const [note] = notesOf(desk, desk.orderId);
    if (!note) throw new Error("There is no note.");
    const decide = (action: string) => press(desk.admin, `order_notes/${note.id}/${action}`);
    return { desk, note, decide };
  }

  test("is settled and opened again, each once", async () => {
    const { desk, decide } = await noted();
    expect((await decide("reopen")).status).toBe(409);
    expect(await decide("settle")).toMatchObject({
      status: 200,
      body: { kind: "dispute_open", done_at: desk.clock.now().toISOString() },
    });
    expect((await decide("settle")).status).toBe(409);
    expect(openNotesOf(desk)).toEqual([]);
    expect(await decide("reopen")).toMatchObject({ status: 200, body: { done_at: null } });
  });

  test("of a dispute has the day until which it can be answered, also a later one", async () => {
    const { desk, note, decide } = await noted();
    expect(note.dueAt?.getTime()).toBe(desk.clock.now().getTime() + 20 * 24 * 60 * MINUTE_MS);
    await decide("settle");
    const { store } = desk.simulator.context;
    const [dispute] = store.list("dispute");
    if (!dispute) throw new Error("There is no dispute.");
    const evidence_details = { ...dispute.evidence_details, due_by: 1_900_000_000 };
    store.put("dispute", { ...dispute, evidence_details });
    await syncReversals(desk.deps, String(dispute.payment_intent));
    expect(notesOf(desk, desk.orderId)).toMatchObject([
      { dueAt: new Date(1_900_000_000_000), doneAt: desk.clock.now() },
    ]);
    const lines = changesOf(desk, "order_notes").length;
    await syncReversals(desk.deps, String(dispute.payment_intent));
    expect(changesOf(desk, "order_notes")).toHaveLength(lines);
  });
});
