import { describe, expect, test } from "vitest";
import { startCheckout } from "../../../support/browser.ts";
import {
  actorsOf,
  emailsOf,
  eventsOf,
  eventsOfType,
  fileLink,
  itemsOf,
  openClubShop,
  openNotesOf,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { buy, openShop, pay, readDetail } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

const PACK = "Premium-Pack-1";
const BOOK = "Dinosaur-Busy-Book";
const OPEN = [200, 200];
const SHUT = [404, 404];

/** Delivers one order with both products. */
async function sold() {
  const shop = await openShop();
  const { control } = shop.simulator;
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
  const links = [PACK, BOOK].map((name) => fileLink(shop.mails[0]?.text, name));
  return {
    shop,
    sessionId,
    control,
    /** Returns the response statuses of the mailed links of both products. */
    statuses: () => Promise.all(links.map((link) => statusOf(shop, link))),
    reasons: () => reasonsOf(shop),
    /** Sends a webhook event and processes it. */
    async report(type: string, object: object) {
      const body = eventBody({ type, object });
      expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
      await shop.settle();
    },
  };
}
type Sold = Awaited<ReturnType<typeof sold>>;

const reasonsOf = (shop: Parameters<typeof itemsOf>[0]) =>
  itemsOf(shop).map((item) => item.revokeReason);

test("nothing is withdrawn for a payment that is not this shop's", async () => {
  const { shop, statuses, report } = await sold();
  const charge = { id: "ch_1", object: "charge", payment_intent: "pi_of_another_shop" };
  await report("charge.refunded", charge);
  expect(await statuses()).toEqual(OPEN);
  expect(ordersOf(shop)).toHaveLength(1);
  expect(eventsOf(shop).at(-1)).toMatchObject({ handledAt: shop.clock.now(), lastError: null });
});

test.each([
  ["needs_response", OPEN, ["dispute_open"]],
  ["under_review", OPEN, ["dispute_open"]],
  ["warning_needs_response", OPEN, ["dispute_open"]],
  ["warning_closed", OPEN, []],
  ["prevented", OPEN, []],
  ["won", OPEN, []],
  ["lost", SHUT, ["dispute_lost"]],
  ["appeal_needs_response", SHUT, ["dispute_lost"]],
  ["appeal_under_review", SHUT, ["dispute_lost"]],
])(
  "a dispute that is %s: links answer %j, and the owner is told %j",
  async (status, now, notes) => {
    const { shop, sessionId, statuses, control } = await sold();
    Object.assign(control.dispute(sessionId), { status });
    await shop.settle();
    expect(await statuses()).toEqual(now);
    expect(openNotesOf(shop)).toEqual(notes);
  },
);

const LOSSES: [string, (sale: Sold) => unknown, (string | null)[]][] = [
  ["a full refund", ({ control, sessionId }) => control.refund(sessionId), ["refund", "refund"]],
  [
    "a line's refund",
    ({ control, sessionId }) => control.refund(sessionId, 1200),
    [null, "refund"],
  ],
  [
    "a lost dispute",
    ({ control, sessionId }) => control.closeDispute(control.dispute(sessionId).id, "lost"),
    ["dispute", "dispute"],
  ],
  ["goodwill", ({ control, sessionId }) => control.refund(sessionId, 500), [null, null]],
];
test.each(LOSSES)(
  "after %s the links of what it took stop at once",
  async (_name, act, expected) => {
    const sale = await sold();
    const { shop } = sale;
    await act(sale);
    await shop.settle();
    expect(sale.reasons()).toEqual(expected);
    expect(await sale.statuses()).toEqual(expected.map((reason) => (reason ? 404 : 200)));
    expect(itemsOf(shop).map((item) => item.revokedAt !== null)).toEqual(expected.map(Boolean));
    const changes = actorsOf(shop, "order_items").filter((actor) => actor === "reversal");
    expect(changes).toHaveLength(expected.filter(Boolean).length);
    const told = expected.includes("dispute") ? "access_ended" : "order_refunded";
    expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(["delivery", told]);
    const detail = await readDetail(shop.browser, sale.sessionId);
    expect(detail.products.map(({ files }) => files.length > 0)).toEqual(
      expected.map((reason) => !reason),
    );
  },
);

describe("the order in which events come does not matter", () => {
  const [PAID, MADE, REFUNDED] = [
    "checkout.session.completed",
    "refund.created",
    "charge.refunded",
  ];
  test.each([
    [PAID, MADE, REFUNDED],
    [PAID, REFUNDED, MADE],
    [MADE, PAID, REFUNDED],
    [MADE, REFUNDED, PAID],
    [REFUNDED, PAID, MADE],
    [REFUNDED, MADE, PAID],
  ])("%s, %s, %s", async (...types) => {
    const shop = await openShop();
    const { control } = shop.simulator;
    control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
    control.refund(sessionId);
    for (const { id } of eventsOfType(shop, ...types)) {
      for (let time = 0; time < 2; time++) await control.webhooks.send(id);
      await shop.settle();
    }
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", refundedAmount: 4900 }]);
    expect(reasonsOf(shop)).toEqual(["refund", "refund"]);
    expect([eventsOf(shop).length, emailsOf(shop).length]).toEqual([3, 2]);
    // The mail may be sent before the refund is known, but its links no longer work.
    for (const mail of shop.mails.filter(({ text }) => text.includes("/files/"))) {
      expect(await statusOf(shop, fileLink(mail.text, PACK))).toBe(404);
    }
  });

  test("a dispute that is lost before the checkout is reported ends in no access", async () => {
    const shop = await openShop();
    const { control } = shop.simulator;
    control.webhooks.mode = "hold";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    control.closeDispute(control.dispute(sessionId).id, "lost");
    await control.webhooks.flush({ order: "reverse", times: 2 });
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    expect(openNotesOf(shop)).toEqual(["dispute_lost"]);
    expect(reasonsOf(shop)).toEqual(["dispute"]);
  });
});

test("what was refunded can be bought again, what is kept cannot", async () => {
  const { shop, sessionId, statuses, control } = await sold();
  control.refund(sessionId, 1200);
  await shop.settle();
  const again = await startCheckout(shop.browser, [shop.pack, shop.book]);
  expect(again).not.toBe(sessionId);
  expect(itemsOf(shop).map((item) => item.productId)).toEqual([shop.pack, shop.book, shop.book]);
  await control.pay(again);
  await shop.settle();
  expect(ordersOf(shop)[1]).toMatchObject({
    status: "paid",
    totalAmount: 1200,
    duplicateOfId: null,
  });
  expect(await statusOf(shop, fileLink(shop.mails[2]?.text, BOOK))).toBe(200);
  expect(await statuses()).toEqual([200, 404]);
});

describe("a mixed order with a subscription", () => {
  test("is found from its payment when the refund is reported first", async () => {
    const shop = await openClubShop();
    const { control } = shop.simulator;
    control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.club] });
    control.refund(sessionId);
    for (const { id } of eventsOfType(shop, "charge.refunded")) await control.webhooks.send(id);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", refundedAmount: 4699 }]);
    expect(reasonsOf(shop)).toEqual(["refund", "refund"]);
  });
});
