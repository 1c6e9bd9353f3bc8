import { describe, expect, test } from "vitest";
import { orders } from "../../../../db/schema.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, ordersOf, requestsOf } from "../../../support/money.ts";
import { MINUTE_MS, openShop, signIn } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";
import { changeRow } from "../../../support/rows.ts";

skipPauses();

/** Opens two checkouts in one browser: the pack in one tab, the pack and the book in the other. */
async function twoTabs() {
  const shop = await openShop();
  const { control } = shop.simulator;
  const first = await startCheckout(shop.browser, [shop.pack]);
  const second = await startCheckout(shop.browser, [shop.pack, shop.book]);
  return {
    ...shop,
    control,
    first,
    second,
    stateOf: (id: string) => control.sessions().find((session) => session.id === id)?.status,
    statuses: () => ordersOf(shop).map(({ status }) => status),
    async payAndSettle(
      id: string,
      { card = "4242424242424242", email = "buyer@example.com" } = {},
    ) {
      await control.pay(id, { card, email });
      await shop.settle();
    },
  };
}

describe("left open after a payment is", () => {
  test("another buyer's checkout of the same product, and the buyer's own of something else", async () => {
    const { payAndSettle, stateOf, ...shop } = await twoTabs();
    const strangers = await startCheckout(openBrowser(shop), [shop.pack]);
    const book = await startCheckout(shop.browser, [shop.book]);
    await payAndSettle(shop.first);
    expect([stateOf(strangers), stateOf(book)]).toEqual(["open", "open"]);
  });

  test("every checkout, when the money has gone back by then", async () => {
    const { control, stateOf, ...shop } = await twoTabs();
    await control.pay(shop.first);
    control.refund(shop.first);
    await shop.settle();
    expect(stateOf(shop.second)).toBe("open");
    expect(requestsOf(shop).filter((request) => request.endsWith("/expire"))).toEqual([]);
  });

  test("a checkout that was paid as well: both are delivered, and one is marked", async () => {
    const { control, payAndSettle, ...shop } = await twoTabs();
    control.webhooks.mode = "drop";
    await control.pay(shop.second);
    await payAndSettle(shop.first);
    await fulfil(shop.deps, shop.first);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([
      { status: "paid", duplicateOfId: null },
      { status: "paid", duplicateOfId: 1 },
    ]);
    expect(shop.mails).toHaveLength(2);
  });
});

describe("ended at the provider is a checkout of what was paid for", () => {
  test("in another tab, and it cannot be paid any more", async () => {
    const { control, payAndSettle, stateOf, statuses, ...shop } = await twoTabs();
    await payAndSettle(shop.first);
    expect(stateOf(shop.second)).toBe("expired");
    expect(emailsOf(shop)).toMatchObject([{ kind: "delivery", orderId: 1 }]);
    await payAndSettle(shop.second);
    expect(statuses()).toEqual(["paid", "expired"]);
    const rest = await startCheckout(shop.browser, [shop.pack, shop.book]);
    expect(control.sessions().find(({ id }) => id === rest)?.amount_total).toBe(1200);
  });

  test("in another tab, with a bank debit under way", async () => {
    const { first, payAndSettle, statuses } = await twoTabs();
    await payAndSettle(first, { card: DELAYED_CARD });
    expect(statuses()).toEqual(["processing", "expired"]);
  });

  test("on another computer of the same account, or of the address that paid", async () => {
    const { payAndSettle, stateOf, ...shop } = await twoTabs();
    const anna = signIn(shop, "anna@example.com");
    for (const pays of [anna, shop.browser]) {
      const other = openBrowser(shop);
      other.cookies.set("session", "token-of-anna@example.com");
      const product = pays === anna ? shop.pack : shop.book;
      const elsewhere = await startCheckout(other, [product]);
      const id = await startCheckout(pays, [product]);
      await payAndSettle(id, { email: "Anna@example.com" });
      expect(stateOf(elsewhere)).toBe("expired");
    }
  });
});

describe("a checkout that could not be ended", () => {
  test("by a provider in trouble harms nothing, and is ended later", async () => {
    const { control, payAndSettle, statuses, ...shop } = await twoTabs();
    const path = `/v1/checkout/sessions/${shop.second}/expire`;
    control.faults.next({ kind: "500", path, times: 2 });
    await payAndSettle(shop.first);
    expect(statuses()).toEqual(["paid", "open"]);
    expect(shop.mails).toHaveLength(1);
    const line = { msg: "checkout not ended", order: 2 };
    expect(shop.logged).toContainEqual(expect.objectContaining(line));
    shop.clock.advance(10 * MINUTE_MS);
    await reconcile(shop.deps);
    expect(statuses()).toEqual(["paid", "expired"]);
  });

  test("by a process that died is found by the sweeper", async () => {
    const { control, stateOf, ...shop } = await twoTabs();
    await control.pay(shop.first);
    await fulfil(shop.deps, shop.first);
    const now = shop.clock.now();
    // Simulates a crash right after the delivery.
    changeRow(shop, orders, 2, { nextCheckAt: now });
    await shop.settle();
    expect(stateOf(shop.second)).toBe("open");
    await reconcile(shop.deps);
    expect(stateOf(shop.second)).toBe("expired");
  });
});
