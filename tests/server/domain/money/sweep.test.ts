import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { jobCursors, orders, rateLimits } from "../../../../db/schema.ts";
import type { Payments } from "../../../../server/deps.ts";
import { sweep } from "../../../../server/domain/money/sweep.ts";
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
import { buy, MINUTE_MS, openShop, pay, type Shop } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

/** A shop that no webhook ever reaches. */
async function deafShop() {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  return shop;
}

const cursorOf = ({ db }: Shop) => db.select().from(jobCursors).get()?.value;
const statusesOf = (shop: Shop) => ordersOf(shop).map((order) => order.status);

/** Changes the first order behind the shop's back. */
const bend = ({ db, clock }: Shop, patch: Partial<typeof orders.$inferSelect>) =>
  db.write((tx) => updateRow(tx, orders, 1, patch, { actor: "test", now: clock.now() }));

describe("while the provider is down", () => {
  test("a round fails as a whole, and the next one does it all", async () => {
    const shop = await deafShop();
    await sweep(shop.deps);
    const before = cursorOf(shop);
    await pay(shop, shop.browser, { products: [shop.pack] });
    shop.clock.advance(5 * MINUTE_MS);
    shop.simulator.control.faults.next({ kind: "500", path: "/v1", times: 4 });
    await expect(sweep(shop.deps)).rejects.toMatchObject({ code: "payment_provider" });
    await shop.settle();
    expect(cursorOf(shop)).toBe(before);
    expect(statusesOf(shop)).toEqual(["open"]);
    expect(eventsOf(shop)).toEqual([]);

    shop.clock.advance(5 * MINUTE_MS);
    await sweep(shop.deps);
    await shop.settle();
    expect(cursorOf(shop)).toBe(shop.clock.now().getTime());
    expect(statusesOf(shop)).toEqual(["paid"]);
    expect(shop.mails).toHaveLength(1);
  });

  test("for its events alone, orders are asked about and the round is a failure", async () => {
    const shop = await deafShop();
    await sweep(shop.deps);
    const before = cursorOf(shop);
    await pay(shop, shop.browser, { products: [shop.pack] });
    shop.clock.advance(5 * MINUTE_MS);
    const refused = new Error("this key may not read events");
    shop.deps.payments = { ...shop.deps.payments, listEvents: () => Promise.reject(refused) };
    await expect(sweep(shop.deps)).rejects.toBe(refused);
    await shop.settle();
    expect(statusesOf(shop)).toEqual(["paid"]);
    expect(shop.mails).toHaveLength(1);
    expect(cursorOf(shop)).toBe(before);
  });

  test("no order is ended, whatever its age", async () => {
    const shop = await deafShop();
    await checkout(shop, { browser: "b", products: [shop.pack] });
    shop.clock.advance(50 * HOUR_MS);
    shop.simulator.control.faults.next({
      kind: "500",
      path: "/v1/checkout/sessions",
      times: Infinity,
    });
    for (let round = 0; round < 3; round++) {
      await sweep(shop.deps).catch(() => {});
      shop.clock.advance(6 * HOUR_MS);
    }
    expect(statusesOf(shop)).toEqual(["open"]);
    shop.simulator.control.faults.clear();
    await sweep(shop.deps);
    await shop.settle();
    expect(statusesOf(shop)).toEqual(["expired"]);
  });

  test("for one order alone, the others are looked after", async () => {
    const shop = await deafShop();
    const broken = await checkout(shop, { browser: "a", products: [shop.pack] });
    const other = await checkout(shop, { browser: "b", products: [shop.pack] });
    for (const id of [broken, other]) await shop.simulator.control.pay(id);
    shop.clock.advance(25 * HOUR_MS);
    const { findCheckout } = shop.deps.payments;
    shop.deps.payments.findCheckout = async (id) => {
      if (id === broken) throw new Error("an answer that makes no sense");
      return findCheckout(id);
    };
    await sweep(shop.deps);
    expect(statusesOf(shop)).toEqual(["open", "paid"]);
  });
});

test("a payment that was cut off, reported by nobody and paid, is delivered", async () => {
  const shop = await deafShop();
  await pay(shop, shop.browser, { products: [shop.pack] });
  bend(shop, { status: "creating", sessionId: null, checkoutUrl: null });
  await sweepForQuarter(shop);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  expect(shop.mails).toHaveLength(1);
});

