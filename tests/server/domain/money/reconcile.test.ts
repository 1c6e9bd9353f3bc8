import { describe, expect, test } from "vitest";
import { changes, orders } from "../../../../db/schema.ts";
import { jobCursors } from "../../../../db/store-schema.ts";
import type { Payments } from "../../../../server/ports/payments.ts";
import { shopIdOf } from "../../../../server/config/shop-id.ts";
import { checkDueOrders } from "../../../../server/domain/money/open-orders.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import {
  checkout,
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  eventsOf,
  HOUR_MS,
  itemsOf,
  ordersOf,
  requestsOf,
  sweepForQuarter,
} from "../../../support/money.ts";
import { CHECKOUT } from "../../../support/stripe-adapter.ts";
import { buy, MINUTE_MS, openShop, pay } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";
import { addRow, changeRow } from "../../../support/rows.ts";

skipPauses();

const SESSIONS = "/v1/checkout/sessions";

/** Opens a shop that receives no webhooks. */
async function deafShop() {
  const shop = await openShop();
  const { db, deps, clock, simulator } = shop;
  simulator.control.webhooks.mode = "drop";
  return {
    ...shop,
    control: simulator.control,
    sweepAfter(ms: number) {
      clock.advance(ms);
      return reconcile(deps);
    },
    mend: (patch: Partial<Payments>) => void (deps.payments = { ...deps.payments, ...patch }),
    checkoutPack: (browser = "b") => checkout(shop, { browser, products: [shop.pack] }),
    bend: (patch: Partial<typeof orders.$inferSelect>) => changeRow(shop, orders, 1, patch),
    cursor: () => db.select().from(jobCursors).get()?.value,
    statuses: () => ordersOf(shop).map((order) => order.status),
  };
}

type DeafShop = Awaited<ReturnType<typeof deafShop>>;

const NO_SESSION = { status: "creating", sessionId: null, checkoutUrl: null } as const;

describe("while the provider is down", () => {
  test("for its events alone, orders are asked about and the round is a failure", async () => {
    const shop = await deafShop();
    await reconcile(shop.deps);
    const before = shop.cursor();
    await pay(shop, shop.browser, { products: [shop.pack] });
    const refused = new Error("this key may not read events");
    shop.mend({ listEvents: () => Promise.reject(refused) });
    await expect(shop.sweepAfter(5 * MINUTE_MS)).rejects.toBe(refused);
    await shop.settle();
    expect([shop.cursor(), shop.statuses()]).toEqual([before, ["paid"]]);
    expect(shop.mails).toHaveLength(1);
  });

  test("no order is ended, whatever its age", async () => {
    const shop = await deafShop();
    await shop.checkoutPack();
    shop.control.faults.next({ kind: "500", path: SESSIONS, times: Infinity });
    for (const hours of [50, 6, 6]) await shop.sweepAfter(hours * HOUR_MS).catch(() => {});
    expect(shop.statuses()).toEqual(["open"]);
    shop.control.faults.clear();
    await shop.sweepAfter(6 * HOUR_MS);
    expect(shop.statuses()).toEqual(["expired"]);
  });

  test("for one order alone, the others are looked after", async () => {
    const shop = await deafShop();
    const broken = await shop.checkoutPack("a");
    const other = await shop.checkoutPack("b");
    for (const id of [broken, other]) await shop.control.pay(id);
    const { findCheckout } = shop.deps.payments;
    const senseless = new Error("an answer that makes no sense");
    shop.mend({
      findCheckout: (id) => (id === broken ? Promise.reject(senseless) : findCheckout(id)),
    });
    await shop.sweepAfter(25 * HOUR_MS);
    expect(shop.statuses()).toEqual(["open", "paid"]);
  });
});

