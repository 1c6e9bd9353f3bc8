import { describe, expect, test } from "vitest";
import { insertRow } from "../../../db/record.ts";
import { orders } from "../../../db/schema.ts";
import { webhookEvents } from "../../../db/store-schema.ts";
import { EVENT_NAMES, type OrderPage } from "../../../server/contract/admin-answers.ts";
import { EVENT_TYPES } from "../../../server/integrations/stripe/events.ts";
import { maintain } from "../../support/money.ts";
import { openBrowser } from "../../support/browser.ts";
import { type Desk, notesOf, openDesk, press } from "../../support/desk-shop.ts";
import { DAY_MS, itemsOf, ordersOf } from "../../support/money.ts";
import { expectIndexed, watchStatements } from "../../support/query-plans.ts";
import { openUpgradeShop } from "../../support/upgrade-shop.ts";
import { buy, MINUTE_MS, readDetail } from "../../support/shop.ts";

const read = async ({ admin, orderId }: Pick<Desk, "admin" | "orderId">) =>
  (await admin.call<OrderPage>("GET", `/api/admin/orders/${orderId}`)).body;

test("each event that the shop handles has a description", () => {
  expect(Object.keys(EVENT_NAMES).toSorted()).toEqual(EVENT_TYPES.toSorted());
});

test("unknown orders and ids that are none have no page", async () => {
  const { admin } = await openDesk();
  for (const id of ["999", "0", "abc", "1e3", "-1", "99999999999999999"]) {
    expect([id, (await admin.call("GET", `/api/admin/orders/${id}`)).status]).toEqual([id, 404]);
  }
});

test("an order stands with its rows and what can still go back", async () => {
  const desk = await openDesk();
  const { admin, orderId } = desk;
  await buy(desk, openBrowser(desk), { products: [desk.book], email: "buyer@example.com" });
  await buy(desk, openBrowser(desk), { products: [desk.book], email: "another@example.com" });
  await press(admin, `orders/${orderId}/refund`, { values: { amount: 500, reason: "late" } });

  const page = await read(desk);
  expect(page.order).toMatchObject({ id: orderId, email: "buyer@example.com", status: "paid" });
  expect(page.items.map(({ name, price }) => [name, price])).toEqual([
    ["Premium Pack", 3700],
    ["Dinosaur Busy Book", 1200],
  ]);
  expect(page.emails).toMatchObject([
    { kind: "order_refunded", status: "queued", order_id: orderId },
    { kind: "delivery", status: "sent", order_id: orderId },
  ]);
  expect(page.notes).toMatchObject([{ kind: "refund_kept_access", amount: 500 }]);
  expect(page.refunds).toMatchObject([{ amount: 500, status: "succeeded", reason: "late" }]);
  expect(page.timeline.find(({ kind }) => kind === "refund")).toMatchObject({
    title: "Refunded: $5.00 USD",
    detail: "late",
    actor: `admin:${admin.userId}`,
    row: { table: "refunds", id: 1 },
  });
  expect(page.otherOrders).toMatchObject([{ id: orderId + 1, email: "buyer@example.com" }]);
  expect(page.refundable).toBe(4400);
  const secrets = /request_key|browser_hash|checkout_key|customer_id|link_epoch|payload|message_id/;
  expect(JSON.stringify(page)).not.toMatch(secrets);
});

test("an upgrade names the order that was credited", async () => {
  const shop = await openUpgradeShop();
  await shop.buy(shop.browser, shop.advanced);
  await shop.buy(shop.browser, shop.pack);
  const [first, second] = ordersOf(shop);
  const pageOf = (id = 0) => read({ admin: shop.admin, orderId: id });
  expect((await pageOf(first?.id)).credits).toEqual([]);
  const { credits, items } = await pageOf(second?.id);
  expect(credits).toEqual([{ itemId: items[0]?.id, orderId: first?.id, number: first?.number }]);
  expect(items[0]).toMatchObject({ credit_amount: 2700 });
});