describe("an order that never got a session", () => {
  test.each([
    [50 * MINUTE_MS, "creating"],
    [70 * MINUTE_MS, "failed"],
  ])("after %i ms is %s", async (age, status) => {
    const shop = await deafShop();
    await checkout(shop, { browser: "b", products: [shop.pack] });
    bend(shop, { status: "creating", sessionId: null, checkoutUrl: null });
    shop.clock.advance(age);
    await sweep(shop.deps);
    expect(statusesOf(shop)).toEqual([status]);
  });
});

describe("an open order", () => {
  test("is asked about, and stays open while it can be paid", async () => {
    const shop = await deafShop();
    await checkout(shop, { browser: "b", products: [shop.pack] });
    shop.clock.advance(22 * HOUR_MS);
    await sweep(shop.deps);
    expect(requestsOf(shop)).toContain("GET /v1/checkout/sessions");
    expect(statusesOf(shop)).toEqual(["open"]);
  });

  test("is asked about less and less often", async () => {
    const shop = await deafShop();
    await checkout(shop, { browser: "b", products: [shop.pack] });
    const asked = () =>
      requestsOf(shop).filter((request) => request === "GET /v1/checkout/sessions").length;
    const countOver = async (ms: number) => {
      const before = asked();
      for (let at = 0; at < ms; at += 5 * MINUTE_MS) {
        await sweep(shop.deps);
        shop.clock.advance(5 * MINUTE_MS);
      }
      return asked() - before;
    };
    expect(await countOver(HOUR_MS)).toBe(6);
    expect(await countOver(4 * HOUR_MS)).toBe(4);
  });

  test("is expired once the provider says so", async () => {
    const shop = await deafShop();
    await checkout(shop, { browser: "b", products: [shop.pack] });
    shop.clock.advance(24 * HOUR_MS);
    await sweep(shop.deps);
    await shop.settle();
    expect(statusesOf(shop)).toEqual(["expired"]);
    expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
    expect(emailsOf(shop)).toEqual([]);
  });

  test("whose session the provider does not know is ended after it was asked", async () => {
    const shop = await deafShop();
    await checkout(shop, { browser: "b", products: [shop.pack] });
    bend(shop, { sessionId: "cs_test_a1unknownunknown" });
    shop.clock.advance(27 * HOUR_MS);
    await sweep(shop.deps);
    expect(requestsOf(shop)).toContain("GET /v1/checkout/sessions/cs_test_a1unknownunknown");
    expect(statusesOf(shop)).toEqual(["expired"]);
  });
});

test("events that came by webhook and by several sweeps are kept once", async () => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack] });
  const held = eventsOf(shop).length;
  await sweepForQuarter(shop);
  await sweepForQuarter(shop);
  const ids = eventsOf(shop).map((event) => event.eventId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(held);
  expect(shop.mails).toHaveLength(1);
});

/** From when on the provider was asked for its events, at each sweep, in seconds. */
const eventsAskedFrom = ({ simulator }: Shop) =>
  simulator.control
    .requests()
    .filter(({ path }) => path === "/v1/events")
    .map(({ params }) => Number((params["created"] as { gte: string }).gte));

test("events are looked for since the last sweep, and a little before it", async () => {
  const shop = await deafShop();
  await sweep(shop.deps);
  const first = shop.clock.now().getTime();
  shop.clock.advance(40 * HOUR_MS);
  await sweep(shop.deps);
  expect(eventsAskedFrom(shop)).toEqual([
    (first - 24 * HOUR_MS - 10 * MINUTE_MS) / 1000,
    (first - 10 * MINUTE_MS) / 1000,
  ]);
});

test("after a long rest events are looked for as long as the provider keeps them, not longer", async () => {
  const shop = await deafShop();
  await sweep(shop.deps);
  shop.clock.advance(60 * DAY_MS);
  await sweep(shop.deps);
  const expected = (shop.clock.now().getTime() - 29 * DAY_MS) / 1000;
  expect(eventsAskedFrom(shop)[1]).toBe(expected);
});