const UNKNOWN = "cs_test_a1unknownunknown";
test.each([
  ["without a session", NO_SESSION, 50 * MINUTE_MS, "creating", []],
  ["without a session", NO_SESSION, 70 * MINUTE_MS, "failed", []],
  ["that can be paid", {}, 22 * HOUR_MS, "open", [SESSIONS]],
  ["whose session has expired", {}, 24 * HOUR_MS, "expired", [SESSIONS]],
  [
    "of an unknown session",
    { sessionId: UNKNOWN },
    27 * HOUR_MS,
    "expired",
    [`${SESSIONS}/${UNKNOWN}`],
  ],
] as const)("an order %s (%j) is after %i ms %s", async (_name, patch, age, status, asked) => {
  const shop = await deafShop();
  await shop.checkoutPack();
  if ("status" in patch || "sessionId" in patch) shop.bend(patch);
  await shop.sweepAfter(age);
  await shop.settle();
  expect(shop.statuses()).toEqual([status]);
  expect(requestsOf(shop)).toEqual(expect.arrayContaining(asked.map((path) => `GET ${path}`)));
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
  expect(emailsOf(shop)).toEqual([]);
});

test("an open order is asked about less and less often", async () => {
  const shop = await deafShop();
  await shop.checkoutPack();
  const asked = () => requestsOf(shop).filter((request) => request === `GET ${SESSIONS}`).length;
  const countOver = async (ms: number) => {
    const before = asked();
    for (let at = 0; at < ms; at += 5 * MINUTE_MS) {
      await reconcile(shop.deps);
      shop.clock.advance(5 * MINUTE_MS);
    }
    return asked() - before;
  };
  expect(await countOver(HOUR_MS)).toBe(6);
  expect(await countOver(4 * HOUR_MS)).toBe(4);
});

describe("events", () => {
  /** Returns the start of the requested time range of each event list request, in Unix seconds. */
  const askedFrom = ({ control }: DeafShop) =>
    control
      .requests()
      .filter(({ path }) => path === "/v1/events")
      .map(({ params }) => Number((params["created"] as { gte: string }).gte));

  test("that came by webhook and by several sweeps are kept once", async () => {
    const shop = await openShop();
    await buy(shop, shop.browser, { products: [shop.pack] });
    const held = eventsOf(shop).length;
    for (let hour = 0; hour < 2; hour++) await sweepForQuarter(shop);
    const ids = eventsOf(shop).map((event) => event.eventId);
    expect([ids.length, new Set(ids).size]).toEqual([held, held]);
    expect(shop.mails).toHaveLength(1);
  });

  test("are looked for since the last round and a little before it, as long as they are kept", async () => {
    const shop = await deafShop();
    await reconcile(shop.deps);
    const first = shop.clock.now().getTime();
    await shop.sweepAfter(40 * HOUR_MS);
    await shop.sweepAfter(60 * DAY_MS);
    const last = shop.clock.now().getTime();
    expect(askedFrom(shop).slice(0, 3)).toEqual([
      (first - 24 * HOUR_MS - 10 * MINUTE_MS) / 1000,
      (first - 10 * MINUTE_MS) / 1000,
      (last - 29 * DAY_MS) / 1000,
    ]);
  });

  test("are stored page by page, and go on from where the last whole round ended", async () => {
    const shop = await deafShop();
    await reconcile(shop.deps);
    const before = shop.cursor();
    const { createCheckout, listEvents } = shop.deps.payments;
    for (let n = 0; n < 101; n++) {
      const session = await createCheckout({ ...CHECKOUT, idempotencyKey: `other-${n}` });
      shop.control.expire(session.id);
    }
    const down = new Error("down after the first page");
    shop.mend({
      listEvents: (range, after) =>
        after === null ? listEvents(range, after) : Promise.reject(down),
    });
    await expect(shop.sweepAfter(5 * MINUTE_MS)).rejects.toBe(down);
    expect([eventsOf(shop).length, shop.cursor()]).toEqual([100, before]);

    shop.mend({ listEvents });
    await reconcile(shop.deps);
    expect([eventsOf(shop).length, shop.cursor()]).toEqual([101, shop.clock.now().getTime()]);
  });

  test("of a month are asked for in parts, the oldest first, each done for good", async () => {
    const shop = await deafShop();
    await reconcile(shop.deps);
    const from = shop.clock.now().getTime() - 10 * MINUTE_MS;
    const { listEvents } = shop.deps.payments;
    const down = new Error("down");
    let asked = 0;
    shop.mend({
      listEvents: (...args) => (++asked === 5 ? Promise.reject(down) : listEvents(...args)),
    });
    await expect(shop.sweepAfter(28 * DAY_MS)).rejects.toBe(down);
    expect(shop.cursor()).toBe(from + 8 * DAY_MS);
  });
});

