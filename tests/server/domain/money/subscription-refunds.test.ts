import { describe, expect, test } from "vitest";
import { FIRST_END, member, recordsOf, SECOND_END } from "../../../support/member.ts";
import {
  DAY_MS,
  eventsOfType,
  itemsOf,
  openNotesOf,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";

type Renewed = Awaited<ReturnType<typeof member>> & { payment: string };

test("a dispute of the first payment is the order's own, not a renewal's", async () => {
  const { shop, sessionId, control } = await member();
  control.dispute(sessionId);
  await shop.settle();
  expect(openNotesOf(shop)).toEqual(["dispute_open"]);
});

describe("a refund of the first period", () => {
  test("ends the access", async () => {
    const { shop, sessionId, control, filesOf, link } = await member();
    control.refund(sessionId);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([0, 404]);
  });

  test.each(["before", "after"])(
    "takes nothing from a second period that is paid for %s it",
    async (when) => {
      const { shop, sessionId, control, id, filesOf, until } = await member();
      if (when === "after") control.refund(sessionId);
      await shop.settle();
      until(FIRST_END, 0);
      control.renew(id);
      await shop.settle();
      if (when === "before") control.refund(sessionId);
      await shop.settle();
      expect(itemsOf(shop)).toMatchObject([{ accessUntil: SECOND_END, revokedAt: null }]);
      expect(await filesOf()).toBe(1);
    },
  );
});

describe("a renewal whose money goes back", () => {
  /** A member in the second period, whose payment's id is `payment`. */
  async function renewed() {
    const membership = await member();
    const { shop, control, id, until } = membership;
    until(FIRST_END, 0);
    control.renew(id);
    await shop.settle();
    const payment = eventsOfType(shop, "payment_intent.succeeded").at(-1)?.data.object.id;
    if (!payment || payment === ordersOf(shop)[0]?.paymentIntentId) throw new Error("no renewal");
    return { ...membership, payment: String(payment) };
  }

  test.each([
    ["by a full refund", (sale: Renewed) => sale.control.refund(sale.payment), []],
    [
      "by refunds of all of it",
      ({ control, payment }: Renewed) => [control.refund(payment, 100), control.refund(payment)],
      [],
    ],
    [
      "by a lost dispute",
      ({ control, payment }: Renewed) => control.closeDispute(control.dispute(payment).id, "lost"),
      ["renewal_dispute_lost"],
    ],
  ])("has paid for nothing: %s", async (_name, act, notes) => {
    const sale = await renewed();
    act(sale);
    await sale.shop.settle();
    expect(itemsOf(sale.shop)).toMatchObject([{ accessUntil: FIRST_END, revokedAt: null }]);
    expect(recordsOf(sale.shop)).toMatchObject([{ currentPeriodEnd: FIRST_END }]);
    expect(await sale.filesOf()).toBe(0);
    expect(ordersOf(sale.shop)).toMatchObject([{ refundedAmount: 0 }]);
    expect(openNotesOf(sale.shop)).toEqual(notes);
  });

  test("takes no time back that the subscription never had: it had ended before that period", async () => {
    const { shop, control, id, payment } = await renewed();
    const ended = new Date(FIRST_END.getTime() - DAY_MS);
    const { findSubscription } = shop.deps.payments;
    shop.deps.payments.findSubscription = async (of) => {
      const found = await findSubscription(of);
      return found && { ...found, status: "canceled", paidUntil: ended };
    };
    control.refund(payment);
    control.cancel(id);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: ended }]);
    expect(recordsOf(shop)).toMatchObject([{ status: "canceled", currentPeriodEnd: ended }]);
  });

  test.each([
    ["a part of it", (sale: Renewed) => sale.control.refund(sale.payment, 100), []],
    [
      "a dispute that is open",
      (sale: Renewed) => sale.control.dispute(sale.payment),
      ["renewal_dispute_open"],
    ],
    [
      "a dispute that was won",
      ({ control, payment }: Renewed) => control.closeDispute(control.dispute(payment).id, "won"),
      [],
    ],
  ])("keeps its access after %s", async (_name, act, notes) => {
    const sale = await renewed();
    act(sale);
    await sale.shop.settle();
    expect(itemsOf(sale.shop)).toMatchObject([{ accessUntil: SECOND_END }]);
    expect(await sale.filesOf()).toBe(1);
    expect(ordersOf(sale.shop)).toMatchObject([{ refundedAmount: 0 }]);
    expect(openNotesOf(sale.shop)).toEqual(notes);
  });

  test.each(["before", "after"])(
    "keeps an open dispute before the owner's eyes, with goodwill given %s it",
    async (when) => {
      const { shop, control, payment, sessionId } = await renewed();
      if (when === "before") control.refund(sessionId, 100);
      await shop.settle();
      const dispute = control.dispute(payment);
      await shop.settle();
      if (when === "after") control.refund(sessionId, 100);
      await shop.settle();
      expect(openNotesOf(shop)).toEqual(["refund_kept_access 100", "renewal_dispute_open"]);
      control.closeDispute(dispute.id, "won");
      await shop.settle();
      expect(openNotesOf(shop)).toEqual(["refund_kept_access 100"]);
    },
  );

  test("leaves a note about its lost dispute, whatever the first payment comes to", async () => {
    const { shop, control, payment, sessionId } = await renewed();
    control.closeDispute(control.dispute(payment).id, "lost");
    await shop.settle();
    control.closeDispute(control.dispute(sessionId).id, "won");
    await shop.settle();
    expect(openNotesOf(shop)).toEqual(["renewal_dispute_lost"]);
  });

  test("takes nothing from the period after it", async () => {
    const { shop, control, id, payment, filesOf, until } = await renewed();
    until(SECOND_END, 0);
    control.renew(id);
    control.refund(payment);
    await shop.settle();
    expect(await filesOf()).toBe(1);
  });
});
