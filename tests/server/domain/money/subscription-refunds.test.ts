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
  /** Creates a member in the second billing period; `payment` is the renewal's payment id. */
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
  type Renewed = Awaited<ReturnType<typeof renewed>>;

  const closed = ({ control, payment }: Renewed, outcome: "won" | "lost") =>
    control.closeDispute(control.dispute(payment).id, outcome);
  const CASES: [string, "keeps" | "loses", notes: string[], (sale: Renewed) => unknown][] = [
    ["a full refund", "loses", [], ({ control, payment }) => control.refund(payment)],
    [
      "refunds of all of it",
      "loses",
      [],
      ({ control, payment }) => [control.refund(payment, 100), control.refund(payment)],
    ],
    ["a lost dispute", "loses", ["renewal_dispute_lost"], (sale) => closed(sale, "lost")],
    ["a refund of a part", "keeps", [], ({ control, payment }) => control.refund(payment, 100)],
    [
      "an open dispute",
      "keeps",
      ["renewal_dispute_open"],
      ({ control, payment }) => control.dispute(payment),
    ],
    ["a dispute that was won", "keeps", [], (sale) => closed(sale, "won")],
  ];
  test.each(CASES)("by %s %s its period; the owner is told %j", async (_name, end, notes, act) => {
    const sale = await renewed();
    const { shop } = sale;
    act(sale);
    await shop.settle();
    const paidUntil = end === "keeps" ? SECOND_END : FIRST_END;
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: paidUntil, revokedAt: null }]);
    expect(recordsOf(shop)).toMatchObject([{ currentPeriodEnd: paidUntil }]);
    expect(await sale.filesOf()).toBe(end === "keeps" ? 1 : 0);
    expect(ordersOf(shop)).toMatchObject([{ refundedAmount: 0 }]);
    expect(openNotesOf(shop)).toEqual(notes);
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
    const sale = await renewed();
    closed(sale, "lost");
    await sale.shop.settle();
    closed({ ...sale, payment: sale.sessionId }, "won");
    await sale.shop.settle();
    expect(openNotesOf(sale.shop)).toEqual(["renewal_dispute_lost"]);
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
