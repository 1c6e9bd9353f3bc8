import { describe, expect, test } from "vitest";
import { changes, orders } from "../../../../db/schema.ts";
import type { Checkout } from "../../../../server/ports/payments.ts";
import { syncReversals } from "../../../../server/domain/money/reversals.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { startCheckout } from "../../../support/browser.ts";
import { buy, DETAIL, openShop, pay, readDetail, type Shop } from "../../../support/shop.ts";
import { emailsOf, itemsOf, openNotesOf, ordersOf } from "../../../support/money.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";
import { changeRow } from "../../../support/rows.ts";

/** Opens a shop that receives no webhooks, with a paid session for both products. */
async function paidShop() {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
  return { shop, sessionId };
}

let events = 0;

async function report(shop: Shop, objectId: string): Promise<void> {
  const body = eventBody({ id: `evt_${++events}`, objectId });
  expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
}

/** Asserts one paid order, with each item granted once, one mail sent and one change for each. */
function expectDeliveredOnce(shop: Shop) {
  const paidAt = shop.clock.now();
  const paid = { status: "paid", email: "buyer@example.com", totalAmount: 4900, currency: "usd" };
  expect(ordersOf(shop)).toMatchObject([{ ...paid, paidAt }]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: paidAt }, { grantedAt: paidAt }]);
  expect(emailsOf(shop)).toMatchObject([
    { kind: "delivery", recipient: "buyer@example.com", status: "sent", attempts: 1 },
  ]);
  expect(shop.mails.map((mail) => mail.to)).toEqual(["buyer@example.com"]);
  const done = shop.db.select().from(changes).all();
  const rowsOf = (table: string) => done.filter(({ tableName }) => tableName === table);
  const granting = rowsOf("order_items").filter(({ actor }) => actor === "fulfilment");
  expect(granting.map((change) => change.rowId)).toEqual(itemsOf(shop).map((item) => item.id));
  const paying = rowsOf("orders").filter(
    ({ before, after }) => before?.["status"] !== "paid" && after?.["status"] === "paid",
  );
  expect(paying).toMatchObject([{ before: { status: "open" } }]);
  expect(rowsOf("emails").filter(({ action }) => action === "insert")).toHaveLength(1);
}

/** Makes the provider return this session, with the requested id, for every lookup. */
function answerAsAbout({ deps }: Shop, sessionId: string): void {
  const { findCheckout } = deps.payments;
  deps.payments.findCheckout = async (id) => {
    const checkout = await findCheckout(sessionId);
    return checkout && { ...checkout, id };
  };
}

test.each<[string, page: number, (shop: Shop) => Promise<string>]>([
  ["a session that is still open", 409, ({ browser, pack }) => startCheckout(browser, [pack])],
  [
    "a declined card",
    409,
    (shop) => pay(shop, shop.browser, { products: [shop.pack], card: "4000000000000002" }),
  ],
  [
    "an expired session",
    409,
    async (shop) => {
      const sessionId = await startCheckout(shop.browser, [shop.pack]);
      shop.simulator.control.expire(sessionId);
      return sessionId;
    },
  ],
  [
    "a session that the provider does not know",
    404,
    async ({ browser, pack }) => {
      await startCheckout(browser, [pack]);
      return "cs_test_unknown_to_all";
    },
  ],
  [
    "a paid session that names an order with another session",
    404,
    async (shop) => {
      shop.simulator.control.webhooks.mode = "drop";
      answerAsAbout(shop, await pay(shop, shop.browser, { products: [shop.pack] }));
      return "cs_test_second_session";
    },
  ],
])("nothing is granted for %s, and its page answers %i", async (_name, page, arrange) => {
  const shop = await openShop();
  const sessionId = await arrange(shop);
  await report(shop, sessionId);
  await shop.settle();
  expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(page);
  expect(ordersOf(shop)).toMatchObject([{ paidAt: null }]);
  expect(itemsOf(shop).every(({ grantedAt }) => grantedAt === null)).toBe(true);
  expect([emailsOf(shop), shop.mails]).toEqual([[], []]);
});

