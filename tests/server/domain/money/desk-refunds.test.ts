import { describe, expect, test } from "vitest";
import {
  newKey,
  openDesk,
  providersRefunds,
  refundItem,
  refundOrder,
  refundsOf,
  refundStateOf,
  requestsToRefund,
} from "../../../support/desk-shop.ts";
import { openNotesOf, ordersOf, refundLine } from "../../../support/money.ts";

const TOTAL = 4900;
const UNTOUCHED = { refunds: [], given: [], refunded: 0, access: ["open", "open"] };

describe("a refund is refused", () => {
  const WRONG: [unknown, string][] = [
    [undefined, "Amount (cents) is required"],
    [0, "Amount (cents) cannot be less than 1"],
    [12.5, "Amount (cents) must be an integer"],
    ["all", "Amount (cents) must be a number"],
    [TOTAL + 1, "Amount is more than what is left of this payment: $49.00 USD (4900)."],
  ];
  test.each(WRONG)("for the amount %j: %s", async (amount, text) => {
    const desk = await openDesk();
    const answer = await refundOrder(desk, amount);
    expect(answer).toMatchObject({ status: 422, body: { errors: { amount: [text] } } });
    expect(refundStateOf(desk)).toEqual(UNTOUCHED);
  });

  test("for more than earlier refunds have left, which it names", async () => {
    const desk = await openDesk();
    await refundOrder(desk, 4000);
    const { status, body } = await refundOrder(desk, 901);
    expect({ status, reason: body["reason"] }).toEqual({ status: 422, reason: "too_much" });
    expect(body["message"]).toBe(
      "Amount is more than what is left of this payment: $9.00 USD (900).",
    );
    expect(providersRefunds(desk)).toEqual([4000]);
  });

  test("when nothing is left", async () => {
    const desk = await openDesk();
    await refundOrder(desk, TOTAL);
    const refused = { status: 409, body: { reason: "nothing_left" } };
    expect(await refundOrder(desk, 1)).toMatchObject(refused);
    expect(await refundItem(desk, 0)).toMatchObject(refused);
    expect(providersRefunds(desk)).toEqual([TOTAL]);
  });

  test("for an item whose price has gone back, by whomever", async () => {
    const desk = await openDesk();
    await refundItem(desk, 0);
    await refundLine(desk, { sessionId: desk.sessionId, amount: 500, productId: desk.book });
    await refundLine(desk, { sessionId: desk.sessionId, amount: 700, productId: desk.book });
    await desk.settle();
    const refused = { status: 409, body: { reason: "nothing_left" } };
    for (const at of [0, 1]) expect(await refundItem(desk, at)).toMatchObject(refused);
    expect(providersRefunds(desk)).toEqual([3700, 500, 700]);
  });

  test("by the provider, in plain words, and may be tried again with the same key", async () => {
    const desk = await openDesk();
    const { control, sessionId } = desk;
    const dispute = control.dispute(sessionId);
    const key = newKey();
    const answer = await refundOrder(desk, 500, key);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        reason: "refund_refused",
        message:
          "The payment provider refused: The buyer's bank has reversed this payment in a dispute.",
      },
    });
    expect(refundsOf(desk)).toMatchObject([
      {
        status: "failed",
        lastError: "The buyer's bank has reversed this payment in a dispute.",
        refundId: null,
      },
    ]);
    control.closeDispute(dispute.id, "won");
    const { store } = desk.simulator.context;
    const [charge] = store.list("charge");
    if (charge) store.put("charge", { ...charge, disputed: false });
    expect((await refundOrder(desk, 500, key)).status).toBe(200);
    expect(refundStateOf(desk)).toMatchObject({
      refunds: ["500 failed", "500 succeeded"],
      given: [500],
    });
  });
});

