import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { orderItems } from "../../../../db/schema.ts";
import { startCheckout } from "../../../support/browser.ts";
import {
  actorsOf,
  DAY_MS,
  emailsOf,
  eventsOf,
  eventsOfType,
  fileLink,
  itemsOf,
  openClubShop,
  openNotesOf,
  ordersOf,
  refundLine,
  statusOf,
} from "../../../support/money.ts";
import { buy, openShop, pay, readDetail } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

const PACK = "Premium-Pack-1";
const BOOK = "Dinosaur-Busy-Book";

/** Both products bought in one order, delivered; refunds and disputes are up to the test. */
async function sold() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
  const text = shop.mails[0]?.text;
  const links = { pack: fileLink(text, PACK), book: fileLink(text, BOOK) };
  const statuses = async () => [await statusOf(shop, links.pack), await statusOf(shop, links.book)];
  return { shop, sessionId, statuses, control: shop.simulator.control };
}
type Sold = Awaited<ReturnType<typeof sold>>;

const reasons = ({ shop }: Pick<Sold, "shop">) => itemsOf(shop).map((item) => item.revokeReason);

test("nothing is withdrawn for a payment that is not this shop's", async () => {
  const { shop, statuses } = await sold();
  const body = eventBody({
    type: "charge.refunded",
    object: { id: "ch_1", object: "charge", payment_intent: "pi_of_another_shop" },
  });
  expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
  await shop.settle();
  expect(await statuses()).toEqual([200, 200]);
  expect(ordersOf(shop)).toHaveLength(1);
  expect(eventsOf(shop).at(-1)).toMatchObject({ handledAt: shop.clock.now(), lastError: null });
});

test("a dispute that is open or won takes nothing away, and the owner is told while it is open", async () => {
  const { shop, sessionId, statuses, control } = await sold();
  const dispute = control.dispute(sessionId);
  await shop.settle();
  expect(await statuses()).toEqual([200, 200]);
  expect(openNotesOf(shop)).toEqual(["dispute_open"]);
  control.closeDispute(dispute.id, "won");
  await shop.settle();
  expect(await statuses()).toEqual([200, 200]);
  expect(openNotesOf(shop)).toEqual([]);
});

test.each(["lost", "appeal_needs_response", "appeal_under_review"])(
  "a dispute that is %s has taken the money, and the access with it",
  async (status) => {
    const { shop, sessionId, statuses, control } = await sold();
    Object.assign(control.dispute(sessionId), { status });
    await shop.settle();
    expect(await statuses()).toEqual([404, 404]);
    expect(openNotesOf(shop)).toEqual(["dispute_lost"]);
  },
);

test.each([
  ["needs_response", true],
  ["under_review", true],
  ["warning_needs_response", true],
  ["warning_under_review", true],
  ["warning_closed", false],
  ["prevented", false],
  ["won", false],
])("a dispute that is %s keeps the access; the owner is told: %s", async (status, told) => {
  const { shop, sessionId, statuses, control } = await sold();
  Object.assign(control.dispute(sessionId), { status });
  await shop.settle();
  expect(await statuses()).toEqual([200, 200]);
  expect(openNotesOf(shop)).toEqual(told ? ["dispute_open"] : []);
});

describe("links stop working at once", () => {
  const CASES: [string, (sale: Sold) => unknown, (string | null)[], number[]][] = [
    [
      "after a full refund",
      ({ control, sessionId }) => control.refund(sessionId),
      ["refund", "refund"],
      [404, 404],
    ],
    [
      "of the refunded line alone",
      ({ control, sessionId }) => control.refund(sessionId, 1200),
      [null, "refund"],
      [200, 404],
    ],
    [
      "of the line that the refund names alone",
      ({ shop, sessionId }) => refundLine(shop, { sessionId, amount: 3700, productId: shop.pack }),
      ["refund", null],
      [404, 200],
    ],
    [
      "after a line and then the rest were refunded",
      ({ control, sessionId }) => [
        control.refund(sessionId, 1200),
        control.refund(sessionId, 3700),
      ],
      ["refund", "refund"],
      [404, 404],
    ],
    [
      "after a lost dispute",
      ({ control, sessionId }) => control.closeDispute(control.dispute(sessionId).id, "lost"),
      ["dispute", "dispute"],
      [404, 404],
    ],
    [
      "of nothing after a goodwill refund",
      ({ control, sessionId }) => control.refund(sessionId, 500),
      [null, null],
      [200, 200],
    ],
  ];
  test.each(CASES)("%s", async (_name, act, expected, statuses) => {
    const sale = await sold();
    const { shop } = sale;
    await act(sale);
    await shop.settle();
    expect(reasons(sale)).toEqual(expected);
    expect(await sale.statuses()).toEqual(statuses);
    const withdrawn = itemsOf(shop).map((item) => item.revokedAt !== null);
    expect(withdrawn).toEqual(expected.map((reason) => reason !== null));
    expect(actorsOf(shop, "order_items").filter((actor) => actor === "reversal")).toHaveLength(
      withdrawn.filter(Boolean).length,
    );
    expect(shop.mails).toHaveLength(1);
    const detail = await readDetail(shop.browser, sale.sessionId);
    expect(detail.products.map((item) => item.files.length > 0)).toEqual(
      statuses.map((status) => status === 200),
    );
  });
});

