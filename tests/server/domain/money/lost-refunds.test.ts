import { describe, expect, test } from "vitest";
import type { Deps } from "../../../../server/deps.ts";
import { authorOf } from "../../../../server/domain/sign-in/administrators.ts";
import { refundPayment, type RefundRequest } from "../../../../server/domain/money/refunds.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { AppError } from "../../../../server/errors.ts";
import { openBrowser } from "../../../support/browser.ts";
import {
  type Desk,
  newKey,
  openDesk,
  providersRefunds,
  refundOrder,
  refundsOf,
  refundStateOf,
} from "../../../support/desk-shop.ts";
import { DAY_MS, itemsOf, ordersOf } from "../../../support/money.ts";
import { buy, MINUTE_MS } from "../../../support/shop.ts";

const REFUNDS = "/v1/refunds";
const TOTAL = 4900;

/** A way in which the provider's answer is lost, and whether it had done the work by then. */
type Loss = { name: string; done: boolean; lose: (desk: Desk) => void };

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

const LOSSES: Loss[] = [
  { name: "the process ends before the call", done: false, lose: throwing(false) },
  { name: "the process ends after the call", done: true, lose: throwing(true) },
  {
    name: "the provider is down",
    done: false,
    lose: ({ control }) => control.faults.next({ kind: "500", path: REFUNDS, method: "POST" }),
  },
  {
    name: "the provider is busy",
    done: false,
    lose: ({ control }) => control.faults.next({ kind: "429", path: REFUNDS, method: "POST" }),
  },
  {
    name: "the answer is cut in half",
    done: true,
    lose: ({ control }) => control.faults.next({ kind: "cut", path: REFUNDS, method: "POST" }),
  },
  {
    name: "the answer is no refund",
    done: false,
    lose: ({ control }) => control.faults.next({ kind: "500-bare", path: REFUNDS, method: "POST" }),
  },
];

describe.each(LOSSES)("where $name", ({ done, lose }) => {
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
  const finished = {
    refunds: ["4900 succeeded"],
    given: [TOTAL],
    refunded: TOTAL,
    access: ["refund", "refund"],
  };

  test("a refund stays pending, counts as given back, and the round finishes it", async () => {
    const { desk } = await lost();
    expect(await refundOrder(desk, 1)).toMatchObject({
      status: 409,
      body: { reason: "nothing_left" },
    });
    await reconcile(desk.deps);
    expect(refundsOf(desk)).toMatchObject([{ status: "pending" }]);
    desk.clock.advance(MINUTE_MS);
    await reconcile(desk.deps);
    expect(refundStateOf(desk)).toEqual(finished);
    await reconcile(desk.deps);
    expect(refundStateOf(desk)).toEqual(finished);
  });

  test("a refund is finished days later, when the provider has forgotten its key", async () => {
    const { desk } = await lost();
    desk.clock.advance(3 * DAY_MS);
    await reconcile(desk.deps);
    expect(refundStateOf(desk)).toEqual(finished);
  });

  test("the same press sent again finishes it, and is answered 200", async () => {
    const { desk, key } = await lost();
    expect(await refundOrder(desk, 100, key)).toMatchObject({
      status: 422,
      body: { reason: "key_reused" },
    });
    expect((await refundOrder(desk, TOTAL, key)).status).toBe(200);
    expect(refundStateOf(desk)).toEqual(finished);
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

describe("the key of a pending refund is refused", () => {
  test.each(["order", "line", "amount"] as const)("for another %s", async (what) => {
    const desk = await openDesk();
    const other = await desk.addProduct({ name: "Mazes", price: 3700, contents: ["mazes"] });
    await buy(desk, openBrowser(desk), { products: [other], email: "second@example.com" });
    const [order, second] = ordersOf(desk);
    const [line, otherLine] = itemsOf(desk);
    if (!order || !second || !line || !otherLine) throw new Error("Nothing was sold.");
    const give = (wish: Pick<RefundRequest, "orderId" | "what">) => {
      const author = authorOf({ id: 1, write: desk.db.write }, desk.clock.now());
      return refundPayment(desk.deps, { ...wish, reason: null, requestKey: "one", author });
    };
    const wishes = {
      order: [
        { orderId: order.id, what: { amount: 300 } },
        { orderId: second.id, what: { amount: 300 } },
      ],
      line: [
        { orderId: order.id, what: { itemId: line.id } },
        { orderId: order.id, what: { itemId: otherLine.id } },
      ],
      amount: [
        { orderId: order.id, what: { itemId: line.id } },
        { orderId: order.id, what: { amount: line.price } },
      ],
    } as const;
    const [first, reused] = wishes[what];
    throwing(false)(desk);
    await expect(give(first)).rejects.toMatchObject({ reason: "refund_pending" });
    await expect(give(reused)).rejects.toMatchObject({ reason: "key_reused" });
    expect(providersRefunds(desk)).toEqual([]);
    await give(first);
    expect(refundsOf(desk)).toMatchObject([{ orderId: order.id, status: "succeeded" }]);
  });
});

describe("the webhooks of a refund", () => {
  const ORDERS: [string, (desk: Desk) => Promise<unknown>][] = [
    ["never come", async (desk) => refundOrder(desk, TOTAL)],
    [
      "come before the answer",
      async (desk) => {
        const real = desk.deps.payments;
        const createRefund: typeof real.createRefund = async (refund) => {
          const answer = await real.createRefund(refund);
          await desk.control.webhooks.flush({ order: "shuffled", times: 2 });
          await desk.settle();
          return answer;
        };
        desk.deps.payments = { ...real, createRefund };
        await refundOrder(desk, TOTAL);
      },
    ],
    [
      "come after the answer",
      async (desk) => {
        await refundOrder(desk, TOTAL);
        await desk.control.webhooks.flush({ order: "shuffled", times: 2 });
        await desk.settle();
      },
    ],
    [
      "come, and the answer never does",
      async (desk) => {
        throwing(true)(desk);
        await refundOrder(desk, TOTAL);
        await desk.control.webhooks.flush({ order: "shuffled", times: 2 });
        await desk.settle();
      },
    ],
  ];
  test.each(ORDERS)("that %s leave one refund and one row", async (_name, happen) => {
    const desk = await openDesk();
    desk.control.webhooks.mode = "hold";
    await happen(desk);
    expect(refundStateOf(desk)).toEqual({
      refunds: ["4900 succeeded"],
      given: [TOTAL],
      refunded: TOTAL,
      access: ["refund", "refund"],
    });
  });
});
