import { describe, expect, test } from "vitest";
import type Stripe from "stripe";
import { updateRow } from "../../../db/record.ts";
import { products, subscriptionRecords } from "../../../db/schema.ts";
import { sweep } from "../../../server/domain/sweep.ts";
import { openBrowser } from "../../support/browser.ts";
import { stripeFor } from "../demo/payments/harness.ts";
import {
  checkout,
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  eventsOf,
  fileLink,
  itemsOf,
  openClubShop,
  ordersOf,
  statusOf,
  sweepForQuarter,
} from "../support/money.ts";
import { buy, pay, readDetail } from "../support/shop.ts";

type ClubShop = Awaited<ReturnType<typeof openClubShop>>;
type Line = { name?: string; amount?: number; product?: string };

/** A shop with the same catalogue and an empty order book, at the same provider. */
async function restored(lost: ClubShop): Promise<ClubShop> {
  const shop = await openClubShop();
  const { clock } = lost;
  Object.assign(shop.deps, { clock, payments: lost.deps.payments });
  return { ...shop, clock };
}

/** A paid session that this shop did not sell, on the same account at the provider. */
async function sellElsewhere(
  shop: ClubShop,
  { metadata = {}, lines = [{}] }: { metadata?: Record<string, string>; lines?: Line[] },
): Promise<string> {
  const stripe = stripeFor(shop.simulator.fetch, { key: shop.deps.config.stripe.secretKey });
  const lineItem = ({ name = "Thing", amount = 999, product }: Line) => ({
    quantity: 1,
    price_data: {
      currency: "usd",
      unit_amount: amount,
      product_data: { name, ...(product !== undefined && { metadata: { product_id: product } }) },
    },
  });
  const session: Stripe.Checkout.Session = await stripe.checkout.sessions.create({
    mode: "payment",
    line_items: lines.map(lineItem),
    success_url: "https://elsewhere.example/thanks",
    metadata,
  });
  await shop.simulator.control.pay(session.id);
  return session.id;
}

describe("a session that this shop did not sell makes no order", () => {
  const OURS = "K7QM-3XRT";
  const CASES: [string, Parameters<typeof sellElsewhere>[1]][] = [
    ["without metadata", {}],
    ["with an empty number", { metadata: { order_number: "" } }],
    ["with another kind of number", { metadata: { order_number: "100234" } }],
    ["with a number in small letters", { metadata: { order_number: "k7qm-3xrt" } }],
    ["with letters that our numbers never have", { metadata: { order_number: "K7QM-0IOU" } }],
    ["with more than a number", { metadata: { order_number: `${OURS}\n` } }],
    ["with SQL for a number", { metadata: { order_number: "K7QM-3XRT' OR 1=1 --" } }],
    ["with our kind of number and a line of no product", { metadata: { order_number: OURS } }],
    ...["0", "-1", "9999", "1.5", "NaN", "1e99", "__proto__", "1 OR 1=1"].map(
      (product): [string, Parameters<typeof sellElsewhere>[1]] => [
        `with our kind of number and the product ${product}`,
        { metadata: { order_number: OURS, order_id: "1" }, lines: [{ product }] },
      ],
    ),
  ];
  test.each(CASES)("%s", async (_name, sale) => {
    const shop = await openClubShop();
    const sessionId = await sellElsewhere(shop, sale);
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toEqual([]);
    expect(emailsOf(shop)).toEqual([]);
    expect(eventsOf(shop).length).toBeGreaterThan(0);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
    const page = await shop.browser.get(`/api/products/purchase-detail?sessionId=${sessionId}`);
    expect(page.status).toBe(404);
  });

  test("with the number of an order that has a session of its own", async () => {
    const shop = await openClubShop();
    const own = await buy(shop, shop.browser, { products: [shop.book] });
    const [order] = ordersOf(shop);
    await sellElsewhere(shop, {
      metadata: { order_number: order?.number ?? "", order_id: String(order?.id) },
      lines: [{ product: String(shop.pack) }],
    });
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ sessionId: own, totalAmount: 1200 }]);
    expect(itemsOf(shop)).toHaveLength(1);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
    expect(shop.mails).toHaveLength(1);
  });

  test("an unpaid one of ours is not made again", async () => {
    const lost = await openClubShop();
    lost.simulator.control.webhooks.mode = "drop";
    const open = await checkout(lost, { browser: "a", products: [lost.pack] });
    const expired = await checkout(lost, { browser: "b", products: [lost.pack] });
    lost.simulator.control.expire(expired);
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    for (const id of [open, expired]) {
      const page = await shop.browser.get(`/api/products/purchase-detail?sessionId=${id}`);
      expect(page.status).toBe(404);
    }
    expect(ordersOf(shop)).toEqual([]);
  });
});