test("events are stored page by page, and go on from where the last whole sweep ended", async () => {
  const shop = await deafShop();
  await sweep(shop.deps);
  const before = cursorOf(shop);
  const { payments, clock } = shop.deps;
  for (let n = 0; n < 101; n++) {
    const session = await payments.createCheckout({ ...CHECKOUT, idempotencyKey: `other-${n}` });
    shop.simulator.control.expire(session.id);
  }
  shop.clock.advance(5 * MINUTE_MS);
  const down = new Error("down after the first page");
  const listEvents: Payments["listEvents"] = (stretch, after) =>
    after === null ? payments.listEvents(stretch, after) : Promise.reject(down);
  shop.deps.payments = { ...payments, listEvents };
  await expect(sweep(shop.deps)).rejects.toBe(down);
  expect(eventsOf(shop)).toHaveLength(100);
  expect(cursorOf(shop)).toBe(before);

  shop.deps.payments = payments;
  await sweep(shop.deps);
  expect(eventsOf(shop)).toHaveLength(101);
  expect(cursorOf(shop)).toBe(clock.now().getTime());
});

test("events of a month are asked for in parts, the oldest first, each done for good", async () => {
  const shop = await deafShop();
  await sweep(shop.deps);
  shop.clock.advance(28 * DAY_MS);
  const { payments } = shop.deps;
  const from = shop.clock.now().getTime() - 28 * DAY_MS - 10 * MINUTE_MS;
  let asked = 0;
  const listEvents: Payments["listEvents"] = (stretch, after) =>
    ++asked === 5 ? Promise.reject(new Error("down")) : payments.listEvents(stretch, after);
  shop.deps.payments = { ...payments, listEvents };
  await expect(sweep(shop.deps)).rejects.toThrow("down");
  expect(cursorOf(shop)).toBe(from + 8 * DAY_MS);
});

test("counters of limits that no longer count are dropped, the others stay", async () => {
  const shop = await deafShop();
  const now = shop.clock.now().getTime();
  const rows = [
    { key: "old", points: 3, expire: now - 1 },
    { key: "young", points: 3, expire: now + 1 },
  ];
  shop.db.write((tx) => tx.insert(rateLimits).values(rows).run());
  await sweep(shop.deps);
  const keys = shop.db.select({ key: rateLimits.key }).from(rateLimits).all();
  expect(keys.map(({ key }) => key)).toEqual(["young"]);
});

test("fifty sessions that no webhook reports are as the provider has them in a quarter of an hour", async () => {
  const shop = await deafShop();
  const { control } = shop.simulator;
  await sweep(shop.deps);
  const sessions: string[] = [];
  for (let n = 0; n < 50; n++) {
    const id = await checkout(shop, { browser: `browser-${n}`, products: [shop.pack, shop.book] });
    const delayed = n >= 40;
    await control.pay(id, {
      email: `buyer-${n}@example.com`,
      ...(delayed && { card: DELAYED_CARD }),
    });
    if (delayed) control.settle(id, n < 45 ? "succeeded" : "failed");
    sessions.push(id);
  }
  for (const id of sessions.slice(0, 5)) control.refund(id);
  control.refund(sessions[5] ?? "", 1200);
  control.closeDispute(control.dispute(sessions[6] ?? "").id, "lost");
  control.dispute(sessions[7] ?? "");

  await sweepForQuarter(shop);

  const kept = (n: number) =>
    n < 5 || n === 6 ? [] : n === 5 ? [shop.pack] : [shop.pack, shop.book];
  for (const [n, order] of ordersOf(shop).entries()) {
    const paid = n < 45;
    expect(order).toMatchObject({ sessionId: sessions[n], status: paid ? "paid" : "failed" });
    const open = itemsOf(shop).filter(
      (item) => item.orderId === order.id && item.grantedAt && !item.revokedAt,
    );
    expect(open.map((item) => item.productId)).toEqual(paid ? kept(n) : []);
  }
  expect(ordersOf(shop)).toHaveLength(50);
  const kinds = emailsOf(shop).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "delivery")).toHaveLength(45);
  expect(kinds.filter((kind) => kind === "payment_failed")).toHaveLength(5);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  expect(requestsOf(shop).filter((request) => request.startsWith("POST /v1/refunds"))).toEqual([]);
});
