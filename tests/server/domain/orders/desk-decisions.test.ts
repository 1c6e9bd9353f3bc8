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
    itemsOf(desk)
      .map(({ revokedAt, revokeReason }) => (revokedAt ? `not by ${revokeReason}` : "open"))
      .join(", ");
  const sync = async (desk: Desk) => {
    await syncReversals(desk.deps, ordersOf(desk)[0]?.paymentIntentId ?? "");
    await desk.settle();
  };
  const STEPS: Record<string, (desk: Desk) => Promise<unknown>> = {
    revoke: (desk) => press(desk.admin, itemPath(desk, "revoke")),
    restore: (desk) => press(desk.admin, itemPath(desk, "restore")),
    refund: (desk) =>
      press(desk.admin, `orders/${desk.orderId}/refund`, { values: { amount: 4900 } }),
    async lose(desk) {
      desk.control.closeDispute(desk.control.dispute(desk.sessionId).id, "lost");
      await sync(desk);
    },
    async give(desk) {
      const product_id = await desk.addProduct({ name: "Mazes", price: 900 });
      await press(desk.admin, `orders/${desk.orderId}/give_product`, { values: { product_id } });
    },
  };

  test.each([
    ["revoke", "not by owner, open"],
    ["revoke restore", "open, open"],
    ["revoke refund", "not by owner, not by refund"],
    ["refund restore", "open, not by refund"],
    ["revoke refund restore", "open, not by refund"],
    ["revoke restore refund", "not by refund, not by refund"],
    ["refund restore revoke", "not by owner, not by refund"],
    ["lose restore", "open, not by dispute"],
    ["give refund", "not by refund, not by refund, open"],
    ["refund give", "not by refund, not by refund, open"],
  ])("after %s is: %s, also once the provider is asked again", async (steps, access) => {
    const desk = await openDesk();
    for (const step of steps.split(" ")) await STEPS[step]?.(desk);
    expect(accessOf(desk)).toBe(access);
    await sync(desk);
    expect(accessOf(desk)).toBe(access);
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
    expect(await decide("mark_done")).toMatchObject({
      status: 200,
      body: { kind: "dispute_open", done_at: desk.clock.now().toISOString() },
    });
    expect((await decide("mark_done")).status).toBe(409);
    expect(openNotesOf(desk)).toEqual([]);
    expect(await decide("reopen")).toMatchObject({ status: 200, body: { done_at: null } });
    // The action's earlier name.
    expect((await decide("settle")).status).toBe(200);
  });

  test("of a dispute has the day until which it can be answered, also a later one", async () => {
    const { desk, note, decide } = await noted();
    expect(note.dueAt?.getTime()).toBe(desk.clock.now().getTime() + 20 * 24 * 60 * MINUTE_MS);
    await decide("mark_done");
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