test("a refund that fails after all gives the access back", async () => {
  const { shop, sessionId, statuses, control } = await sold();
  const refund = control.refund(sessionId);
  await shop.settle();
  expect(await statuses()).toEqual([404, 404]);
  Object.assign(refund, { status: "failed" });
  const body = eventBody({ type: "refund.failed", object: refund });
  await postWebhook(shop, body, signed(body));
  await shop.settle();
  expect(await statuses()).toEqual([200, 200]);
  expect(ordersOf(shop)[0]).toMatchObject({ refundedAmount: 0 });
  expect(openNotesOf(shop)).toEqual([]);
  expect(itemsOf(shop)).toMatchObject([{ revokedAt: null }, { revokedAt: null }]);
});

test.each([
  ["a refund that fails", "refund"],
  ["a dispute that is won", "dispute"],
])("what the owner has withdrawn stays so through %s", async (_name, kind) => {
  const sale = await sold();
  const { shop, sessionId, control } = sale;
  const now = shop.clock.now();
  const patch = { revokedAt: now, revokeReason: "owner" as const };
  shop.db.write((tx) => updateRow(tx, orderItems, 1, patch, { actor: "admin:1", now }));
  shop.clock.advance(DAY_MS);
  if (kind === "refund") {
    const refund = control.refund(sessionId);
    await shop.settle();
    expect(reasons(sale)).toEqual(["owner", "refund"]);
    Object.assign(refund, { status: "failed" });
    const body = eventBody({ type: "refund.failed", object: refund });
    await postWebhook(shop, body, signed(body));
  } else {
    control.closeDispute(control.dispute(sessionId).id, "won");
  }
  await shop.settle();
  expect(reasons(sale)).toEqual(["owner", null]);
  expect(itemsOf(shop)[0]).toMatchObject({ revokedAt: now });
  expect(await sale.statuses()).toEqual([404, 200]);
});

describe("the order in which events come does not matter", () => {
  const EVENTS = ["checkout.session.completed", "refund.created", "charge.refunded"];
  const ORDERS = permutations(EVENTS);
  test.each(ORDERS)("%s, %s, %s", async (...types) => {
    const shop = await openShop();
    const { control } = shop.simulator;
    control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
    control.refund(sessionId);
    for (const { id } of eventsOfType(shop, ...types)) {
      await control.webhooks.send(id);
      await control.webhooks.send(id);
      await shop.settle();
    }
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", refundedAmount: 4900 }]);
    expect(reasons({ shop })).toEqual(["refund", "refund"]);
    expect(eventsOf(shop)).toHaveLength(3);
    expect(emailsOf(shop)).toHaveLength(1);
    // The mail may have left before anybody knew of the refund; its links are dead by then.
    for (const mail of shop.mails) {
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
    expect(reasons({ shop })).toEqual(["dispute"]);
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
  expect(ordersOf(shop)[1]).toMatchObject({ status: "paid", totalAmount: 1200, doubleOfId: null });
  expect(await statusOf(shop, fileLink(shop.mails[1]?.text, BOOK))).toBe(200);
  expect(await statuses()).toEqual([200, 404]);
});

describe("a mixed order with a subscription", () => {
  test.each([
    ["a full refund", (control: Sold["control"], id: string) => control.refund(id)],
    [
      "a lost dispute",
      (control: Sold["control"], id: string) =>
        control.closeDispute(control.dispute(id).id, "lost"),
    ],
  ])("loses everything by %s of its first payment", async (_name, act) => {
    const shop = await openClubShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack, shop.club] });
    expect(ordersOf(shop)[0]?.paymentIntentId).toMatch(/^pi_/);
    const link = fileLink(shop.mails[0]?.text, PACK);
    act(shop.simulator.control, sessionId);
    await shop.settle();
    expect(itemsOf(shop).every((item) => item.revokedAt !== null)).toBe(true);
    expect(await statusOf(shop, link)).toBe(404);
  });

  test("loses its one-time line alone by a refund of that line", async () => {
    const shop = await openClubShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack, shop.club] });
    shop.simulator.control.refund(sessionId, 3700);
    await shop.settle();
    expect(reasons({ shop })).toEqual(["refund", null]);
  });

  test("is found from its payment when the refund is reported first", async () => {
    const shop = await openClubShop();
    const { control } = shop.simulator;
    control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.club] });
    control.refund(sessionId);
    for (const { id } of eventsOfType(shop, "charge.refunded")) await control.webhooks.send(id);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", refundedAmount: 4699 }]);
    expect(reasons({ shop })).toEqual(["refund", "refund"]);
  });
});

function permutations<Thing>(things: Thing[]): Thing[][] {
  if (things.length < 2) return [things];
  return things.flatMap((first, at) =>
    permutations(things.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}
