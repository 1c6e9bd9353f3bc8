import { ne } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { emails, orders } from "../../../../db/schema.ts";
import { DETAIL, openShop, pay, readDetail, type Shop } from "../../../support/shop.ts";

const FAILING_CARD = "4000008400001629";
const DECLINED_CARD = "4000000000000002";

/** A shop with an order whose bank has not answered; its buyer has been told so. */
async function delayedShop({ email = "Anna.Buyer@Example.com" } = {}) {
  const shop = await openShop();
  const sessionId = await pay(shop, shop.browser, {
    products: [shop.pack],
    card: FAILING_CARD,
    email,
  });
  await shop.settle();
  shop.mails.length = 0;
  return { shop, sessionId };
}

/** The mails but the one that says that the bank takes its time. */
const rows = ({ db }: Shop) =>
  db.select().from(emails).where(ne(emails.kind, "order_received")).all();
const ask = async ({ browser }: Shop, sessionId: string) => {
  const response = await browser.get(`${DETAIL}?sessionId=${sessionId}`);
  return { status: response.status, body: await response.json() };
};

describe("no mail", () => {
  test("while the bank has not answered", async () => {
    const { shop, sessionId } = await delayedShop();
    expect((await readDetail(shop.browser, sessionId)).status).toBe("processing");
    expect(rows(shop)).toEqual([]);
  });

  test("for a declined card: its form is still open", async () => {
    const shop = await openShop();
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DECLINED_CARD });
    await shop.settle();
    expect(await ask(shop, sessionId)).toMatchObject({
      status: 409,
      body: { code: "unpaid", message: "This payment has not been completed." },
    });
    expect(rows(shop)).toEqual([]);
  });

  test("leaves when the order is paid after all", async () => {
    const { shop, sessionId } = await delayedShop();
    const { send } = shop.mailer;
    shop.mailer.send = async () => {
      throw new Error("451 try later");
    };
    shop.simulator.control.settle(sessionId, "failed");
    await shop.settle();
    expect(rows(shop)).toMatchObject([{ kind: "payment_failed", status: "queued" }]);
    shop.db.write((tx) =>
      updateRow(tx, orders, 1, { status: "paid" }, { actor: "test", now: shop.clock.now() }),
    );
    shop.mailer.send = send;
    shop.clock.advance(60_000);
    await shop.settle();
    expect(shop.mails).toEqual([]);
    expect(rows(shop)).toMatchObject([{ status: "dead" }]);
  });
});

test("a delayed payment that fails is told on the page and by one mail, however often it is asked", async () => {
  const { shop, sessionId } = await delayedShop();
  shop.simulator.control.settle(sessionId, "failed");
  await shop.settle();
  for (let i = 0; i < 2; i++) {
    expect(await ask(shop, sessionId)).toMatchObject({
      status: 409,
      body: { code: "unpaid", message: "Your bank did not confirm the payment." },
    });
  }
  await shop.settle();
  const [order] = shop.db.select().from(orders).all();
  expect(order).toMatchObject({ status: "failed", paidAt: null });
  expect(rows(shop)).toMatchObject([
    {
      uniqueKey: `payment-failed:${order?.id}`,
      kind: "payment_failed",
      recipient: "anna.buyer@example.com",
      orderId: order?.id,
      status: "sent",
    },
  ]);
  expect(shop.mails).toMatchObject([
    {
      to: "anna.buyer@example.com",
      subject: `The payment for order ${order?.number} did not go through`,
      text: expect.stringContaining("You ordered: Premium Pack."),
    },
  ]);
});

test("the page alone finds the failure when no webhook comes, and its mail leaves", async () => {
  const { shop, sessionId } = await delayedShop();
  shop.simulator.control.webhooks.mode = "drop";
  shop.simulator.control.settle(sessionId, "failed");
  const woken = vi.fn();
  shop.db.onCommit((tables) => tables.has("emails") && woken());
  for (let i = 0; i < 2; i++) expect((await ask(shop, sessionId)).status).toBe(409);
  expect(woken).toHaveBeenCalledOnce();
  await shop.settle();
  expect(shop.mails).toHaveLength(1);
});