test("a late word that the provider knows no such session does not undo a payment", async () => {
  const { shop, sessionId } = await paidShop();
  const asked = Promise.withResolvers<undefined>();
  const { payments } = shop.deps;
  shop.deps.payments = { ...payments, findCheckout: () => asked.promise };
  const late = fulfil(shop.deps, sessionId);
  shop.deps.payments = payments;
  await readDetail(shop.browser, sessionId);
  asked.resolve(undefined);
  expect(await late).toMatchObject({ status: "paid" });
  await shop.settle();
  expectDeliveredOnce(shop);
});

test("a call that learned of the payment before another call delivered changes nothing", async () => {
  const { shop, sessionId } = await paidShop();
  const answered = Promise.withResolvers<Checkout | undefined>();
  const { payments } = shop.deps;
  shop.deps.payments = { ...payments, findCheckout: () => answered.promise };
  const late = fulfil(shop.deps, sessionId);
  shop.deps.payments = payments;
  await readDetail(shop.browser, sessionId);
  const rows = () => [ordersOf(shop), itemsOf(shop), shop.db.select().from(changes).all()];
  const delivered = rows();
  shop.clock.advance(60_000);
  answered.resolve(await payments.findCheckout(sessionId));
  expect(await late).toMatchObject({ status: "paid" });
  expect(rows()).toEqual(delivered);
});

describe("delivered is exactly once", () => {
  test.each([
    ["when the webhook comes first, and both come twice", "webhook webhook page page"],
    ["when the buyer comes back first, and both come twice", "page page webhook webhook"],
    ["when the buyer alone comes back and no webhook ever does", "page"],
  ])("%s", async (_name, steps) => {
    const { shop, sessionId } = await paidShop();
    for (const step of steps.split(" ")) {
      if (step === "page") await readDetail(shop.browser, sessionId);
      else await report(shop, sessionId);
      if (step === "webhook") await shop.settle();
    }
    await shop.settle();
    expectDeliveredOnce(shop);
  });

  test("under 200 calls at once: 60 page loads and 140 webhooks", async () => {
    const { shop, sessionId } = await paidShop();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        if (i % 10 < 3) return (await readDetail(shop.browser, sessionId)).status;
        await report(shop, sessionId);
        if (i % 50 === 9) await shop.settle();
        return "told";
      }),
    );
    expect(statuses.filter((status) => status === "paid")).toHaveLength(60);
    await shop.settle();
    expectDeliveredOnce(shop);
  });

  test("when the transaction fails: nothing of it is kept, and the next try delivers", async () => {
    const { shop, sessionId } = await paidShop();
    shop.db.sqlite.exec(
      "CREATE TRIGGER no_mail BEFORE INSERT ON emails BEGIN SELECT RAISE(ABORT, 'disk trouble'); END",
    );
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(500);
    expect(ordersOf(shop)).toMatchObject([{ status: "open", paidAt: null }]);
    expect(itemsOf(shop)[0]?.grantedAt).toBeNull();
    shop.db.sqlite.exec("DROP TRIGGER no_mail");
    await readDetail(shop.browser, sessionId);
    await shop.settle();
    expectDeliveredOnce(shop);
  });
});

test.each(["creating", "failed"] as const)(
  "a webhook that comes before its checkout's answer finds the order, which is %s, by its metadata",
  async (status) => {
    const { shop, sessionId } = await paidShop();
    const patch = { status, sessionId: null, checkoutUrl: null };
    changeRow(shop, orders, 1, patch);
    await report(shop, sessionId);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", sessionId }]);
    expect(shop.mails).toHaveLength(1);
  },
);

test("a free session is delivered without a payment", async () => {
  const shop = await openShop();
  const gift = await shop.addProduct({ name: "Free Sample", price: 0, contents: ["free"] });
  const sessionId = await buy(shop, shop.browser, { products: [gift] });
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail).toMatchObject({ status: "paid", totalAmount: 0 });
  expect(ordersOf(shop)).toMatchObject([{ paymentIntentId: null }]);
  expect(openNotesOf(shop)).toEqual([]);
  expect(detail.products[0]?.files).toHaveLength(1);
  expect(shop.mails).toHaveLength(1);
});

