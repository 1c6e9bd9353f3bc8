import { describe, expect, test } from "vitest";
import { emails, orderItems, orders, webhookEvents } from "../../../../db/schema.ts";
import { checkoutBody } from "../../../support/browser.ts";
import { DETAIL, openShop, pay, readDetail, type Shop } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

const DELAYED_CARD = "4000000000003220";

const orderOf = ({ db }: Shop) => db.select().from(orders).all()[0];
const events = ({ db }: Shop) => db.select().from(webhookEvents).all();

describe("an event that cannot be handled", () => {
  test("keeps its failure and is done once the provider answers and the pause is over", async () => {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    const body = eventBody({ objectId: sessionId });
    shop.simulator.control.faults.next({ kind: "500", path: "/v1/checkout/sessions", times: 2 });
    expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("open");
    expect(events(shop)[0]).toMatchObject({ attempts: 1, handledAt: null });
    expect(events(shop)[0]?.lastError).toBeTruthy();

    shop.clock.advance(4999);
    await shop.settle();
    expect(events(shop)[0]).toMatchObject({ attempts: 1, handledAt: null });

    shop.clock.advance(1);
    await shop.settle();
    expect(events(shop)[0]).toMatchObject({
      attempts: 2,
      lastError: null,
      handledAt: shop.clock.now(),
    });
    expect(orderOf(shop)?.status).toBe("paid");
    expect(shop.mails).toHaveLength(1);
  });

  test("waits longer each time, fifteen minutes at most, and is never given up", async () => {
    const shop = await openShop();
    const body = eventBody({ objectId: "cs_test_whatever_1" });
    await postWebhook(shop, body, signed(body));
    shop.deps.payments.findCheckout = async () => {
      throw new Error("still down");
    };
    const pauses: number[] = [];
    for (let i = 0; i < 12; i++) {
      await shop.settle();
      const due = events(shop)[0]?.nextAttemptAt.getTime() ?? 0;
      pauses.push((due - shop.clock.now().getTime()) / 1000);
      shop.clock.advance(due - shop.clock.now().getTime());
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]);
    expect(events(shop)[0]).toMatchObject({ attempts: 12, lastError: "Error: still down" });
  });

  test("does not hold up the events after it", async () => {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    const { findCheckout } = shop.deps.payments;
    shop.deps.payments.findCheckout = async (id) => {
      if (id !== sessionId) throw new Error("down for this one");
      return findCheckout(id);
    };
    for (const objectId of ["cs_test_broken_one", sessionId]) {
      const body = eventBody({ id: `evt_${objectId}`, objectId });
      await postWebhook(shop, body, signed(body));
    }
    await shop.settle();
    expect(events(shop).map((event) => event.handledAt === null)).toEqual([true, false]);
    expect(orderOf(shop)?.status).toBe("paid");
  });
});

describe("a delayed payment", () => {
  async function delayed() {
    const shop = await openShop();
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
    await shop.settle();
    return { shop, sessionId };
  }

  test("grants nothing and mails no file while it is on its way", async () => {
    const { shop } = await delayed();
    expect(orderOf(shop)).toMatchObject({ status: "processing", paidAt: null });
    expect(shop.db.select().from(orderItems).all()).toMatchObject([{ grantedAt: null }]);
    expect(shop.db.select().from(emails).all()).toMatchObject([{ kind: "order_received" }]);
    expect(shop.mails[0]?.text).not.toContain("/files/");
  });

  test("is delivered when it arrives", async () => {
    const { shop, sessionId } = await delayed();
    shop.simulator.control.settle(sessionId, "succeeded");
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("paid");
    expect(shop.db.select().from(orderItems).all()[0]?.grantedAt).toEqual(shop.clock.now());
    expect(shop.mails.at(-1)).toMatchObject({
      to: "buyer@example.com",
      text: expect.stringContaining("/files/"),
    });
  });

  test("that fails leaves a failed order, which the success page calls unpaid", async () => {
    const { shop, sessionId } = await delayed();
    shop.simulator.control.settle(sessionId, "failed");
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("failed");
    const response = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "unpaid" });
    expect(shop.db.select().from(orderItems).all()[0]?.grantedAt).toBeNull();
  });

  test("that failed stays failed, however often its page is opened or an old event comes", async () => {
    const { shop, sessionId } = await delayed();
    shop.simulator.control.settle(sessionId, "failed");
    await shop.settle();
    await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    const late = eventBody({ id: "evt_late", objectId: sessionId });
    await postWebhook(shop, late, signed(late));
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("failed");
  });

  test("that failed can be paid again", async () => {
    const { shop, sessionId } = await delayed();
    shop.simulator.control.settle(sessionId, "failed");
    await shop.settle();
    await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    const again = await shop.browser.post(
      "/api/create-checkout-session",
      checkoutBody([shop.pack]),
    );
    const { sessionId: second } = (await again.json()) as { sessionId: string };
    expect(second).not.toBe(sessionId);
    await shop.simulator.control.pay(second);
    await shop.settle();
    expect((await readDetail(shop.browser, second)).status).toBe("paid");
  });

  test("of a subscription that fails leaves a failed order too", async () => {
    const shop = await openShop();
    const club = await shop.addProduct({
      name: "Club",
      type: "subscription",
      billingPeriod: "month",
    });
    const sessionId = await pay(shop, shop.browser, { products: [club], card: DELAYED_CARD });
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("processing");
    shop.simulator.control.settle(sessionId, "failed");
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("failed");
    await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    expect(orderOf(shop)?.status).toBe("failed");
  });

  test("ends the same whether its failure is reported before or after the checkout", async () => {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "hold";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
    shop.simulator.control.settle(sessionId, "failed");
    await shop.simulator.control.webhooks.flush({ order: "reverse" });
    await shop.settle();
    expect(orderOf(shop)?.status).toBe("failed");
    expect(shop.mails.map(({ subject }) => subject)).toEqual([
      `The payment for order ${orderOf(shop)?.number} did not go through`,
    ]);
  });
});

test("a late failure takes nothing back from an order that was paid", async () => {
  const shop = await openShop();
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
  await shop.settle();
  const body = eventBody({ type: "checkout.session.async_payment_failed", objectId: sessionId });
  await postWebhook(shop, body, signed(body));
  await shop.settle();
  expect(orderOf(shop)?.status).toBe("paid");
});

test("an expired session closes its order", async () => {
  const shop = await openShop();
  const response = await shop.browser.post(
    "/api/create-checkout-session",
    checkoutBody([shop.pack]),
  );
  const { sessionId } = (await response.json()) as { sessionId: string };
  shop.simulator.control.expire(sessionId);
  await shop.settle();
  expect(orderOf(shop)?.status).toBe("expired");
  expect(shop.db.select().from(orderItems).all()).toMatchObject([{ grantedAt: null }]);
});
