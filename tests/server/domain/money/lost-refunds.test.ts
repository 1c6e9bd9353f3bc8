import { describe, expect, test } from "vitest";
import type { Deps } from "../../../../server/deps.ts";
import { adminAuthor } from "../../../support/admin-author.ts";
import { refundPayment } from "../../../../server/domain/money/refunds.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { AppError } from "../../../../server/errors.ts";
import { openBrowser } from "../../../support/browser.ts";
import {
  type Desk,
  newKey,
  openDesk,
  press,
  providersRefunds,
  refundOrder,
  refundsOf,
  refundStateOf,
} from "../../../support/desk-shop.ts";
import { DAY_MS, itemsOf, ordersOf } from "../../../support/money.ts";
import { buy, MINUTE_MS } from "../../../support/shop.ts";

const TOTAL = 4900;
const FINISHED = {
  refunds: ["4900 succeeded"],
  given: [TOTAL],
  refunded: TOTAL,
  access: ["refund", "refund"],
};

const throwing =
  (done: boolean) =>
  ({ deps }: Desk): void => {
    const real = deps.payments;
    const createRefund: Deps["payments"]["createRefund"] = async (refund) => {
      deps.payments = real;
      if (done) await real.createRefund(refund);
      throw new AppError("payment_provider", "The process ends here.");
    };
    deps.payments = { ...real, createRefund };
  };
const fault =
  (kind: "500" | "429" | "cut" | "500-bare") =>
  ({ control }: Desk) =>
    control.faults.next({ kind, path: "/v1/refunds", method: "POST" });

/** Ways to lose the provider's response; `done` is whether the refund was made. */
const LOSSES: [string, done: boolean, lose: (desk: Desk) => void][] = [
  ["the process ends before the call", false, throwing(false)],
  ["the process ends after the call", true, throwing(true)],
  ["the provider is down", false, fault("500")],
  ["the provider is busy", false, fault("429")],
  ["the answer is cut in half", true, fault("cut")],
  ["the answer is no refund", false, fault("500-bare")],
];

test("a refund whose answer was lost can be repeated with the order's old version", async () => {
  const desk = await openDesk();
  desk.control.webhooks.mode = "drop";
  const key = newKey();
  const [order] = ordersOf(desk);
  const headers = { "If-Match": `"v${order?.version}"` };
  const refund = () =>
    press(desk.admin, `orders/${desk.orderId}/refund`, { values: { amount: 500 }, key, headers });
  fault("cut")(desk);
  expect((await refund()).status).toBe(502);
  desk.clock.advance(2 * MINUTE_MS);
  await reconcile(desk.deps);
  expect(ordersOf(desk)[0]?.version).toBeGreaterThan(order?.version ?? 0);
  expect((await refund()).status).toBe(200);
  expect(providersRefunds(desk)).toHaveLength(1);
});

describe.each(LOSSES)("where %s", (_name, done, lose) => {
  async function lost() {
    const desk = await openDesk();
    desk.control.webhooks.mode = "drop";
    const key = newKey();
    lose(desk);
    const answer = await refundOrder(desk, TOTAL, key);
    expect(answer).toMatchObject({ status: 502, body: { reason: "refund_pending" } });
    expect(refundStateOf(desk)).toMatchObject({
      refunds: ["4900 pending"],
      given: done ? [TOTAL] : [],
      refunded: 0,
    });
    return { desk, key };
  }
  test("a refund stays pending, counts as given back, and the round finishes it", async () => {
    const { desk } = await lost();
    expect(await refundOrder(desk, 1)).toMatchObject({
      status: 409,
      body: { reason: "nothing_left" },
    });
    await reconcile(desk.deps);
    expect(refundsOf(desk)).toMatchObject([{ status: "pending" }]);
    // By then the provider has forgotten the idempotency key.
    desk.clock.advance(3 * DAY_MS);
    await reconcile(desk.deps);
    expect(refundStateOf(desk)).toEqual(FINISHED);
    await reconcile(desk.deps);
    expect(refundStateOf(desk)).toEqual(FINISHED);
  });

  test("the same press sent again finishes it, and is answered 200", async () => {
    const { desk, key } = await lost();
    expect(await refundOrder(desk, 100, key)).toMatchObject({
      status: 422,
      body: { reason: "key_reused" },
    });
    expect((await refundOrder(desk, TOTAL, key)).status).toBe(200);
    expect(refundStateOf(desk)).toEqual(FINISHED);
  });
});

test("a pending refund that the provider refuses in the round is failed, with its reason", async () => {
  const desk = await openDesk();
  throwing(false)(desk);
  await refundOrder(desk, 500);
  desk.control.dispute(desk.sessionId);
  desk.clock.advance(MINUTE_MS);
  await reconcile(desk.deps);
  expect(refundsOf(desk)).toMatchObject([
    { status: "failed", lastError: "The buyer's bank has reversed this payment in a dispute." },
  ]);
});

test.each([
  ["order", 0, { amount: 300 }, 1, { amount: 300 }],
  ["line", 0, { line: 0 }, 0, { line: 1 }],
  ["amount", 0, { line: 0 }, 0, { amount: 3700 }],
] as const)("the key of a pending refund is refused for another %s", async (...given) => {
  const [, at, what, otherAt, otherWhat] = given;
  const desk = await openDesk();
  await buy(desk, openBrowser(desk), { products: [desk.book], email: "second@example.com" });
  const give = (order: number, part: { amount: number } | { line: number }) => {
    const author = adminAuthor(desk);
    const refunded = "line" in part ? { itemId: itemsOf(desk)[part.line]?.id ?? 0 } : part;
    const orderId = ordersOf(desk)[order]?.id ?? 0;
    return refundPayment(desk.deps, {
      orderId,
      what: refunded,
      reason: null,
      requestKey: "one",
      author,
    });
  };
  throwing(false)(desk);
  await expect(give(at, what)).rejects.toMatchObject({ reason: "refund_pending" });
  await expect(give(otherAt, otherWhat)).rejects.toMatchObject({ reason: "key_reused" });
  expect(providersRefunds(desk)).toEqual([]);
  await give(at, what);
  expect(refundsOf(desk)).toMatchObject([{ status: "succeeded" }]);
});

test.each<[string, (desk: Desk, flush: () => Promise<unknown>) => Promise<unknown>]>([
  ["never come", async (desk) => refundOrder(desk, TOTAL)],
  [
    "come before the answer",
    async (desk, flush) => {
      const real = desk.deps.payments;
      const createRefund: typeof real.createRefund = async (refund) => {
        const answer = await real.createRefund(refund);
        await flush();
        return answer;
      };
      desk.deps.payments = { ...real, createRefund };
      await refundOrder(desk, TOTAL);
    },
  ],
  ["come after the answer", async (desk, flush) => [await refundOrder(desk, TOTAL), await flush()]],
  [
    "come without an answer",
    async (desk, flush) => {
      throwing(true)(desk);
      await refundOrder(desk, TOTAL);
      await flush();
    },
  ],
])("webhooks of a refund that %s leave one refund and one row", async (_name, happen) => {
  const desk = await openDesk();
  desk.control.webhooks.mode = "hold";
  await happen(desk, async () => {
    await desk.control.webhooks.flush({ order: "shuffled", times: 2 });
    await desk.settle();
  });
  expect(refundStateOf(desk)).toEqual(FINISHED);
});
