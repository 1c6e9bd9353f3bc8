import { describe, expect, test } from "vitest";
import { refunds } from "../../../../db/schema.ts";
import { finishRefunds } from "../../../../server/domain/money/refunds.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { syncReversals } from "../../../../server/domain/money/reversals.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { press } from "../../../support/desk-shop.ts";
import { DELAYED_CARD, itemsOf, ordersOf } from "../../../support/money.ts";
import { expectIndexed, watchStatements } from "../../../support/query-plans.ts";
import { MINUTE_MS, pay, signIn } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";
import { addRow } from "../../../support/rows.ts";

skipPauses();

type Shop = Awaited<ReturnType<typeof openUpgradeShop>>;

/** A shop whose browser has bought the Advanced Pack. */
async function openOwned() {
  const shop = await openUpgradeShop();
  return { ...shop, first: await shop.buy(shop.browser, shop.advanced) };
}

describe("no credit is given", () => {
  const REFUSED: [string, (shop: Shop) => Promise<unknown>][] = [
    ["for nothing owned", async () => {}],
    ["for another buyer's purchase", (shop) => shop.buy(openBrowser(shop), shop.advanced)],
    ["for a purchase of another product", (shop) => shop.buy(shop.browser, shop.book)],
    [
      "for a payment under way",
      async (shop) => {
        await pay(shop, shop.browser, { products: [shop.advanced], card: DELAYED_CARD });
        await shop.settle();
      },
    ],
    [
      "for a refunded purchase",
      async (shop) => {
        shop.control.refund(await shop.buy(shop.browser, shop.advanced));
        await shop.settle();
      },
    ],
    [
      "for a revoked purchase",
      async (shop) => {
        await shop.buy(shop.browser, shop.advanced);
        await press(shop.admin, "order_items/1/revoke");
      },
    ],
    [
      "across currencies",
      async (shop) => {
        await shop.buy(shop.browser, shop.advanced);
        shop.editProduct(shop.pack, { currency: "eur" });
      },
    ],
    [
      "on a subscription",
      async (shop) => {
        await shop.buy(shop.browser, shop.advanced);
        shop.editProduct(shop.pack, { type: "subscription", billingPeriod: "month" });
      },
    ],
    [
      "for a purchase that another upgrade has used",
      async (shop) => {
        await shop.buy(shop.browser, shop.advanced);
        await shop.buy(shop.browser, shop.classroom);
      },
    ],
  ];
  test.each(REFUSED)("%s", async (_name, prepare) => {
    const shop = await openUpgradeShop();
    await prepare(shop);
    expect(await shop.totalOf(shop.browser, shop.pack)).toBe(3700);
  });
});

describe("an owner pays the difference", () => {
  test("and the order item stores the credit", async () => {
    const shop = await openOwned();
    await shop.buy(shop.browser, shop.pack, shop.book);
    expect(ordersOf(shop)[1]).toMatchObject({ status: "paid", totalAmount: 2200 });
    expect(itemsOf(shop).slice(1)).toMatchObject([
      { price: 1000, creditAmount: 2700, creditedItemId: 1 },
      { price: 1200, creditAmount: 0, creditedItemId: null },
    ]);
    expect(shop.notes(2)).toEqual([]);
  });

  test("on another device of the account", async () => {
    const shop = await openOwned();
    expect(await shop.totalOf(signIn(shop, "anna@example.com"), shop.pack)).toBe(1000);
  });

  test("once in a checkout of two upgrades", async () => {
    const shop = await openOwned();
    expect(await shop.totalOf(shop.browser, shop.pack, shop.classroom)).toBe(3700 + 9900 - 2700);
  });

  test.each([2700, 2500, 2749])("and nothing for an upgrade that costs %i", async (price) => {
    const shop = await openOwned();
    shop.editProduct(shop.pack, { price });
    await shop.buy(shop.browser, shop.pack);
    expect(shop.items()).toEqual(["2700-0", `0-${price}`]);
    expect([shop.statuses(), shop.notes(2)]).toEqual([["paid", "paid"], []]);
  });

  test("of what is left after a refund in part", async () => {
    const shop = await openOwned();
    shop.control.refund(shop.first, 700);
    await shop.settle();
    expect(await shop.totalOf(shop.browser, shop.pack)).toBe(1700);
  });
});

