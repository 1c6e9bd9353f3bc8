import { describe, expect, test, vi } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { orders } from "../../../../db/schema.ts";
import { startCheckout } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, itemsOf, openClubShop, ordersOf } from "../../../support/money.ts";
import { buy, DETAIL, openShop, pay, readDetail, type Shop } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

const EMAIL = "anna.buyer@example.com";
const MINUTE_MS = 60_000;

/** An order whose bank has not answered; its buyer has been told so. */
async function delayed({ product }: { product?: "club" } = {}) {
  const shop = await openClubShop();
  const { control } = shop.simulator;
  const products = [product === "club" ? shop.club : shop.pack];
  const purchase = { products, card: DELAYED_CARD, email: "Anna.Buyer@Example.com" };
  const sessionId = await buy(shop, shop.browser, purchase);
  return {
    shop,
    sessionId,
    control,
    async decide(outcome: "succeeded" | "failed") {
      control.settle(sessionId, outcome);
      await shop.settle();
    },
    ask: () => ask(shop, sessionId),
  };
}

async function ask({ browser }: Pick<Shop, "browser">, sessionId: string) {
  const response = await browser.get(`${DETAIL}?sessionId=${sessionId}`);
  return { status: response.status, body: await response.json() };
}

const mailsOf = (shop: Pick<Shop, "db">) =>
  emailsOf(shop).map(({ kind, status }) => [kind, status].join(" "));
const WAITS = "order_received sent";

test("a payment on its way grants nothing and mails no file, and is delivered when it arrives", async () => {
  const { shop, sessionId, decide } = await delayed();
  expect((await readDetail(shop.browser, sessionId)).status).toBe("processing");
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", paidAt: null }]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
  expect(mailsOf(shop)).toEqual([WAITS]);
  expect(shop.mails[0]?.text).not.toContain("/files/");

  await decide("succeeded");
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: shop.clock.now() }]);
  expect(mailsOf(shop)).toEqual([WAITS, "delivery sent"]);
  expect(shop.mails[1]).toMatchObject({ to: EMAIL, text: expect.stringContaining("/files/") });
});

describe("a payment that fails", () => {
  test("is told on the page and by one mail, however often it is asked or reported", async () => {
    const { shop, sessionId, decide, ask } = await delayed();
    await decide("failed");
    const message = "Your bank did not confirm the payment.";
    const late = eventBody({ id: "evt_late", objectId: sessionId });
    for (let time = 0; time < 2; time++) {
      expect(await ask()).toMatchObject({ status: 409, body: { code: "unpaid", message } });
      await postWebhook(shop, late, signed(late));
      await shop.settle();
    }
    const [order] = ordersOf(shop);
    expect(order).toMatchObject({ status: "failed", paidAt: null });
    expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
    expect(mailsOf(shop)).toEqual([WAITS, "payment_failed sent"]);
    const about = { uniqueKey: `payment-failed:${order?.id}`, orderId: order?.id };
    expect(emailsOf(shop)[1]).toMatchObject({ ...about, recipient: EMAIL });
    expect(shop.mails[1]).toMatchObject({
      to: EMAIL,
      subject: `The payment for order ${order?.number} did not go through`,
      text: expect.stringContaining("You ordered: Premium Pack."),
    });
  });

  test("can be made again", async () => {
    const { shop, sessionId, control, decide, ask } = await delayed();
    await decide("failed");
    await ask();
    const second = await startCheckout(shop.browser, [shop.pack]);
    expect(second).not.toBe(sessionId);
    await control.pay(second);
    await shop.settle();
    expect((await readDetail(shop.browser, second)).status).toBe("paid");
  });

  test("of a subscription leaves a failed order too", async () => {
    const { shop, decide, ask } = await delayed({ product: "club" });
    expect(ordersOf(shop)).toMatchObject([{ status: "processing" }]);
    await decide("failed");
    await ask();
    expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
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
    expect(mailsOf(shop)).toEqual(["payment_failed sent"]);
  });

  test("is found by the page alone when no webhook comes, and its mail leaves", async () => {
    const { shop, sessionId, control, ask } = await delayed();
    control.webhooks.mode = "drop";
    control.settle(sessionId, "failed");
    const woken = vi.fn();
    shop.db.onCommit((tables) => tables.has("emails") && woken());
    for (let time = 0; time < 2; time++) expect((await ask()).status).toBe(409);
    expect(woken).toHaveBeenCalledOnce();
    await shop.settle();
    expect(mailsOf(shop)).toEqual([WAITS, "payment_failed sent"]);
  });

  test("has no mail that leaves once the order is paid after all", async () => {
    const { shop, decide } = await delayed();
    const { send } = shop.mailer;
    shop.mailer.send = () => Promise.reject(new Error("451 try later"));
    await decide("failed");
    expect(mailsOf(shop)).toEqual([WAITS, "payment_failed queued"]);
    const author = { actor: "test", now: shop.clock.now() };
    shop.db.write((tx) => updateRow(tx, orders, 1, { status: "paid" }, author));
    shop.mailer.send = send;
    shop.clock.advance(MINUTE_MS);
    await shop.settle();
    expect(mailsOf(shop)).toEqual([WAITS, "payment_failed dead"]);
    expect(shop.mails).toHaveLength(1);
  });
});

test("a declined card is no failed payment: its form is still open", async () => {
  const shop = await openShop();
  const purchase = { products: [shop.pack], card: "4000000000000002" };
  const sessionId = await buy(shop, shop.browser, purchase);
  const message = "This payment has not been completed.";
  expect(await ask(shop, sessionId)).toMatchObject({
    status: 409,
    body: { code: "unpaid", message },
  });
  expect(emailsOf(shop)).toEqual([]);
});
