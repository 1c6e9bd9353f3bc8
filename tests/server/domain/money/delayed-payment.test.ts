import { describe, expect, test } from "vitest";
import type { Settings } from "../../../../db/content-schema.ts";
import { orders, products } from "../../../../db/schema.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/open-checkouts.ts";
import { claimMail } from "../../../../server/mails/queue.ts";
import { orderReceived } from "../../../../server/mails/order-notices.tsx";
import { openBrowser } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { linksIn } from "../../../support/mail.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { recordsOf } from "../../../support/member.ts";
import {
  DELAYED_CARD,
  emailsOf,
  HOUR_MS,
  itemsOf,
  openClubShop,
  ordersOf,
} from "../../../support/money.ts";
import { buy, DETAIL, local, MINUTE_MS, openShop, pay, readDetail } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";
import { changeRow } from "../../../support/rows.ts";

const OLD = "wrong@example.com";
const NEW = "right@example.com";
const WAITS = "order_received sent";

/** Creates an order with a pending bank payment; its mail is sent, or queued if not `mailed`. */
async function delayed({ mailed = true } = {}) {
  const shop = await openClubShop();
  const { control } = shop.simulator;
  const bought = [shop.pack, shop.club];
  const sessionId = await pay(shop, shop.browser, {
    products: bought,
    card: DELAYED_CARD,
    email: OLD,
  });
  if (mailed) {
    await shop.settle();
  } else {
    control.webhooks.mode = "drop";
    await readDetail(shop.browser, sessionId);
  }
  const ask = async () => {
    const response = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    return { status: response.status, body: await response.json() };
  };
  return {
    shop,
    sessionId,
    ask,
    async decide(outcome: "succeeded" | "failed") {
      control.settle(sessionId, outcome);
      shop.clock.advance(ANSWER_MS);
      await ask();
      await shop.settle();
    },
    async correct(email = NEW) {
      const answer = await shop.browser.post("/api/orders/address", { sessionId, email });
      expect(answer.status).toBe(200);
    },
    mails: () => emailsOf(shop).map(({ kind, status }) => `${kind} ${status}`),
    notified: () =>
      shop.mails.filter(({ subject }) => subject.startsWith("Order received")).map(({ to }) => to),
  };
}

test("a pending payment grants nothing and mails no file, and is delivered when it arrives", async () => {
  const { shop, decide, mails } = await delayed();
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", paidAt: null }]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }, { grantedAt: null }]);
  expect(recordsOf(shop)).toEqual([]);
  expect(mails()).toEqual([WAITS]);
  expect(shop.mails[0]?.text).not.toContain("/files/");
  await decide("succeeded");
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  expect(itemsOf(shop)[0]).toMatchObject({ grantedAt: shop.clock.now() });
  expect(mails()).toEqual([WAITS, "delivery sent"]);
  expect(shop.mails[1]).toMatchObject({ to: OLD, text: expect.stringContaining("/files/") });
});