describe("of two upgrades at once", () => {
  const other = (shop: Shop) => signIn(shop, "anna@example.com");

  test.each(["pack", "classroom"] as const)(
    "of %s and the Premium Pack, the unpaid one is ended",
    async (second) => {
      const shop = await openOwned();
      const one = await startCheckout(shop.browser, [shop.pack]);
      const two = await startCheckout(other(shop), [shop[second]]);
      await shop.control.pay(one, { email: "anna@example.com" });
      await shop.settle();
      expect([one, two].map((id) => shop.sessionOf(id)?.status)).toEqual(["complete", "expired"]);
    },
  );

  test("both paid are delivered, and the later one is noted", async () => {
    const shop = await openOwned();
    shop.control.webhooks.mode = "drop";
    const one = await startCheckout(shop.browser, [shop.pack]);
    const two = await startCheckout(other(shop), [shop.classroom]);
    for (const id of [two, one]) await shop.control.pay(id, { email: "anna@example.com" });
    for (const id of [two, one]) {
      await fulfil(shop.deps, id);
      shop.clock.advance(1);
    }
    expect(shop.statuses()).toEqual(["paid", "paid", "paid"]);
    expect([shop.notes(2), shop.notes(3)]).toEqual([["credit_used_twice"], []]);
    await press(shop.admin, "order_items/3/refund_line");
    shop.control.webhooks.mode = "normal";
    expect(shop.items()).toEqual(["2700-0", "1000-2700", "7200-2700 refund"]);
  });
});

describe("a refund in the admin", () => {
  test.each([
    ["order_items/1/refund_line", {}],
    ["orders/1/refund", { amount: 100 }],
  ] as const)("by %s is refused while an upgrade is active", async (path, values) => {
    const shop = await openOwned();
    await shop.buy(shop.browser, shop.pack);
    const number = ordersOf(shop)[1]?.number;
    expect(await press(shop.admin, path, { values })).toMatchObject({
      status: 409,
      body: {
        reason: "in_use",
        message: `This purchase is credited to the buyer's upgrade. Refund the upgrade first: order ${number}.`,
      },
    });
    expect(shop.items()).toEqual(["2700-0", "1000-2700"]);
  });

  test("of the upgrade returns its price and ends it; then the first purchase can be refunded", async () => {
    const shop = await openOwned();
    await shop.buy(shop.browser, shop.pack);
    expect((await press(shop.admin, "order_items/2/refund_line")).status).toBe(200);
    expect(shop.items()).toEqual(["2700-0", "1000-2700 refund"]);
    expect(await shop.totalOf(shop.browser, shop.pack)).toBe(1000);
    expect((await press(shop.admin, "order_items/1/refund_line")).status).toBe(200);
    expect(ordersOf(shop).map(({ refundedAmount }) => refundedAmount)).toEqual([2700, 1000, 0]);
    expect(shop.notes(2)).toEqual([]);
  });
});

describe("a refund of the first purchase at the provider", () => {
  test("keeps the upgrade and is noted, until the upgrade is refunded, too", async () => {
    const shop = await openOwned();
    const second = await shop.buy(shop.browser, shop.pack);
    shop.control.refund(shop.first, 700);
    await shop.settle();
    expect(shop.notes(2)).toEqual(["credit_refunded 700"]);
    shop.control.refund(shop.first);
    await shop.settle();
    expect(shop.items()).toEqual(["2700-0 refund", "1000-2700"]);
    expect(shop.notes(2)).toEqual(["credit_refunded 2700"]);
    shop.control.refund(second);
    await shop.settle();
    expect(shop.notes(2)).toEqual([]);
  });

  test("is no longer noted once the bank has refused it", async () => {
    const shop = await openOwned();
    await pay(shop, shop.browser, { products: [shop.pack], email: "anna@example.com" });
    const refund = { orderId: 1, amount: 2700, status: "pending", requestKey: "key" } as const;
    addRow(shop, refunds, refund);
    await shop.settle();
    expect(shop.notes(2)).toEqual(["credit_refunded 2700"]);
    shop.control.dispute(shop.first);
    shop.clock.advance(2 * MINUTE_MS);
    await finishRefunds(shop.deps);
    expect(shop.notes(2)).toEqual([]);
  });

  test("ends an open checkout of the upgrade", async () => {
    const shop = await openOwned();
    const open = await startCheckout(shop.browser, [shop.pack]);
    shop.control.refund(shop.first);
    await shop.settle();
    expect(shop.sessionOf(open)?.status).toBe("expired");
  });

  test.each(["before", "after"])("is noted when it is known %s the payment", async (when) => {
    const shop = await openOwned();
    const open = await startCheckout(shop.browser, [shop.pack]);
    shop.control.webhooks.mode = "drop";
    shop.control.refund(shop.first);
    await shop.control.pay(open, { email: "anna@example.com" });
    const payment = () => fulfil(shop.deps, open);
    const refund = () => syncReversals(shop.deps, ordersOf(shop)[0]?.paymentIntentId ?? "");
    for (const report of when === "before" ? [refund, payment] : [payment, refund]) await report();
    expect(shop.items()).toEqual(["2700-0 refund", "1000-2700"]);
    expect(shop.notes(2)).toEqual(["credit_refunded 2700"]);
  });
});

test("no statement of an upgrade reads a growing table at large", async () => {
  const watched = watchStatements();
  const shop = await openOwned();
  const anna = signIn(shop, "anna@example.com");
  await anna.get("/api/products/more");
  await startCheckout(shop.browser, [shop.classroom]);
  await shop.buy(anna, shop.pack);
  shop.control.refund(shop.first);
  await shop.settle();
  await press(shop.admin, "order_items/2/refund_line");
  expectIndexed(watched.stop(), 40);
});
