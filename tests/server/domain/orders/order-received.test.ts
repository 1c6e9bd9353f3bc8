import { describe, expect, test, vi } from "vitest";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/visits.ts";
import { claimMail } from "../../../../server/mails/queue.ts";
import { orderReceived } from "../../../../server/mails/order-received.tsx";
import { openBrowser } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, HOUR_MS, openClubShop, ordersOf } from "../../../support/money.ts";
import { buy, local, MINUTE_MS, openShop, pay, readDetail } from "../../../support/shop.ts";

const OLD = "wrong@example.com";
const NEW = "right@example.com";

type Shop = Awaited<ReturnType<typeof openClubShop>>;

/** An order whose bank takes its time, up to the mail that says so, which has not left yet. */
async function waiting() {
  const shop = await openClubShop();
  const products = [shop.pack, shop.club];
  const sessionId = await pay(shop, shop.browser, { products, card: DELAYED_CARD, email: OLD });
  shop.simulator.control.webhooks.mode = "drop";
  await readDetail(shop.browser, sessionId);
  const correct = (email = NEW) => shop.browser.post("/api/orders/address", { sessionId, email });
  async function decide(outcome: "succeeded" | "failed") {
    shop.simulator.control.settle(sessionId, outcome);
    shop.clock.advance(ANSWER_MS);
    await shop.browser.get(`/api/products/purchase-detail?sessionId=${sessionId}`);
  }
  return { shop, sessionId, correct, decide };
}

const mailed = (shop: Pick<Shop, "mails">) =>
  shop.mails.map(({ to, subject }) => [
    to,
    subject.startsWith("Order received") ? "waits" : "other",
  ]);
const kept = (shop: Shop) =>
  emailsOf(shop)
    .filter(({ kind }) => kind === "order_received")
    .map(({ recipient, status }) => [recipient, status]);

describe("no mail that an order waits for its bank", () => {
  test.each([
    ["4242424242424242", ["delivery"]],
    ["4000000000000002", []],
  ])("after a payment with %s", async (card, kinds) => {
    const shop = await openShop();
    await buy(shop, shop.browser, { products: [shop.pack], card });
    expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each(["succeeded", "failed"] as const)("leaves once the payment has %s", async (outcome) => {
    const { shop, decide } = await waiting();
    await decide(outcome);
    await shop.settle();
    expect(kept(shop)).toEqual([[OLD, "dead"]]);
    expect(mailed(shop).filter(([, kind]) => kind === "waits")).toEqual([]);
  });

  test("leaves when the answer comes while its mail server refuses it", async () => {
    const { shop, decide } = await waiting();
    const { send } = shop.mailer;
    shop.mailer.send = async () => {
      throw new Error("451 try later");
    };
    await shop.settle();
    expect(kept(shop)).toEqual([[OLD, "queued"]]);
    await decide("succeeded");
    shop.mailer.send = send;
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(kept(shop)).toEqual([[OLD, "dead"]]);
    expect(mailed(shop)).toEqual([[OLD, "other"]]);
  });

  test("leaves for an address that was corrected, though its sender has it already", async () => {
    const { shop, correct } = await waiting();
    claimMail(shop.deps);
    expect((await correct()).status).toBe(200);
    expect(orderReceived.gather(shop.deps, { orderId: 1, recipient: OLD })).toBeUndefined();
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(kept(shop)).toEqual([
      [OLD, "dead"],
      [NEW, "sent"],
    ]);
    expect(mailed(shop)).toEqual([[NEW, "waits"]]);
  });
});

test("it belongs to the change of its order: neither is without the other", async () => {
  const shop = await openShop();
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  shop.db.sqlite.exec(
    "CREATE TRIGGER no_mail BEFORE INSERT ON emails BEGIN SELECT RAISE(ABORT, 'disk trouble'); END",
  );
  await expect(fulfil(shop.deps, sessionId)).rejects.toThrow();
  expect(ordersOf(shop)).toMatchObject([{ status: "open", email: null }]);
  shop.db.sqlite.exec("DROP TRIGGER no_mail");
  const woken = vi.fn();
  shop.db.onCommit((tables) => tables.has("emails") && woken());
  await fulfil(shop.deps, sessionId);
  expect(woken).toHaveBeenCalledOnce();
  expect(ordersOf(shop)).toMatchObject([{ status: "processing" }]);
  expect(emailsOf(shop)).toMatchObject([{ kind: "order_received", status: "queued" }]);
});

test("it is sent once, however often the order is asked about", async () => {
  const { shop, sessionId } = await waiting();
  for (let n = 0; n < 3; n++) {
    await Promise.all([1, 2, 3].map(() => fulfil(shop.deps, sessionId)));
    await readDetail(shop.browser, sessionId);
    await shop.settle();
  }
  expect(mailed(shop)).toEqual([[OLD, "waits"]]);
});

test("it names what was ordered, and leads to the order's page, which shows the wait", async () => {
  const { shop } = await waiting();
  await shop.settle();
  const [order] = ordersOf(shop);
  const { text = "", html = "" } = shop.mails[0] ?? {};
  for (const part of [
    `Order number: ${order?.number}`,
    "Premium Pack: $37.00 USD",
    "Monthly Club: $9.99 USD a month",
    "Total: $46.99 USD",
    "http://localhost:3000/account",
    "http://localhost:3000/orders/find",
    "no money has moved",
  ]) {
    expect(text).toContain(part);
  }
  expect(text + html).not.toMatch(/\/files\/|token=/);
  const page = /See your order: (\S+)/.exec(text)?.[1];
  expect(html).toContain(`href="${page}"`);
  const sessionId = /^\/checkout\/success\?sessionId=(cs_\w+)$/.exec(local(page))?.[1] ?? "";
  expect(await readDetail(openBrowser(shop), sessionId)).toMatchObject({ status: "processing" });
});

test("a correction taken back before anything has left makes one mail", async () => {
  const { shop, correct } = await waiting();
  for (const email of [NEW, OLD]) await correct(email);
  await shop.settle();
  expect(mailed(shop)).toEqual([[OLD, "waits"]]);
});

test("it follows each correction, back to the first address too", async () => {
  const { shop, correct } = await waiting();
  await shop.settle();
  for (const email of [NEW, OLD]) {
    await correct(email);
    await shop.settle();
  }
  expect(mailed(shop)).toEqual([
    [OLD, "waits"],
    [NEW, "waits"],
    [OLD, "waits"],
  ]);
});

test("whoever was mailed the page by mistake sees neither the new address nor a file there", async () => {
  const { shop, sessionId, correct, decide } = await waiting();
  await shop.settle();
  await correct();
  const stranger = openBrowser(shop);
  expect(await readDetail(stranger, sessionId)).toMatchObject({
    masked: true,
    customerEmail: "ri••••@ex••••.com",
  });
  await decide("succeeded");
  shop.clock.advance(MINUTE_MS);
  const seen = await readDetail(stranger, sessionId);
  expect(seen).toMatchObject({ status: "paid", masked: true, firstView: false });
  expect(JSON.stringify(seen)).not.toContain("token=");
  expect((await readDetail(shop.browser, sessionId)).products[0]?.files).toHaveLength(2);
});