describe("a payment that fails", () => {
  /** Buys a pack with a failing payment; a subscription's payment would be retried. */
  async function failing() {
    const shop = await openShop();
    const purchase = { products: [shop.pack], card: DELAYED_CARD, email: OLD };
    const sessionId = await buy(shop, shop.browser, purchase);
    shop.simulator.control.settle(sessionId, "failed");
    return { shop, sessionId, mails: () => emailsOf(shop).map((m) => `${m.kind} ${m.status}`) };
  }

  test("is shown on the page and mailed once, however often it is reported", async () => {
    const { shop, sessionId, mails } = await failing();
    const late = eventBody({ id: "evt_late", objectId: sessionId });
    for (let time = 0; time < 2; time++) {
      await shop.settle();
      const answer = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
      expect(answer.status).toBe(409);
      const message = "Your bank didn't confirm the payment.";
      expect(await answer.json()).toMatchObject({ code: "unpaid", message });
      await postWebhook(shop, late, signed(late));
    }
    expect(ordersOf(shop)).toMatchObject([{ status: "failed", paidAt: null }]);
    expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
    expect(mails()).toEqual([WAITS, "payment_failed sent"]);
    expect(shop.mails[1]).toMatchObject({
      to: OLD,
      text: expect.stringContaining("Premium Pack."),
    });
  });

  test("ends the same when it is reported before the checkout", async () => {
    const shop = await openShop();
    const { control } = shop.simulator;
    control.webhooks.mode = "hold";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
    control.settle(sessionId, "failed");
    await control.webhooks.flush({ order: "reverse" });
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
    expect(emailsOf(shop)).toMatchObject([{ kind: "payment_failed", status: "sent" }]);
  });

  test.each<[string, Partial<Settings>, string[]]>([
    ["no page while the shop is closed", { isOpen: false }, []],
    ["the product while the packs are hidden", { sections: "hero" }, [`${SITE}/products/pack`]],
    ["the packs", {}, [`${SITE}/#pricing`]],
  ])("is mailed with a link to %s", async (_name, settings, links) => {
    const { shop } = await failing();
    changeRow(shop, products, shop.pack, { slug: "pack" });
    changeSettings(shop, settings);
    await shop.settle();
    const { html = "", text = "" } = shop.mails[1] ?? {};
    const shopLinks = [...linksIn(html)].filter((link) => /#|products/.test(link));
    expect(shopLinks).toEqual(links);
    expect(text.includes("order again")).toBe(links.length > 0);
  });

  test("is not mailed once the order is paid after all", async () => {
    const { shop, mails } = await failing();
    const { send } = shop.mailer;
    shop.mailer.send = () => Promise.reject(new Error("451 try later"));
    await shop.settle();
    changeRow(shop, orders, 1, { status: "paid" });
    shop.mailer.send = send;
    shop.clock.advance(MINUTE_MS);
    await shop.settle();
    expect(mails()).toEqual([WAITS, "payment_failed dead"]);
  });
});

describe("the mail that an order waits for its bank", () => {
  test.each(["succeeded", "failed"] as const)("is dropped once the payment %s", async (outcome) => {
    const { decide, mails, notified } = await delayed({ mailed: false });
    await decide(outcome);
    expect([mails()[0], notified()]).toEqual(["order_received dead", []]);
  });

  test("is not sent to an address that was corrected while its sender had it", async () => {
    const { shop, correct, mails, notified } = await delayed({ mailed: false });
    claimMail(shop.deps);
    await correct();
    expect(orderReceived.gather(shop.deps, { orderId: 1, recipient: OLD })).toBeUndefined();
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect([mails(), notified()]).toEqual([["order_received dead", WAITS], [NEW]]);
  });

  test("is sent once, however often the order is asked about", async () => {
    const { shop, sessionId, notified } = await delayed({ mailed: false });
    for (let time = 0; time < 3; time++) {
      await Promise.all([1, 2, 3].map(() => fulfil(shop.deps, sessionId)));
      await shop.settle();
    }
    expect(notified()).toEqual([OLD]);
  });

  test("leads to the order's page", async () => {
    const { shop, sessionId } = await delayed();
    const page = /See your order: (\S+)/.exec(shop.mails[0]?.text ?? "")?.[1];
    expect(local(page)).toBe(`/checkout/success?sessionId=${sessionId}`);
  });

  test.each([
    ["follows each correction, back to the first address too", true, [OLD, NEW, OLD]],
    ["is sent once when a correction is taken back before", false, [OLD]],
  ])("%s", async (_name, mailed, recipients) => {
    const { shop, correct, notified } = await delayed({ mailed });
    for (const email of [NEW, OLD]) {
      await correct(email);
      if (mailed) await shop.settle();
    }
    await shop.settle();
    expect(notified()).toEqual(recipients);
  });
});

test("a stranger who got the page by mistake sees neither the new address nor a file", async () => {
  const { shop, sessionId, correct, decide } = await delayed();
  await correct();
  const stranger = openBrowser(shop);
  const masked = { masked: true, customerEmail: "ri••••@ex••••.com" };
  expect(await readDetail(stranger, sessionId)).toMatchObject(masked);
  await decide("succeeded");
  const seen = await readDetail(stranger, sessionId);
  expect(seen).toMatchObject({ ...masked, status: "paid", firstView: false });
  expect(JSON.stringify(seen)).not.toContain("token=");
  expect((await readDetail(shop.browser, sessionId)).products[0]?.files).toHaveLength(2);
});
