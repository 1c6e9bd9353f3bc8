import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { orders } from "../../../../db/schema.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { sweep } from "../../../../server/domain/money/sweep.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, ordersOf, requestsOf } from "../../../support/money.ts";
import { MINUTE_MS, openShop, type Shop, signIn } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

/** One browser with two tabs: the pack in one, the pack and the book in the other. */
async function twoTabs() {
  const shop = await openShop();
  const first = await startCheckout(shop.browser, [shop.pack]);
  const second = await startCheckout(shop.browser, [shop.pack, shop.book]);
  return { ...shop, first, second };
}

const stateOf = ({ simulator }: Pick<Shop, "simulator">, id: string) =>
  simulator.control.sessions().find((session) => session.id === id)?.status;
const statusesOf = (shop: Pick<Shop, "db">) => ordersOf(shop).map(({ status }) => status);
const expiriesOf = (shop: Pick<Shop, "simulator">) =>
  requestsOf(shop).filter((request) => request.endsWith("/expire"));

async function payAndSettle(shop: Shop, id: string, card?: string) {
  await shop.simulator.control.pay(id, card ? { card } : {});
  await shop.settle();
}

describe("left open after a payment is", () => {
  test("another buyer's checkout of the same product", async () => {
    const shop = await twoTabs();
    const strangers = await startCheckout(openBrowser(shop), [shop.pack]);
    await payAndSettle(shop, shop.first);
    expect(stateOf(shop, strangers)).toBe("open");
  });

  test("the buyer's own checkout of something else", async () => {
    const shop = await twoTabs();
    const book = await startCheckout(shop.browser, [shop.book]);
    await payAndSettle(shop, shop.first);
    expect(stateOf(shop, book)).toBe("open");
  });

  test("every checkout, when the money has gone back by then", async () => {
    const shop = await twoTabs();
    await shop.simulator.control.pay(shop.first);
    shop.simulator.control.refund(shop.first);
    await shop.settle();
    expect(stateOf(shop, shop.second)).toBe("open");
    expect(expiriesOf(shop)).toEqual([]);
  });

  test("a checkout that was paid as well: both are delivered, and one is marked", async () => {
    const shop = await twoTabs();
    shop.simulator.control.webhooks.mode = "drop";
    await shop.simulator.control.pay(shop.second);
    await payAndSettle(shop, shop.first);
    await fulfil(shop.deps, shop.first);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([
      { status: "paid", doubleOfId: null },
      { status: "paid", doubleOfId: 1 },
    ]);
    expect(shop.mails).toHaveLength(2);
  });
});

describe("ended at the provider is a checkout of what was paid for", () => {
  test("in another tab, and nobody can pay it", async () => {
    const shop = await twoTabs();
    await payAndSettle(shop, shop.first);
    expect(stateOf(shop, shop.second)).toBe("expired");
    expect(statusesOf(shop)).toEqual(["paid", "expired"]);
    expect(emailsOf(shop)).toMatchObject([{ kind: "delivery", orderId: 1 }]);
    await payAndSettle(shop, shop.second);
    expect(statusesOf(shop)).toEqual(["paid", "expired"]);
    const rest = await startCheckout(shop.browser, [shop.pack, shop.book]);
    const session = shop.simulator.control.sessions().find(({ id }) => id === rest);
    expect(session?.amount_total).toBe(1200);
  });

  test("in another tab, with a bank debit under way", async () => {
    const shop = await twoTabs();
    await payAndSettle(shop, shop.first, DELAYED_CARD);
    expect(statusesOf(shop)).toEqual(["processing", "expired"]);
  });

  test("on another computer of the same account", async () => {
    const shop = await openShop();
    const anna = signIn(shop, "anna@example.com");
    const other = openBrowser(shop);
    other.cookies.set("session", "token-of-anna@example.com");
    const elsewhere = await startCheckout(other, [shop.pack]);
    await payAndSettle(shop, await startCheckout(anna, [shop.pack]));
    expect(stateOf(shop, elsewhere)).toBe("expired");
  });

  test("by somebody who signed in on another computer and has the address that paid", async () => {
    const shop = await openShop();
    const elsewhere = await startCheckout(signIn(shop, "anna@example.com"), [shop.pack]);
    const id = await startCheckout(shop.browser, [shop.pack]);
    await shop.simulator.control.pay(id, { email: "Anna@example.com" });
    await shop.settle();
    expect(stateOf(shop, elsewhere)).toBe("expired");
  });
});

describe("a checkout that could not be ended", () => {
  test("by a provider in trouble harms nothing, and is ended later", async () => {
    const shop = await twoTabs();
    const path = `/v1/checkout/sessions/${shop.second}/expire`;
    shop.simulator.control.faults.next({ kind: "500", path, times: 2 });
    await payAndSettle(shop, shop.first);
    expect(statusesOf(shop)).toEqual(["paid", "open"]);
    expect(shop.mails).toHaveLength(1);
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ msg: "checkout not ended", order: 2 }),
    );
    shop.clock.advance(10 * MINUTE_MS);
    await sweep(shop.deps);
    expect(statusesOf(shop)).toEqual(["paid", "expired"]);
  });

  test("by a process that died is found by the sweeper", async () => {
    const shop = await twoTabs();
    await shop.simulator.control.pay(shop.first);
    await fulfil(shop.deps, shop.first);
    const nextCheckAt = shop.clock.now();
    // As if the process had died right after the delivery.
    shop.db.write((tx) =>
      updateRow(tx, orders, 2, { nextCheckAt }, { actor: "test", now: nextCheckAt }),
    );
    await shop.settle();
    expect(stateOf(shop, shop.second)).toBe("open");
    await sweep(shop.deps);
    expect(stateOf(shop, shop.second)).toBe("expired");
  });
});
