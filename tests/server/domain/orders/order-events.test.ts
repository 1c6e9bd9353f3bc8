import { expect, test } from "vitest";
import { submitContact } from "../../../../server/domain/mails/contact.ts";
import { syncReversals } from "../../../../server/domain/money/reversals.ts";
import { syncSubscription } from "../../../../server/domain/money/subscriptions.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { declareWithdrawal } from "../../../../server/domain/orders/withdrawals.ts";
import { MESSAGE } from "../../../support/contact.ts";
import { createTestApp, type TestApp } from "../../../support/create-test-app.ts";
import { openDesk, press, refundItem, refundOrder } from "../../../support/desk-shop.ts";
import { GIVER, openGiftShop, RECIPIENT } from "../../../support/gift-shop.ts";
import { member, MEMBER } from "../../../support/member.ts";
import { DAY_MS, DELAYED_CARD, itemsOf, ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { addEndpoint, deliveriesOf } from "../../../support/webhook-receiver.ts";

const ANNA = "anna@example.com";

type Event = { type: string; timestamp: string; data: Record<string, unknown> };

/** Adds an endpoint; returns a function that lists its events. */
function listen(t: Pick<TestApp, "db" | "clock">) {
  addEndpoint(t, { url: "https://hooks.example/in" });
  return () => deliveriesOf(t).map(({ payload }) => JSON.parse(payload) as Event);
}

const named = (events: Event[]) =>
  events.map(({ type, data }) => `${type} ${String(data["cause"] ?? "")}`.trim());

async function openListenedDesk() {
  const desk = await openDesk();
  return { desk, events: listen(desk), ids: () => deliveriesOf(desk).map((row) => row.messageId) };
}

test("a shop without endpoints queues nothing", async () => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack] });
  expect(deliveriesOf(shop)).toEqual([]);
});

test("a paid order is reported once, with its amounts and without what gives access", async () => {
  const shop = await openShop();
  const events = listen(shop);
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: ANNA });
  await fulfil(shop.deps, sessionId);
  const [order] = ordersOf(shop);
  const at = shop.clock.now().toISOString();
  expect(events()).toEqual([
    {
      type: "order.paid",
      timestamp: at,
      data: {
        orderNumber: order?.number,
        purchaseDate: at,
        customerEmail: ANNA,
        customerName: order?.customerName,
        giverEmail: null,
        country: order?.country,
        currency: "usd",
        totalAmount: 3700,
        taxAmount: 0,
        discountAmount: 0,
        discountCode: null,
        refundedAmount: 0,
        source: { referrer: null, utmSource: null, utmCampaign: null },
        products: [
          {
            id: shop.pack,
            name: "Premium Pack",
            price: 3700,
            taxAmount: 0,
            quantity: 1,
            type: "digital",
            billingPeriod: null,
            licence: "personal",
          },
        ],
      },
    },
  ]);
  expect(deliveriesOf(shop)).toMatchObject([
    { messageId: `paid_${order?.number}`, subject: `orders:${order?.id}`, status: "queued" },
  ]);
  const { payload = "" } = deliveriesOf(shop)[0] ?? {};
  for (const secret of [sessionId, String(order?.paymentIntentId), "/files/", "token"]) {
    expect(payload).not.toContain(secret);
  }
});

test("a delayed payment is reported when it succeeds", async () => {
  const shop = await openShop();
  const events = listen(shop);
  const purchase = { products: [shop.pack], card: DELAYED_CARD };
  const sessionId = await buy(shop, shop.browser, purchase);
  expect(events()).toEqual([]);
  shop.simulator.control.settle(sessionId, "succeeded");
  await shop.settle();
  expect(named(events())).toEqual(["order.paid"]);
});

test("a gift names the owner of its files and who paid", async () => {
  const shop = await openGiftShop();
  const events = listen(shop);
  await shop.bought();
  expect(events()).toMatchObject([
    { type: "order.paid", data: { customerEmail: RECIPIENT, giverEmail: GIVER } },
  ]);
});

