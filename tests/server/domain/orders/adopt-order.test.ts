import Stripe from "stripe";
import { expect, test } from "vitest";
import { products, subscriptionRecords } from "../../../../db/schema.ts";
import { shopIdOf } from "../../../../server/config/shop-id.ts";
import { openBrowser } from "../../../support/browser.ts";
import {
  checkout,
  DELAYED_CARD,
  emailsOf,
  eventsOf,
  fileLink,
  itemsOf,
  openClubShop,
  openNotesOf,
  ordersOf,
  requestsOf,
  statusOf,
  sweepForQuarter,
} from "../../../support/money.ts";
import { buy, DETAIL, pay, readDetail } from "../../../support/shop.ts";
import { changeRow } from "../../../support/rows.ts";

/** Returns all orders with their items, without local ids and times. */
const factsOf = (shop: ClubShop) =>
  ordersOf(shop)
    .toSorted((a, b) => a.number.localeCompare(b.number))
    .map(({ id, number, status, sessionId, email, totalAmount, refundedAmount }) => [
      [number, status, sessionId, email, totalAmount, refundedAmount],
      itemsOf(shop).flatMap(({ orderId, productId, name, price, type, ...item }) =>
        orderId === id
          ? [[productId, name, price, type, item.revokeReason, item.accessUntil, item.files]]
          : [],
      ),
    ]);

test("all paid sessions come back with their numbers, lines, grants, mails and withdrawals", async () => {
  const lost = await openClubShop();
  const { pack, book, club } = lost;
  const carts = [[pack], [book], [pack, book], [book, club], [pack, book]];
  const sold: string[] = [];
  for (const [n, cart] of carts.entries()) {
    const purchase = { products: cart, email: `buyer-${n}@example.com` };
    sold.push(await buy(lost, openBrowser(lost), purchase));
  }
  lost.simulator.control.refund(sold.at(-1) ?? "", 1200);
  const late = await buy(lost, openBrowser(lost), { products: [pack], card: DELAYED_CARD });
  await lost.settle();
  const shop = await restored(lost);
  await sweepForQuarter(shop);

  expect(factsOf(shop)).toEqual(factsOf(lost));
  expect(ordersOf(shop).find(({ sessionId }) => sessionId === late)?.status).toBe("processing");
  const [found, sent] = [shop, lost].map(({ mails }) => mails.map(({ to }) => to).toSorted());
  expect(found).toEqual(sent);
  expect(shop.db.select().from(subscriptionRecords).all()).toHaveLength(1);
  expect(requestsOf(lost)).not.toContain("POST /v1/refunds");
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
  const [number, ...others] = new Set(pages.map((page) => page.orderNumber));
  expect(others).toEqual([]);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", number }]);
  expect(emailsOf(shop)).toHaveLength(1);
});

test("a delayed payment comes back as it is, and is delivered when it arrives unreported", async () => {
  const lost = await openClubShop();
  const sessionId = await pay(lost, lost.browser, { products: [lost.pack], card: DELAYED_CARD });
  const shop = await restored(lost);
  await sweepForQuarter(shop);
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", sessionId }]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
  const listEvents = async () => ({ entries: [], next: null });
  shop.deps.payments = { ...shop.deps.payments, listEvents };
  lost.simulator.control.settle(sessionId, "succeeded");
  await sweepForQuarter(shop);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(["order_received", "delivery"]);
});

test("the lines keep the names and prices they were sold at", async () => {
  const lost = await openClubShop();
  await buy(lost, lost.browser, { products: [lost.pack] });
  const shop = await restored(lost);
  const patch = { price: 9900, name: "Deluxe Pack", active: false };
  changeRow(shop, products, shop.pack, patch);
  await sweepForQuarter(shop);
  expect(itemsOf(shop)).toMatchObject([{ name: "Premium Pack", price: 3700 }]);
  expect(ordersOf(shop)).toMatchObject([{ totalAmount: 3700 }]);
  expect(openNotesOf(shop)).toEqual([]);
});

/** Opens a shop that discovers one of its own sessions with these lines but has no order for it. */
async function foundWith(lines: { product: "book" | "gone"; amount: number }[]) {
  const shop = await openClubShop();
  const sessionId = await sellElsewhere(shop, {
    metadata: { shop_id: shopIdOf(shop.deps), order_number: "K7QM-3XRT" },
    lines: lines.map(({ product, amount }) => ({
      product: product === "book" ? String(shop.book) : "9999",
      amount,
    })),
  });
  await sweepForQuarter(shop);
  return { shop, sessionId };
}

test("a line whose product is gone is left out, and the owner is told so, a refund later too", async () => {
  const { shop, sessionId } = await foundWith([
    { product: "gone", amount: 5000 },
    { product: "book", amount: 1200 },
  ]);
  expect(itemsOf(shop)).toMatchObject([{ productId: shop.book, price: 1200 }]);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", totalAmount: 6200 }]);
  expect(openNotesOf(shop)).toEqual(["missing_products"]);
  shop.simulator.control.refund(sessionId, 1200);
  await shop.settle();
  expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
  expect(openNotesOf(shop)).toEqual(["missing_products"]);
});