// Unicode lowercasing would turn the Kelvin sign into "k" and match another buyer's email.
test.each([
  ["Anna.Buyer@Example.COM", "anna.buyer@example.com"],
  ["\u212Aim@Example.com", "\u212Aim@example.com"],
  ["Anna@München.de", "anna@xn--mnchen-3ya.de"],
])("the email %s is stored as the account that finds it has it", async (typed, email) => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack], email: typed });
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", email }]);
});

/** Pays an order while the provider reports different amounts; `totals` are those of its lines. */
async function paidWith(reported: Partial<Checkout>, totals: number[] = []) {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
  const { findCheckout } = shop.deps.payments;
  shop.deps.payments.findCheckout = async (id) => {
    const checkout = await findCheckout(id);
    const lines = checkout?.lines.map((line, at) => ({ ...line, total: totals[at] ?? line.total }));
    return checkout && { ...checkout, ...reported, lines: lines ?? [] };
  };
  await readDetail(shop.browser, sessionId);
  await shop.settle();
  return { shop, sessionId, order: ordersOf(shop)[0], notes: openNotesOf(shop) };
}

test.each<[string, Partial<Checkout>, number[]?]>([
  ["a cent", { amountTotal: 1, linesTotal: 1 }, [1, 0]],
  ["the right price, of which a cent was paid", { amountTotal: 1 }, [1, 0]],
  ["less than the discount explains", { amountTotal: 2899, discount: 2000 }, [2899, 0]],
  ["less than the tax explains", { amountTotal: 5830, tax: 931, addedTax: 931 }, [4402, 1428]],
  ["more by a tax that the prices include", { amountTotal: 5831, tax: 931 }, [4403, 1428]],
  ["a total that its lines do not add up to", { amountTotal: 2900, discount: 2000 }],
  ["nothing", { amountTotal: 0, linesTotal: 0, payment: "free" }, [0, 0]],
  ["more", { amountTotal: 4901, linesTotal: 4901 }, [3701, 1200]],
  ["the same in another currency", { currency: "jpy" }],
])("lines that cost %s: it is delivered, and the owner is told", async (_name, wrong, totals) => {
  const { shop, order, notes } = await paidWith(wrong, totals);
  expect(order).toMatchObject({ status: "paid" });
  expect(notes).toEqual(["other_total"]);
  expect(shop.mails).toHaveLength(1);
});

test.each<[string, Partial<Checkout>, [number, number]]>([
  ["a discount", { amountTotal: 2900, discount: 2000 }, [1700, 1200]],
  ["a discount of everything", { amountTotal: 0, discount: 4900, payment: "free" }, [0, 0]],
  ["added tax", { amountTotal: 5831, tax: 931, addedTax: 931 }, [4403, 1428]],
  ["included tax", { amountTotal: 4900, tax: 783 }, [3700, 1200]],
])("%s is stored with the order and its items", async (_name, reported, totals) => {
  const { shop, order, notes } = await paidWith(reported, totals);
  const { amountTotal: totalAmount, tax: taxAmount = 0, discount: discountAmount = 0 } = reported;
  expect(order).toMatchObject({ status: "paid", totalAmount, taxAmount, discountAmount });
  expect(itemsOf(shop).map(({ paidAmount }) => paidAmount)).toEqual(totals);
  expect(notes).toEqual([]);
});

test("the owner is still told after a refund", async () => {
  const { shop, sessionId, order } = await paidWith({ linesTotal: 1 });
  shop.simulator.control.refund(sessionId);
  await syncReversals(shop.deps, order?.paymentIntentId ?? "");
  expect(ordersOf(shop)).toMatchObject([{ refundedAmount: 4900 }]);
  expect(openNotesOf(shop)).toEqual(["other_total"]);
});
