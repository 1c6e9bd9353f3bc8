import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { products, subscriptionRecords } from "../../../../db/schema.ts";
import { loadConfig } from "../../../../server/config.ts";
import { shopIdOf } from "../../../../server/domain/orders/shop-id.ts";
import { sweep } from "../../../../server/domain/money/sweep.ts";
import { pathsOf } from "../../../../server/data-dir.ts";
import { openStore } from "../../../../server/open-store.ts";
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
  statusOf,
  sweepForQuarter,
} from "../../../support/money.ts";
import { buy, pay, readDetail } from "../../../support/shop.ts";

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

  test.each<[string, Record<string, string>]>([
    ["kept in DATA_DIR", {}],
    ["given as APP_SECRET", { APP_SECRET: "a-secret-that-the-owner-keeps-elsewhere-0" }],
  ])("a secret %s still tells which sessions are this shop's", async (_name, env) => {
    const parent = mkdtempSync(join(tmpdir(), "papercub-data-"));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    /** The secret of the shop as it is started over this directory, once its database is lost. */
    const secretAtStart = async () => {
      const dataDir = join(parent, "data");
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
    expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(["order_received", "delivery"]);
  });

  test("a delayed payment that came back is asked about, when its event is lost too", async () => {
    const lost = await openClubShop();
    const sessionId = await pay(lost, lost.browser, { products: [lost.pack], card: DELAYED_CARD });
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    shop.deps.payments = {
      ...shop.deps.payments,
      listEvents: async () => ({ entries: [], next: null }),
    };
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
    expect(ordersOf(shop)).toMatchObject([{ totalAmount: 3700 }]);
    expect(openNotesOf(shop)).toEqual([]);
  });

  test("a line whose product is gone is left out, and the owner is told so, a refund later too", async () => {
    const shop = await openClubShop();
    const sessionId = await sellElsewhere(shop, {
      metadata: { shop_id: shopIdOf(shop.deps), order_number: "K7QM-3XRT" },
      lines: [
        { product: "9999", amount: 5000 },
        { product: String(shop.book), amount: 1200 },
      ],
    });
    await sweepForQuarter(shop);
    expect(itemsOf(shop)).toMatchObject([{ productId: shop.book, price: 1200 }]);
    const [order] = ordersOf(shop);
    expect(order).toMatchObject({ status: "paid", totalAmount: 6200 });
    expect(openNotesOf(shop)).toEqual(["missing_products"]);
    shop.simulator.control.refund(sessionId, 1200);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
    expect(openNotesOf(shop)).toEqual(["missing_products"]);
  });

  test("two lines of one product are one item", async () => {
    const shop = await openClubShop();
    const line = { product: String(shop.book), amount: 1200 };
    const metadata = { shop_id: shopIdOf(shop.deps), order_number: "K7QM-3XRT" };
    await sellElsewhere(shop, { metadata, lines: [line, line] });
    await sweepForQuarter(shop);
    expect(itemsOf(shop)).toMatchObject([{ productId: shop.book }]);
    expect(openNotesOf(shop)).toEqual(["other_total"]);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  });

  test("the next sweep adds nothing", async () => {
    const lost = await openClubShop();
    await buy(lost, lost.browser, { products: [lost.pack, lost.club] });
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    const write = vi.spyOn(shop.db, "write");
    const rows = [ordersOf(shop), itemsOf(shop), emailsOf(shop), eventsOf(shop)];
    shop.clock.advance(DAY_MS / 2);
    await sweep(shop.deps);
    await shop.settle();
    expect([ordersOf(shop), itemsOf(shop), emailsOf(shop), eventsOf(shop)]).toEqual(rows);
    expect(write).toHaveBeenCalled();
  });
});