describe("after the order book was lost", () => {
  test("all paid sessions come back with their numbers, lines, grants, mails and withdrawals", async () => {
    const lost = await openClubShop();
    const { control } = lost.simulator;
    const carts = [[lost.pack], [lost.book], [lost.pack, lost.book], [lost.book, lost.club]];
    for (const [n, cart] of carts.entries()) {
      await buy(lost, openBrowser(lost), { products: cart, email: `buyer-${n}@example.com` });
    }
    const refunded = await buy(lost, openBrowser(lost), {
      products: [lost.pack, lost.book],
      email: "back@example.com",
    });
    control.refund(refunded, 1200);
    const late = await buy(lost, openBrowser(lost), { products: [lost.pack], card: DELAYED_CARD });
    await lost.settle();
    const shop = await restored(lost);
    await sweepForQuarter(shop);

    const facts = (each: ClubShop) =>
      ordersOf(each)
        .map(({ id, number, status, sessionId, email, totalAmount, refundedAmount }) => ({
          number,
          status,
          sessionId,
          email,
          totalAmount,
          refundedAmount,
          items: itemsOf(each)
            .filter((item) => item.orderId === id)
            .map(({ productId, name, price, type, revokeReason, accessUntil, files }) => ({
              productId,
              name,
              price,
              type,
              revokeReason,
              accessUntil,
              files,
            })),
        }))
        .toSorted((a, b) => a.number.localeCompare(b.number));
    expect(facts(shop)).toEqual(facts(lost));
    expect(ordersOf(shop).find((order) => order.sessionId === late)?.status).toBe("processing");
    expect(shop.mails.map((mail) => mail.to).toSorted()).toEqual(
      lost.mails.map((mail) => mail.to).toSorted(),
    );
    expect(shop.db.select().from(subscriptionRecords).all()).toHaveLength(1);
    expect(
      control.requests().filter(({ path, method }) => path === "/v1/refunds" && method === "POST"),
    ).toEqual([]);
  });

  test("links of mails from before still open what was bought, and nothing else", async () => {
    const lost = await openClubShop();
    await buy(lost, openBrowser(lost), { products: [lost.book], email: "a@example.com" });
    await buy(lost, openBrowser(lost), { products: [lost.pack], email: "b@example.com" });
    const link = fileLink(lost.mails[0]?.text, "Dinosaur-Busy-Book");
    const shop = await restored(lost);
    expect(await statusOf(shop, link)).toBe(404);
    const browser = openBrowser(shop);
    const fresh = await pay(lost, browser, { products: [shop.pack], email: "new@example.com" });
    expect((await readDetail(browser, fresh)).status).toBe("paid");
    expect(await statusOf(shop, link)).toBe(404);
    await sweepForQuarter(shop);
    expect(await statusOf(shop, link)).toBe(200);
    expect(await statusOf(shop, link.replace("/files/3/", "/files/1/"))).toBe(404);
  });

  test("the success page alone brings an order back, once", async () => {
    const lost = await openClubShop();
    const sessionId = await pay(lost, lost.browser, { products: [lost.pack] });
    const shop = await restored(lost);
    const pages = await Promise.all([1, 2, 3].map(() => readDetail(shop.browser, sessionId)));
    expect(new Set(pages.map((page) => page.orderNumber)).size).toBe(1);
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", number: pages[0]?.orderNumber }]);
    expect(emailsOf(shop)).toHaveLength(1);
  });

  test("a delayed payment comes back as it is and is delivered when it arrives", async () => {
    const lost = await openClubShop();
    const sessionId = await pay(lost, lost.browser, { products: [lost.pack], card: DELAYED_CARD });
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ status: "processing", sessionId }]);
    expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
    lost.simulator.control.settle(sessionId, "succeeded");
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    expect(shop.mails).toHaveLength(1);
  });

  test("a delayed payment that came back is asked about, when its event is lost too", async () => {
    const lost = await openClubShop();
    const sessionId = await pay(lost, lost.browser, { products: [lost.pack], card: DELAYED_CARD });
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    shop.deps.payments = { ...shop.deps.payments, listEvents: async () => [] };
    lost.simulator.control.settle(sessionId, "succeeded");
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  });

  test("the lines keep the names and prices they were sold at", async () => {
    const lost = await openClubShop();
    await buy(lost, lost.browser, { products: [lost.pack] });
    const shop = await restored(lost);
    const now = shop.clock.now();
    const patch = { price: 9900, name: "Deluxe Pack", active: false };
    shop.db.write((tx) => updateRow(tx, products, shop.pack, patch, { actor: "t", now }));
    await sweepForQuarter(shop);
    expect(itemsOf(shop)).toMatchObject([{ name: "Premium Pack", price: 3700 }]);
    expect(ordersOf(shop)).toMatchObject([{ totalAmount: 3700, attention: null }]);
  });

  test("a line whose product is gone is left out, and the owner is told so, a refund later too", async () => {
    const shop = await openClubShop();
    const sessionId = await sellElsewhere(shop, {
      metadata: { order_number: "K7QM-3XRT" },
      lines: [
        { product: "9999", amount: 5000 },
        { product: String(shop.book), amount: 1200 },
      ],
    });
    await sweepForQuarter(shop);
    expect(itemsOf(shop)).toMatchObject([{ productId: shop.book, price: 1200 }]);
    const [order] = ordersOf(shop);
    expect(order).toMatchObject({ status: "paid", totalAmount: 6200 });
    expect(order?.attention).toContain("no longer exist");
    shop.simulator.control.refund(sessionId, 1200);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
    expect(ordersOf(shop)[0]?.attention).toContain("no longer exist");
  });

  test("two lines of one product are one item", async () => {
    const shop = await openClubShop();
    const line = { product: String(shop.book), amount: 1200 };
    await sellElsewhere(shop, { metadata: { order_number: "K7QM-3XRT" }, lines: [line, line] });
    await sweepForQuarter(shop);
    expect(itemsOf(shop)).toMatchObject([{ productId: shop.book }]);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  });

  test("the next sweep adds nothing", async () => {
    const lost = await openClubShop();
    await buy(lost, lost.browser, { products: [lost.pack, lost.club] });
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    const before = shop.db.writeCount();
    const rows = [ordersOf(shop), itemsOf(shop), emailsOf(shop), eventsOf(shop)];
    shop.clock.advance(DAY_MS / 2);
    await sweep(shop.deps);
    await shop.settle();
    expect([ordersOf(shop), itemsOf(shop), emailsOf(shop), eventsOf(shop)]).toEqual(rows);
    expect(shop.db.writeCount()).toBeGreaterThan(before);
  });
});