test("a clock that was a day ahead for a while makes no gap when it is right again", async () => {
  const shop = await deafShop();
  await shop.sweepAfter(DAY_MS);
  shop.clock.advance(-DAY_MS);
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
  await shop.sweepAfter(30 * MINUTE_MS);
  expect(eventsOf(shop).map(({ objectId }) => objectId)).toContain(sessionId);
});

/** Adds open orders with one checkout session each; returns the session ids, oldest first. */
async function addOpenOrders(shop: DeafShop, count: number): Promise<string[]> {
  const shopId = shopIdOf(shop.deps);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const idempotencyKey = `open-${n}`;
    const { id } = await shop.deps.payments.createCheckout({ ...CHECKOUT, shopId, idempotencyKey });
    addOrder(shop, { number: `OPEN-${n}`, sessionId: id });
    ids.push(id);
  }
  return ids;
}

function addOrder(shop: DeafShop, { number, sessionId }: { number: string; sessionId: string }) {
  const order = { number, sessionId, status: "open", currency: "usd", totalAmount: 4900 } as const;
  const nextCheckAt = shop.clock.now();
  addRow(shop, orders, { ...order, nextCheckAt });
}

/** Checks the due orders once and returns the requests sent to the provider. */
async function questionsOf(shop: DeafShop): Promise<string[]> {
  const before = requestsOf(shop).length;
  await checkDueOrders(shop.deps);
  return requestsOf(shop).slice(before);
}

test("many open orders are asked about by list, and only what has changed by itself", async () => {
  const shop = await deafShop();
  const ids = await addOpenOrders(shop, 150);
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`, `GET ${SESSIONS}`]);
  expect(await questionsOf(shop)).toEqual([]);

  const [paid = "", expired = ""] = ids;
  await shop.control.pay(paid);
  shop.control.expire(expired);
  shop.clock.advance(HOUR_MS);
  expect((await questionsOf(shop)).toSorted()).toEqual([
    `GET ${SESSIONS}`,
    `GET ${SESSIONS}`,
    `GET ${SESSIONS}/${paid}`,
  ]);
  const statuses = ordersOf(shop).map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(["paid", "expired", "open"]);
  expect(new Set(statuses.slice(3))).toEqual(new Set(["open"]));
});

test("being asked about leaves no trace in an order's history", async () => {
  const shop = await deafShop();
  await addOpenOrders(shop, 1);
  const before = shop.db.select().from(changes).all();
  const [{ version } = { version: 0 }] = ordersOf(shop);
  await checkDueOrders(shop.deps);
  expect(shop.db.select().from(changes).all()).toEqual(before);
  expect(ordersOf(shop)).toMatchObject([{ version }]);
});

test("a payment under way is not asked about by itself until it is through", async () => {
  const shop = await deafShop();
  const id = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`, `GET ${SESSIONS}/${id}`]);
  expect(ordersOf(shop)).toMatchObject([{ status: "processing" }]);
  shop.clock.advance(HOUR_MS);
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`]);
  shop.control.settle(id, "failed");
  shop.clock.advance(HOUR_MS);
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`, `GET ${SESSIONS}/${id}`]);
  expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
});

test("with more to ask than a round may, the newest orders go first and the oldest last", async () => {
  const shop = await deafShop();
  // Two calls per order: its own list request (the ids are far apart), then its unlisted session.
  for (let n = 1; n <= 60; n++) {
    shop.clock.advance(HOUR_MS);
    addOrder(shop, { number: `ALONE-${n}`, sessionId: `cs_test_alone_${n}` });
    shop.db.sqlite.exec(`UPDATE orders SET id = ${n * 200} WHERE number = 'ALONE-${n}'`);
  }
  expect(await questionsOf(shop)).toHaveLength(100);
  const open = ordersOf(shop).filter(({ status }) => status === "open");
  expect(open.map(({ number }) => number)).toEqual(
    Array.from({ length: 10 }, (_, n) => `ALONE-${n + 1}`),
  );
  expect(await questionsOf(shop)).toHaveLength(20);
  expect(ordersOf(shop).every(({ status }) => status === "expired")).toBe(true);
});
