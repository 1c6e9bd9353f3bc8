import { describe, expect, test } from "vitest";
import { setWanted } from "../../../../server/domain/mails/mail-preferences.ts";
import { correctEmailOf } from "../../../../server/domain/orders/correct-email.ts";
import { sendReview } from "../../../../server/domain/orders/reviews.ts";
import { insertRow } from "../../../../db/record.ts";
import { orderItems, orders } from "../../../../db/schema.ts";
import { DAY_MS, DELAYED_CARD, itemsOf, ordersOf } from "../../../support/money.ts";
import { ANNA, openReviewShop, type ReviewShop } from "../../../support/review-shop.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, readDetail } from "../../../support/shop.ts";

const FORTNIGHT_MS = 14 * DAY_MS;
const VALUES = { stars: "5", text: "Good.", name: "Anna", consent: "1" };

type Act = (t: ReviewShop, sessionId: string) => unknown;

const author = ({ clock }: ReviewShop) => ({ actor: "test", now: clock.now() });
const OBSTACLES: [string, Act][] = [
  ["the owner has switched requests off", (t) => changeSettings(t, { reviewMails: false })],
  ["the shop is closed", (t) => changeSettings(t, { isOpen: false })],
  [
    "the buyer has stopped requests",
    (t) =>
      t.db.write((tx) =>
        setWanted(tx, { email: ANNA, topic: "reviews", wanted: false, author: author(t) }),
      ),
  ],
  [
    "the order has another email",
    (t) =>
      t.db.write((tx) =>
        correctEmailOf(tx, { orderId: 1, email: "bert@example.com", author: author(t) }),
      ),
  ],
  ["it was refunded in full", (t, sessionId) => t.refund(sessionId, 3700)],
  ["it was refunded in full, but the access kept", (t) => t.change({ refundedAmount: 3700 })],
  ["the buyer has withdrawn", (t) => t.withdraw()],
  ["the payment is disputed", (t, sessionId) => t.dispute(sessionId)],
  ["it was free", (t) => t.change({ totalAmount: 0 })],
  ["it is a gift", (t) => t.change({ giftTo: ANNA, giverEmail: "bert@example.com" })],
  ["it was imported", (t) => t.change({ source: "gumroad", sourceId: "1" })],
  ["the account was deleted", (t) => t.change({ accountDeletedAt: t.clock.now() })],
];

describe("an order brings no request", () => {
  test("if its buyer did not agree", async () => {
    const t = await openReviewShop();
    await t.buy({ agrees: false });
    t.clock.advance(FORTNIGHT_MS);
    await t.ask();
    expect(t.queued()).toEqual([]);
  });

  test.each(OBSTACLES)("when %s", async (_, act) => {
    const t = await openReviewShop();
    const sessionId = await t.buy();
    t.clock.advance(FORTNIGHT_MS);
    await act(t, sessionId);
    await t.ask();
    expect(t.queued()).toEqual([]);
  });

  test.each([
    ...OBSTACLES,
    [
      "a review has arrived",
      (t: ReviewShop) => {
        const token = new URLSearchParams(t.link().split("?")[1]).get("token") ?? "";
        sendReview(t.deps, token, VALUES);
      },
    ] as const,
  ])("that is still to be sent when %s", async (what, act) => {
    const t = await openReviewShop();
    const sessionId = await t.buy();
    t.clock.advance(FORTNIGHT_MS);
    if (what === "a review has arrived") {
      await t.ask();
      t.db.sqlite.exec("UPDATE emails SET status = 'queued' WHERE kind = 'review_request'");
    }
    const sent = t.requests().length;
    await t.ask(() => act(t, sessionId));
    expect(t.requests()).toHaveLength(sent);
    expect(t.queued()).toMatchObject([{ status: "dead", expiresAt: expect.any(Date) }]);
  });
});

test("a buyer who agreed is asked once, 14 days after the purchase", async () => {
  const t = await openReviewShop();
  const sessionId = await t.buy({ products: [t.pack, t.book] });
  await t.refund(sessionId, 1200);
  t.clock.advance(FORTNIGHT_MS - 1000);
  await t.ask();
  expect(t.queued()).toEqual([]);
  t.clock.advance(1000);
  await t.ask();
  await t.ask();
  const [mail, ...others] = t.requests();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: ANNA,
    subject: "How do you like Premium Pack?",
    stopUrl: expect.stringContaining("token=reviews."),
  });
  expect(mail?.text).toContain("/orders/review?token=");
});

