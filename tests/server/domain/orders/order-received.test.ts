import { describe, expect, test, vi } from "vitest";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/open-checkouts.ts";
import { claimMail } from "../../../../server/mails/queue.ts";
import { orderReceived } from "../../../../server/mails/order-notices.tsx";
import { openBrowser } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, HOUR_MS, openClubShop, ordersOf } from "../../../support/money.ts";
import { buy, DETAIL, local, MINUTE_MS, openShop, pay, readDetail } from "../../../support/shop.ts";

const OLD = "wrong@example.com";
const NEW = "right@example.com";

/** An order whose bank takes its time, up to the mail that says so, which has not left yet. */
async function waiting() {
  const shop = await openClubShop();
  const products = [shop.pack, shop.club];
  const sessionId = await pay(shop, shop.browser, { products, card: DELAYED_CARD, email: OLD });
  shop.simulator.control.webhooks.mode = "drop";
  await readDetail(shop.browser, sessionId);
  return {
    shop,
    sessionId,
    async correct(email = NEW) {
      const answer = await shop.browser.post("/api/orders/address", { sessionId, email });
      expect(answer.status).toBe(200);
    },
    async decide(outcome: "succeeded" | "failed") {
      shop.simulator.control.settle(sessionId, outcome);
      shop.clock.advance(ANSWER_MS);
      await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    },
    /** To whom a mail has said that the order waits. */
    told: () =>
      shop.mails.filter(({ subject }) => subject.startsWith("Order received")).map(({ to }) => to),
    /** What became of each of these mails. */
    kept: () =>
      emailsOf(shop)
        .filter(({ kind }) => kind === "order_received")
        .map(({ recipient, status }) => [recipient, status]),
  };
}

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
    const { shop, decide, kept, told } = await waiting();
    await decide(outcome);
    await shop.settle();
    expect([kept(), told()]).toEqual([[[OLD, "dead"]], []]);
  });

  test("leaves when the answer comes while its mail server refuses it", async () => {
    const { shop, decide, kept, told } = await waiting();
    const { send } = shop.mailer;
    shop.mailer.send = () => Promise.reject(new Error("451 try later"));
    await shop.settle();
    expect(kept()).toEqual([[OLD, "queued"]]);
    await decide("succeeded");
    shop.mailer.send = send;
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect([kept(), told()]).toEqual([[[OLD, "dead"]], []]);
    expect(shop.mails).toMatchObject([{ to: OLD }]);
  });

  test("leaves for an address that was corrected, though its sender has it already", async () => {
    const { shop, correct, kept, told } = await waiting();
    claimMail(shop.deps);
    await correct();
    expect(orderReceived.gather(shop.deps, { orderId: 1, recipient: OLD })).toBeUndefined();
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    const ended = [OLD, "dead"];
    expect([kept(), told()]).toEqual([[ended, [NEW, "sent"]], [NEW]]);
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
  const { shop, sessionId, told } = await waiting();
  for (let time = 0; time < 3; time++) {
    await Promise.all([1, 2, 3].map(() => fulfil(shop.deps, sessionId)));
    await readDetail(shop.browser, sessionId);
    await shop.settle();
  }
  expect(told()).toEqual([OLD]);
});

test("it names what was ordered, and leads to the order's page, which shows the wait", async () => {
  const { shop } = await waiting();
  await shop.settle();
  const [{ text, html } = { text: "", html: "" }] = shop.mails;
  const priced = [
    "Premium Pack: $37.00 USD",
    "Monthly Club: $9.99 USD a month",
    "Total: $46.99 USD",
  ];
  const pages = ["http://localhost:3000/account", "http://localhost:3000/orders/find"];
  const number = `Order number: ${ordersOf(shop)[0]?.number}`;
  for (const part of [number, ...priced, ...pages, "no money has moved"]) {
    expect(text).toContain(part);
  }
  expect(text + html).not.toMatch(/\/files\/|token=/);
  const page = /See your order: (\S+)/.exec(text)?.[1];
  expect(html).toContain(`href="${page}"`);
  const sessionId = /^\/checkout\/success\?sessionId=(cs_\w+)$/.exec(local(page))?.[1] ?? "";
  expect(await readDetail(openBrowser(shop), sessionId)).toMatchObject({ status: "processing" });
});

test.each([
  ["follows each correction, back to the first address too", "at once", [OLD, NEW, OLD]],
  ["is one where a correction is taken back before anything has left", "later", [OLD]],
])("it %s", async (_name, sent, recipients) => {
  const { shop, correct, told } = await waiting();
  if (sent === "at once") await shop.settle();
  for (const email of [NEW, OLD]) {
    await correct(email);
    if (sent === "at once") await shop.settle();
  }
  await shop.settle();
  expect(told()).toEqual(recipients);
});

test("a stranger who was mailed the page by mistake sees neither the new address nor a file", async () => {
  const { shop, sessionId, correct, decide } = await waiting();
  await shop.settle();
  await correct();
  const stranger = openBrowser(shop);
  const masked = { masked: true, customerEmail: "ri••••@ex••••.com" };
  expect(await readDetail(stranger, sessionId)).toMatchObject(masked);
  await decide("succeeded");
  shop.clock.advance(MINUTE_MS);
  const seen = await readDetail(stranger, sessionId);
  expect(seen).toMatchObject({ ...masked, status: "paid", firstView: false });
  expect(JSON.stringify(seen)).not.toContain("token=");
  expect((await readDetail(shop.browser, sessionId)).products[0]?.files).toHaveLength(2);
});