describe("the time line", () => {
  test("tells all that happened, newest first", async () => {
    const desk = await openDesk();
    const { admin, clock, control, orderId, sessionId } = desk;
    const actor = `admin:${admin.userId}`;
    const [pack, book] = itemsOf(desk).map(({ id }) => id);
    const next = () => clock.advance(MINUTE_MS);
    await readDetail(desk.browser, sessionId);
    next();
    control.dispute(sessionId);
    await desk.settle();
    next();
    await press(admin, `order_notes/${notesOf(desk, orderId)[0]?.id ?? 0}/settle`);
    next();
    await press(admin, `orders/${orderId}/correct_email`, { values: { email: "new@example.com" } });
    next();
    await press(admin, `order_items/${pack ?? 0}/withdraw`);
    next();
    await press(admin, `order_items/${pack ?? 0}/restore`);
    next();
    await press(admin, `order_items/${book ?? 0}/refund_line`);

    const { timeline } = await read(desk);
    expect(timeline.map(({ at }) => at)).toEqual(
      timeline
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const told = timeline.map(({ kind, title, detail, actor: by }) =>
      [kind, title, detail, by].filter(Boolean).join(" | "),
    );
    const refused = "The buyer's bank has reversed this payment in a dispute.";
    expect(told.slice(0, 7)).toEqual([
      `refund | Refund failed: $12.00 USD | ${refused} | ${actor}`,
      `change | Item restored | Premium Pack | ${actor}`,
      `change | Item revoked | Premium Pack | ${actor}`,
      "mail | Email corrected: mail queued | buyer@example.com",
      "mail | Delivery of the files: mail queued | new@example.com",
      `change | Email corrected | buyer@example.com → new@example.com | ${actor}`,
      `change | Note resolved | ${actor}`,
    ]);
    expect(told.slice(7, 9).toSorted()).toEqual([
      "event | Payment provider: dispute opened",
      "note | Note | A dispute is open: answer it at the payment provider.",
    ]);
    expect(told.slice(9).toSorted()).toEqual([
      "event | Payment provider: checkout completed",
      "mail | Delivery of the files: mail queued | buyer@example.com",
      "mail | Delivery of the files: mail sent | buyer@example.com",
      "order | First viewed",
      expect.stringMatching(/^order \| Order created \| [A-Z0-9-]{9}$/),
      "payment | Paid | $49.00 USD",
    ]);
  });

  test("ends after 200 entries, the newest of them", async () => {
    const desk = await openDesk();
    const { paymentIntentId } = ordersOf(desk)[0] ?? {};
    desk.db.write((tx) => {
      for (let at = 0; at < 250; at++) {
        const now = new Date(desk.clock.now().getTime() + at * MINUTE_MS);
        const event = { type: `event.${at}`, about: "payment" as const, payload: "" };
        const values = { ...event, eventId: `evt_${at}`, nextAttemptAt: now };
        const objectId = paymentIntentId ?? null;
        insertRow(tx, webhookEvents, { ...values, objectId }, { actor: "webhook", now });
      }
    });
    const { timeline } = await read(desk);
    expect(timeline).toHaveLength(200);
    expect(timeline.map(({ title }) => title)).toEqual(
      Array.from({ length: 200 }, (_, at) => `Payment provider: event.${249 - at}`),
    );
  });

  test("of an order that was only begun has its beginning", async () => {
    const desk = await openDesk();
    const author = { actor: "admin:1", now: desk.clock.now() };
    const draft = {
      number: "K7QM-3XRT",
      status: "creating",
      currency: "usd",
      totalAmount: 0,
    } as const;
    const { id } = desk.db.write((tx) => insertRow(tx, orders, draft, author));
    const page = await read({ ...desk, orderId: id });
    expect(page).toMatchObject({ items: [], emails: [], otherOrders: [], refundable: 0 });
    expect(page.timeline.map(({ title }) => title)).toEqual(["Order created"]);
  });
});

/** Matches the queries of the test helpers, which read all rows of a table. */
const OF_THIS_TEST = /^select [^()]* from "\w+" order by "\w+"."id" asc$/;

test("no statement of the desk reads a growing table at large", async () => {
  const watched = watchStatements();
  const desk = await openDesk();
  const product_id = await desk.addProduct({ name: "Mazes", price: 900 });
  const { admin, orderId } = desk;
  const item = itemsOf(desk)[0]?.id ?? 0;
  desk.control.dispute(desk.sessionId);
  await desk.settle();
  await press(admin, `orders/${orderId}/refund`, { values: { amount: 100 } });
  await press(admin, `order_items/${item}/refund_line`);
  await press(admin, `order_items/${item}/withdraw`);
  await press(admin, `order_items/${item}/restore`);
  await press(admin, `orders/${orderId}/give_product`, { values: { product_id } });
  await press(admin, `orders/${orderId}/correct_email`, { values: { email: "new@example.com" } });
  await press(admin, `order_notes/1/settle`);
  desk.clock.advance(MINUTE_MS);
  await press(admin, `orders/${orderId}/send_again`);
  await read(desk);
  desk.clock.advance(DAY_MS);
  await maintain(desk.deps);
  const statements = watched.stop().filter((source) => !OF_THIS_TEST.test(source));
  expectIndexed(statements, 40);
});
