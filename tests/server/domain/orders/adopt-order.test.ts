import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { products, subscriptionRecords } from "../../../../db/schema.ts";
import { loadConfig } from "../../../../server/config.ts";
import { shopIdOf } from "../../../../server/config/shop-id.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { pathsOf } from "../../../../server/data/data-dir.ts";
import { openStore } from "../../../../server/data/open-store.ts";
import { openBrowser } from "../../../support/browser.ts";
import { type ClubShop, restored, sellElsewhere } from "../../../support/forgotten.ts";
import {
  DAY_MS,
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
import { buy, pay, readDetail } from "../../../support/shop.ts";

/** What an order book says of its orders, but for its own ids and times. */
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

test.each<[string, Record<string, string>]>([
  ["kept in DATA_DIR", {}],
  ["given as APP_SECRET", { APP_SECRET: "a-secret-that-the-owner-keeps-elsewhere-0" }],
])("a secret %s still tells which sessions are this shop's", async (_name, env) => {
  const dataDir = mkdtempSync(join(tmpdir(), "papercub-data-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  /** The secret of the shop as it is started over this directory, once its database is lost. */
  const secretAtStart = async () => {
    rmSync(pathsOf(dataDir).database, { force: true });
    const { db, secret } = await openStore(loadConfig({ DEMO: "1", DATA_DIR: dataDir, ...env }));
    db.close();
    return secret;
  };
  const lost = await openClubShop();
  lost.deps.secret = await secretAtStart();
  await buy(lost, openBrowser(lost), { products: [lost.pack] });
  const shop = await restored(lost);
  shop.deps.secret = await secretAtStart();
  await sweepForQuarter(shop);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", number: ordersOf(lost)[0]?.number }]);
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

test.each(["reported", "lost too"])(
  "a delayed payment comes back as it is, and is delivered when it arrives: its event is %s",
  async (event) => {
    const lost = await openClubShop();
    const sessionId = await pay(lost, lost.browser, { products: [lost.pack], card: DELAYED_CARD });
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ status: "processing", sessionId }]);
    expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
    if (event === "lost too") {
      const listEvents = async () => ({ entries: [], next: null });
      shop.deps.payments = { ...shop.deps.payments, listEvents };
    }
    lost.simulator.control.settle(sessionId, "succeeded");
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(["order_received", "delivery"]);
  },
);

test("the lines keep the names and prices they were sold at", async () => {
  const lost = await openClubShop();
  await buy(lost, lost.browser, { products: [lost.pack] });
  const shop = await restored(lost);
  const author = { actor: "t", now: shop.clock.now() };
  const patch = { price: 9900, name: "Deluxe Pack", active: false };
  shop.db.write((tx) => updateRow(tx, products, shop.pack, patch, author));
  await sweepForQuarter(shop);
  expect(itemsOf(shop)).toMatchObject([{ name: "Premium Pack", price: 3700 }]);
  expect(ordersOf(shop)).toMatchObject([{ totalAmount: 3700 }]);
  expect(openNotesOf(shop)).toEqual([]);
});

/** A shop that finds a session of its own with these lines, which it has no order of. */
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
  expect(itemsOf(shop)).toMatchObject([{ productId: shop.book }]);
  expect(openNotesOf(shop)).toEqual(["other_total"]);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
});

test("the next round adds nothing", async () => {
  const lost = await openClubShop();
  await buy(lost, lost.browser, { products: [lost.pack, lost.club] });
  const shop = await restored(lost);
  await sweepForQuarter(shop);
  const rows = () => [ordersOf(shop), itemsOf(shop), emailsOf(shop), eventsOf(shop)];
  const before = rows();
  const write = vi.spyOn(shop.db, "write");
  shop.clock.advance(DAY_MS / 2);
  await reconcile(shop.deps);
  await shop.settle();
  expect(rows()).toEqual(before);
  expect(write).toHaveBeenCalled();
});