test("each refund has the sums before and after, and what ended comes after it", async () => {
  const { desk, events, ids } = await openListenedDesk();
  await refundOrder(desk, 500);
  await refundItem(desk, 1);
  await syncReversals(desk.deps, ordersOf(desk)[0]?.paymentIntentId ?? "");
  const sums = { currency: "usd", totalAmount: 4900 };
  expect(events()).toMatchObject([
    {
      type: "order.refunded",
      data: { ...sums, refundedBefore: 0, refundedAmount: 500, accessEnded: false },
    },
    {
      type: "order.refunded",
      data: { ...sums, refundedBefore: 500, refundedAmount: 1700, accessEnded: true },
    },
    { type: "access.ended", data: { cause: "refund", endedProductIds: [desk.book] } },
  ]);
  expect(new Set(ids()).size).toBe(3);
});

test("a refund that the bank refuses lowers the sum again", async () => {
  const { desk, events } = await openListenedDesk();
  await refundOrder(desk, 500);
  const { store } = desk.simulator.context;
  const [refund] = store.list("refund");
  if (refund) store.put("refund", { ...refund, status: "failed" });
  await syncReversals(desk.deps, ordersOf(desk)[0]?.paymentIntentId ?? "");
  expect(events().at(-1)).toMatchObject({
    type: "order.refunded",
    data: { refundedBefore: 500, refundedAmount: 0, accessEnded: false },
  });
});

test("a lost dispute ends access, an open one does not", async () => {
  const { desk, events } = await openListenedDesk();
  const { id } = desk.control.dispute(desk.sessionId);
  await desk.settle();
  expect(events()).toEqual([]);
  desk.control.closeDispute(id, "lost");
  await desk.settle();
  expect(named(events()).at(-1)).toBe("access.ended dispute");
  expect(events().filter(({ type }) => type === "access.ended")).toMatchObject([
    { data: { endedProductIds: [desk.pack, desk.book] } },
  ]);
});

test("an item that the owner revokes again is reported again", async () => {
  const { desk, events, ids } = await openListenedDesk();
  const id = itemsOf(desk)[0]?.id ?? 0;
  for (const action of ["revoke", "restore", "revoke"]) {
    expect((await press(desk.admin, `order_items/${id}/${action}`)).status).toBe(200);
  }
  expect(named(events())).toEqual(["access.ended owner", "access.ended owner"]);
  expect(new Set(ids()).size).toBe(2);
});

test("a withdrawal ends the access to waiting files, so its refund ends none", async () => {
  const shop = await openShop();
  const events = listen(shop);
  changeSettings(shop, { withoutConsent: "wait" });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: ANNA });
  const number = ordersOf(shop)[0]?.number ?? "";
  declareWithdrawal(shop.deps, { name: "Anna Bear", email: ANNA, number });
  shop.simulator.control.refund(sessionId);
  await shop.settle();
  const after = ["order.paid", "access.ended withdrawal", "order.refunded"];
  expect(named(events())).toEqual(after);
  expect(events().at(-1)?.data).toMatchObject({ refundedAmount: 3700, accessEnded: false });
});

test("an ended subscription is reported once, however often it is synced", async () => {
  const { shop, control, id } = await member();
  const events = listen(shop);
  control.cancel(id);
  await shop.settle();
  await syncSubscription(shop.deps, id);
  expect(named(events())).toEqual(["access.ended subscription"]);
  expect(events()[0]?.data).toMatchObject({
    customerEmail: MEMBER,
    endedProductIds: [shop.club],
  });
});

test("an old end of a subscription is no news", async () => {
  const { shop, control, id } = await member();
  control.cancel(id);
  await shop.settle();
  const events = listen(shop);
  shop.clock.advance(8 * DAY_MS);
  await syncSubscription(shop.deps, id);
  expect(events()).toEqual([]);
});

test("a message is reported, once it is no longer held as spam, and erased with it", async () => {
  const t = createTestApp();
  const events = listen(t);
  const request = { ...MESSAGE, formId: "contact_form" as const };
  const now = t.clock.now().getTime();
  submitContact(t.deps, { request, openedAt: now - 100, thank: false });
  expect(events()).toEqual([]);
  submitContact(t.deps, { request, openedAt: now - 60_000, thank: false });
  const { name, email, subject, message } = MESSAGE;
  expect(events()).toMatchObject([
    { type: "message.received", data: { id: 2, name, email, subject, message } },
  ]);
  const admin = signInAdmin(t);
  expect((await admin.remove("contact_submissions", 2)).status).toBe(200);
  expect(deliveriesOf(t)).toEqual([]);
  expect((await press(admin, "contact_submissions/1/reopen")).status).toBe(200);
  expect(events()).toMatchObject([{ type: "message.received", data: { id: 1, message } }]);
});