test("two lines of one product are one item", async () => {
  const line = { product: "book", amount: 1200 } as const;
  const { shop } = await foundWith([line, line]);
  expect(itemsOf(shop)).toMatchObject([{ productId: shop.book, paidAmount: 2400 }]);
  expect(openNotesOf(shop)).toEqual(["other_total"]);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
});

const OURS = "K7QM-3XRT";

/** Reconciles, then expects no orders or emails, handled events, and 404 for each session. */
async function expectNoOrder(shop: ClubShop, sessionIds: string[]): Promise<void> {
  await sweepForQuarter(shop);
  expect([ordersOf(shop), emailsOf(shop)]).toEqual([[], []]);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  for (const sessionId of sessionIds) {
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(404);
  }
}

const numbered = (order_number: string): Sale => ({ metadata: { order_number } });
const NO_PRODUCTS = ["0", "-1", "9999", "1.5", "1e99", "__proto__"];
const CASES: [string, Sale][] = [
  ["without metadata", {}],
  ["with an empty number", numbered("")],
  ["with a number in small letters", numbered("k7qm-3xrt")],
  ["with more than a number", numbered(`${OURS}\n`)],
  ["with our kind of number and a line of no product", numbered(OURS)],
  ...NO_PRODUCTS.map((product): [string, Sale] => [
    `with our kind of number and the product ${product}`,
    { ...numbered(OURS), lines: [{ product }] },
  ]),
];
test.each(CASES)("a session %s makes no order", async (_name, sale) => {
  const shop = await openClubShop();
  const metadata = { shop_id: shopIdOf(shop.deps), ...sale.metadata };
  await expectNoOrder(shop, [await sellElsewhere(shop, { ...sale, metadata })]);
  expect(eventsOf(shop).length).toBeGreaterThan(0);
});

test.each<[string, Record<string, string>]>([
  ["no shop", {}],
  ["an empty shop", { shop_id: "" }],
  ["another shop", { shop_id: "another-shops-id" }],
])("our kind of number and our product make no order with the id of %s", async (_name, shopId) => {
  const shop = await openClubShop();
  const metadata = { ...shopId, order_number: OURS };
  const lines = [{ product: String(shop.book) }];
  await expectNoOrder(shop, [await sellElsewhere(shop, { metadata, lines })]);
});

test("what another shop of the same catalogue on this account sells makes no order", async () => {
  const other = await openClubShop();
  const shop = await restored(other);
  shop.deps.secret = "the-secret-of-a-shop-beside-it-000000000";
  const sessionId = await buy(other, other.browser, { products: [other.pack] });
  await buy(other, openBrowser(other), { products: [other.club], email: "b@example.com" });
  other.simulator.control.refund(sessionId);
  await expectNoOrder(shop, [sessionId]);
  expect([shop.mails.length, other.mails.length]).toEqual([0, 2]);
  expect(eventsOf(shop).length).toBeGreaterThan(0);
});

test("an unpaid session of ours makes no order again", async () => {
  const lost = await openClubShop();
  lost.simulator.control.webhooks.mode = "drop";
  const open = await checkout(lost, { browser: "a", products: [lost.pack] });
  const expired = await checkout(lost, { browser: "b", products: [lost.pack] });
  lost.simulator.control.expire(expired);
  await expectNoOrder(await restored(lost), [open, expired]);
});

test("the number of an order that has a session of its own makes no second one", async () => {
  const shop = await openClubShop();
  const own = await buy(shop, shop.browser, { products: [shop.book] });
  const order_number = ordersOf(shop)[0]?.number ?? "";
  await sellElsewhere(shop, {
    metadata: { shop_id: shopIdOf(shop.deps), order_number },
    lines: [{ product: String(shop.pack) }],
  });
  await sweepForQuarter(shop);
  expect(ordersOf(shop)).toMatchObject([{ sessionId: own, totalAmount: 1200 }]);
  expect(itemsOf(shop)).toHaveLength(1);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  expect(shop.mails).toHaveLength(1);
});

type ClubShop = Awaited<ReturnType<typeof openClubShop>>;
type Line = { name?: string; amount?: number; product?: string };

/** Opens a shop with the same catalogue and provider, but without orders. */
async function restored(lost: ClubShop): Promise<ClubShop> {
  const shop = await openClubShop();
  const { clock } = lost;
  Object.assign(shop.deps, { clock, payments: lost.deps.payments });
  return { ...shop, clock };
}

type Sale = { metadata?: Record<string, string>; lines?: Line[] };

/** Pays a session that has no order in this shop, in the same provider account; returns its id. */
async function sellElsewhere(
  shop: ClubShop,
  { metadata = {}, lines = [{}] }: Sale,
): Promise<string> {
  const httpClient = Stripe.createFetchHttpClient(shop.simulator.fetch);
  const stripe = new Stripe(shop.deps.config.stripe.secretKey, { httpClient });
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