test.each<[string, (t: ReviewShop) => Promise<unknown>]>([
  ["a subscription", (t) => t.buy({ products: [t.club] })],
  [
    "a payment that took days, counted from its end",
    async (t) => {
      const sessionId = await t.buy({ card: DELAYED_CARD });
      t.clock.advance(5 * DAY_MS);
      await t.simulator.control.settle(sessionId, "succeeded");
      await t.settle();
    },
  ],
])("%s brings a request", async (_, act) => {
  const t = await openReviewShop();
  await act(t);
  t.clock.advance(FORTNIGHT_MS - 1000);
  await t.ask();
  expect(t.requests()).toEqual([]);
  t.clock.advance(1000);
  await t.ask();
  expect(t.requests()).toHaveLength(1);
});

test("files that wait for the end of the withdrawal period are asked about 14 days later", async () => {
  const t = await openReviewShop();
  changeSettings(t, { withoutConsent: "wait" });
  await t.buy();
  t.clock.advance(FORTNIGHT_MS);
  await t.ask();
  t.clock.advance(FORTNIGHT_MS);
  await t.ask();
  expect(t.requests()).toEqual([]);
  t.clock.advance(DAY_MS);
  await t.ask();
  expect(t.requests()).toHaveLength(1);
});

test("a person with several orders is asked once a year", async () => {
  const t = await openReviewShop();
  await t.buy();
  await t.buy({ products: [t.book] });
  t.clock.advance(FORTNIGHT_MS);
  await t.ask();
  await t.buy({ products: [t.club], email: "Anna@Example.com" });
  t.clock.advance(FORTNIGHT_MS);
  await t.ask();
  expect(t.requests()).toHaveLength(1);
  t.clock.advance(351 * DAY_MS);
  await t.buy({ products: [t.club] });
  t.clock.advance(FORTNIGHT_MS);
  await t.ask();
  expect(t.requests()).toHaveLength(2);
});

/** Adds copies of the first order, one of each buyer a second, all of whom want to be asked. */
function copyOrder(t: ReviewShop, count: number): void {
  const { id: _, ...order } = ordersOf(t)[0] ?? { number: "" };
  const { id: __, ...item } = itemsOf(t)[0] ?? { name: "" };
  t.db.write((tx) => {
    for (let place = 1; place <= count; place++) {
      const email = `buyer-${place}@example.com`;
      const paidAt = new Date(t.clock.now().getTime() + place * 1000);
      const own = { number: `AAAA-${1000 + place}`, sessionId: null, email, paidAt };
      const copy = { ...order, ...own } as typeof orders.$inferInsert;
      const { id: orderId } = insertRow(tx, orders, copy, author(t));
      insertRow(tx, orderItems, { ...item, orderId } as typeof orderItems.$inferInsert, author(t));
      setWanted(tx, { email, topic: "reviews", wanted: true, author: author(t) });
    }
  });
}

test("switching requests on asks the buyers of the last 30 days alone", async () => {
  const t = await openReviewShop();
  await t.buy();
  copyOrder(t, 59);
  changeSettings(t, { reviewMails: false });
  t.clock.advance(FORTNIGHT_MS);
  await t.ask();
  t.clock.advance(16 * DAY_MS + 4000);
  changeSettings(t, { reviewMails: true });
  await t.ask();
  expect([t.queued().length, t.requests().length]).toEqual([55, 55]);
});

describe("the choice to be asked", () => {
  const choiceOf = async (t: ReviewShop, sessionId: string) =>
    (await readDetail(t.browser, sessionId)).reviews;
  const buyHere = (t: ReviewShop) => buy(t, t.browser, { products: [t.pack], email: ANNA });

  test("is not offered where requests are off, nor after 14 days", async () => {
    const t = await openReviewShop();
    const sessionId = await buyHere(t);
    expect(await choiceOf(t, sessionId)).toBe(false);
    changeSettings(t, { reviewMails: false });
    expect(await choiceOf(t, sessionId)).toBeUndefined();
    changeSettings(t, { reviewMails: true });
    t.clock.advance(FORTNIGHT_MS);
    expect(await choiceOf(t, sessionId)).toBeUndefined();
  });

  test("is apart from the choice of news", async () => {
    const t = await openReviewShop();
    const sessionId = await buyHere(t);
    await t.browser.postForm("/mails/news", { sessionId, topic: "reviews", wanted: "1" });
    expect(await readDetail(t.browser, sessionId)).toMatchObject({ news: false, reviews: true });
    await t.browser.postForm("/mails/news", { sessionId, topic: "reviews", wanted: "0" });
    await t.browser.postForm("/mails/news", { sessionId, wanted: "1" });
    expect(await readDetail(t.browser, sessionId)).toMatchObject({ news: true, reviews: false });
  });
});