describe("a refund", () => {
  test("of everything withdraws all items", async () => {
    const desk = await openDesk();
    const { status, body } = await refundOrder(desk, String(TOTAL));
    expect({ status, refunded: body["refunded_amount"] }).toEqual({ status: 200, refunded: TOTAL });
    expect(refundStateOf(desk)).toEqual({
      refunds: ["4900 succeeded"],
      given: [TOTAL],
      refunded: TOTAL,
      access: ["refund", "refund"],
    });
  });

  test("of an item names it to the provider, and withdraws it alone", async () => {
    const desk = await openDesk();
    const { status, body } = await refundItem(desk, 1);
    expect(status).toBe(200);
    expect(body).toMatchObject({ revoke_reason: "refund", product_id: desk.book });
    const [refund] = desk.simulator.context.store.list("refund");
    expect(refund).toMatchObject({ amount: 1200, metadata: { product_id: String(desk.book) } });
    expect(refundStateOf(desk).access).toEqual(["open", "refund"]);
    expect(openNotesOf(desk)).toEqual([]);
  });

  test("of a taxed and discounted item gives back what was paid for it, never more", async () => {
    const desk = await openDesk({ isTaxed: true, percentOff: 33 });
    expect(ordersOf(desk)).toMatchObject([{ totalAmount: 3907, taxAmount: 624 }]);
    expect((await refundItem(desk, 1)).status).toBe(200);
    expect(refundStateOf(desk).access).toEqual(["open", "refund"]);
    expect((await refundItem(desk, 0)).status).toBe(200);
    expect(refundStateOf(desk)).toMatchObject({ given: [957, 2950], refunded: 3907 });
    expect(await refundOrder(desk, 1)).toMatchObject({ status: 409 });
    expect(openNotesOf(desk)).toEqual([]);
  });

  test("of the last item gives back what goodwill has left of it", async () => {
    const desk = await openDesk();
    await refundOrder(desk, 500);
    expect(openNotesOf(desk)).toEqual(["refund_kept_access 500"]);
    await refundItem(desk, 0);
    await refundItem(desk, 1);
    expect(providersRefunds(desk)).toEqual([500, 3700, 700]);
    expect(refundStateOf(desk).access).toEqual(["refund", "refund"]);
  });

  test("that a bank sends back later is failed, and can be given again", async () => {
    const desk = await openDesk();
    await refundItem(desk, 1);
    const { store, emit } = desk.simulator.context;
    const [made] = store.list("refund");
    if (!made) throw new Error("There is no refund.");
    const failed = { ...made, status: "failed", failure_reason: "expired_or_canceled_card" };
    store.put("refund", failed as typeof made);
    const [charge] = store.list("charge");
    if (charge) store.put("charge", { ...charge, amount_refunded: 0 });
    emit("refund.failed", failed);
    await desk.settle();
    expect(refundsOf(desk)).toMatchObject([
      {
        status: "failed",
        lastError: "The buyer's bank rejected the refund (expired or canceled card).",
      },
    ]);
    expect(refundStateOf(desk)).toMatchObject({ refunded: 0, access: ["open", "open"] });
    expect((await refundItem(desk, 1)).status).toBe(200);
  });
});

describe("pressed 50 times at once", () => {
  test("with one key it is one refund, answered 50 times alike", async () => {
    const desk = await openDesk();
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 50 }, () => refundOrder(desk, 1000, key)));
    expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
      1,
    );
    expect(all[0]?.status).toBe(200);
    expect(await refundOrder(desk, 1000, key)).toMatchObject({ status: 200, body: all[0]?.body });
    expect(refundStateOf(desk)).toMatchObject({ refunds: ["1000 succeeded"], given: [1000] });
    expect(requestsToRefund(desk)).toBe(1);
  });

  test("with 50 keys for a part, as many go through as there is money", async () => {
    const desk = await openDesk();
    const all = await Promise.all(Array.from({ length: 50 }, () => refundOrder(desk, 1000)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(providersRefunds(desk)).toEqual([1000, 1000, 1000, 1000]);
  });
});
