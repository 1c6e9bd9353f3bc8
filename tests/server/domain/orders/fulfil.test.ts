import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { changes, emails, orderItems, orders } from "../../../../db/schema.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { startCheckout } from "../../../support/browser.ts";
import { openNotesOf } from "../../../support/money.ts";
import { DETAIL, openShop, pay, readDetail, type Shop } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

const ITEMS_SOLD = 2;

async function paidShop({ webhooks = "drop" }: { webhooks?: "drop" | "hold" } = {}) {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = webhooks;
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
  return { shop, sessionId };
}

async function report(shop: Shop, { sessionId, id }: { sessionId: string; id: string }) {
  const body = eventBody({ id, objectId: sessionId });
  return (await postWebhook(shop, body, signed(body))).status;
}

async function sendEvent(shop: Shop, event: { sessionId: string; id: string }) {
  expect(await report(shop, event)).toBe(200);
  await shop.settle();
}

/** One paid order, each item granted once, one mail stored and sent, one change for each of them. */
function expectDeliveredOnce(shop: Shop) {
  const now = shop.clock.now();
  expect(shop.db.select().from(orders).all()).toMatchObject([
    { status: "paid", email: "buyer@example.com", totalAmount: 4900, currency: "usd", paidAt: now },
  ]);
  const items = shop.db.select().from(orderItems).all();
  expect(items.map((item) => item.grantedAt)).toEqual([now, now]);
  expect(shop.db.select().from(emails).all()).toMatchObject([
    { kind: "delivery", recipient: "buyer@example.com", status: "sent", attempts: 1 },
  ]);
  expect(shop.mails.map((mail) => mail.to)).toEqual(["buyer@example.com"]);
  const done = shop.db.select().from(changes).all();
  const granting = done.filter((c) => c.actor === "fulfilment" && c.tableName === "order_items");
  expect(granting.map((change) => change.rowId)).toEqual(items.map((item) => item.id));
  const paying = done.filter(
    ({ tableName, before, after }) =>
      tableName === "orders" && before?.["status"] !== "paid" && after?.["status"] === "paid",
  );
  expect(paying).toHaveLength(1);
  expect(paying[0]?.before?.["status"]).toBe("open");
  const queued = done.filter((c) => c.tableName === "emails" && c.action === "insert");
  expect(queued).toHaveLength(1);
}

test("a buyer whose email only looks like another's is another one", async () => {
  const shop = await openShop();
  const email = "\u212Aim@Example.com";
  await pay(shop, shop.browser, { products: [shop.pack], email });
  await shop.settle();
  expect(shop.db.select().from(orders).all()).toMatchObject([
    { status: "paid", email: "\u212Aim@example.com" },
  ]);
});

describe("grants nothing", () => {
  test("for a session that is still open", async () => {
    const shop = await openShop();
    const sessionId = await startCheckout(shop.browser, [shop.pack]);
    await sendEvent(shop, { sessionId, id: "evt_early" });
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(409);
    expectNothingDelivered(shop);
  });

  test("for a declined card", async () => {
    const shop = await openShop();
    const sessionId = await pay(shop, shop.browser, {
      products: [shop.pack],
      card: "4000000000000002",
    });
    await shop.settle();
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(409);
    expectNothingDelivered(shop);
  });

  test("for an expired session", async () => {
    const shop = await openShop();
    const sessionId = await startCheckout(shop.browser, [shop.pack]);
    shop.simulator.control.expire(sessionId);
    await sendEvent(shop, { sessionId, id: "evt_expired" });
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(409);
    expectNothingDelivered(shop);
  });

  test("for a session nobody knows", async () => {
    const shop = await openShop();
    await startCheckout(shop.browser, [shop.pack]);
    await sendEvent(shop, { sessionId: "cs_test_unknown_to_all", id: "evt_unknown" });
    expectNothingDelivered(shop);
  });

  test("for a paid session of another shop on the same account", async () => {
    const { shop, sessionId } = await paidShop();
    const { findCheckout } = shop.deps.payments;
    const foreign = async (id: string) => {
      const checkout = await findCheckout(sessionId);
      return checkout && { ...checkout, id };
    };
    shop.deps.payments.findCheckout = foreign;
    await sendEvent(shop, { sessionId: "cs_test_foreign_shop", id: "evt_foreign" });
    expectNothingDelivered(shop);
  });

  test("for a paid session that names an order with another session", async () => {
    const { shop, sessionId } = await paidShop();
    const { findCheckout } = shop.deps.payments;
    shop.deps.payments.findCheckout = async (id) => {
      const checkout = await findCheckout(sessionId);
      return checkout && { ...checkout, id };
    };
    await sendEvent(shop, { sessionId: "cs_test_second_session", id: "evt_second" });
    expectNothingDelivered(shop);
  });

  function expectNothingDelivered(shop: Shop) {
    expect(
      shop.db
        .select()
        .from(orderItems)
        .all()
        .every((i) => i.grantedAt === null),
    ).toBe(true);
    expect(
      shop.db
        .select()
        .from(orders)
        .all()
        .every((o) => o.paidAt === null),
    ).toBe(true);
    expect(shop.db.select().from(emails).all()).toEqual([]);
    expect(shop.mails).toEqual([]);
  }
});

test("a late word that the provider knows no such session does not undo a payment", async () => {
  const { shop, sessionId } = await paidShop();
  const asked = Promise.withResolvers<undefined>();
  const { payments } = shop.deps;
  shop.deps.payments = { ...payments, findCheckout: () => asked.promise };
  const late = fulfil(shop.deps, sessionId);
  shop.deps.payments = payments;
  await readDetail(shop.browser, sessionId);
  asked.resolve(undefined);
  expect(await late).toMatchObject({ status: "paid" });
  await shop.settle();
  expectDeliveredOnce(shop);
});

describe("delivers exactly once", () => {
  test("when the webhook comes first, and both come twice", async () => {
    const { shop, sessionId } = await paidShop();
    for (const id of ["evt_1", "evt_2"]) await sendEvent(shop, { sessionId, id });
    for (let i = 0; i < 2; i++) await readDetail(shop.browser, sessionId);
    await shop.settle();
    expectDeliveredOnce(shop);
  });

  test("when the buyer comes back first, and both come twice", async () => {
    const { shop, sessionId } = await paidShop();
    for (let i = 0; i < 2; i++) await readDetail(shop.browser, sessionId);
    for (const id of ["evt_1", "evt_2"]) await sendEvent(shop, { sessionId, id });
    expectDeliveredOnce(shop);
  });

  test("when the webhook and the buyer come at the same time", async () => {
    const { shop, sessionId } = await paidShop();
    await Promise.all([
      sendEvent(shop, { sessionId, id: "evt_1" }),
      readDetail(shop.browser, sessionId),
      sendEvent(shop, { sessionId, id: "evt_2" }),
      readDetail(shop.browser, sessionId),
    ]);
    await shop.settle();
    expectDeliveredOnce(shop);
  });

  test("when the buyer alone comes back and no webhook ever does", async () => {
    const { shop, sessionId } = await paidShop();
    await readDetail(shop.browser, sessionId);
    await shop.settle();
    expectDeliveredOnce(shop);
  });

  test("under 200 calls at once: 60 page loads and 140 webhooks", async () => {
    const { shop, sessionId } = await paidShop();
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        if (i % 10 < 3) return readDetail(shop.browser, sessionId).then((d) => d.status);
        const status = await report(shop, { sessionId, id: `evt_${i}` });
        if (i % 50 === 9) await shop.settle();
        return status;
      }),
    );
    expect(answers.filter((answer) => answer === "paid")).toHaveLength(60);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(140);
    await shop.settle();
    expectDeliveredOnce(shop);
  });
});

describe("a webhook that comes before the checkout's own answer", () => {
  test("finds the order by the session's metadata", async () => {
    const { shop, sessionId } = await paidShop();
    forgetSession(shop, "creating");
    await sendEvent(shop, { sessionId, id: "evt_early" });
    expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "paid", sessionId }]);
    expect(shop.mails).toHaveLength(1);
  });

  test("finds it even after the answer was given up", async () => {
    const { shop, sessionId } = await paidShop();
    forgetSession(shop, "failed");
    await sendEvent(shop, { sessionId, id: "evt_late" });
    expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "paid", sessionId }]);
  });

  test("is not overwritten when the answer comes at last", async () => {
    const shop = await openShop();
    const { createCheckout } = shop.deps.payments;
    shop.deps.payments.createCheckout = async (checkout) => {
      const session = await createCheckout(checkout);
      await shop.simulator.control.pay(session.id);
      await shop.settle();
      return session;
    };
    const sessionId = await startCheckout(shop.browser, [shop.pack, shop.book]);
    expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "paid", sessionId }]);
    expect(shop.db.select().from(orderItems).all()).toHaveLength(ITEMS_SOLD);
  });

  function forgetSession({ db, clock }: Shop, status: "creating" | "failed") {
    db.write((tx) =>
      updateRow(
        tx,
        orders,
        1,
        { status, sessionId: null, checkoutUrl: null },
        { actor: "test", now: clock.now() },
      ),
    );
  }
});

test("a checkout cut off by the network is still delivered when it is paid", async () => {
  const shop = await openShop();
  const path = "/v1/checkout/sessions";
  shop.simulator.control.faults.next({ kind: "cut", path, method: "POST", times: 2 });
  const failed = await startCheckout(shop.browser, [shop.pack]).catch((error: Error) => error);
  expect(failed).toBeInstanceOf(Error);
  const lost = shop.simulator.control.sessions()[0]?.id ?? "";
  await shop.simulator.control.pay(lost);
  await shop.settle();
  expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "paid", sessionId: lost }]);
  expect(shop.mails).toHaveLength(1);
});

test("a free session is delivered without a payment", async () => {
  const shop = await openShop();
  const gift = await shop.addProduct({ name: "Free Sample", price: 0, contents: ["free"] });
  const sessionId = await pay(shop, shop.browser, { products: [gift] });
  await shop.settle();
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail).toMatchObject({ status: "paid", totalAmount: 0 });
  expect(openNotesOf(shop)).toEqual([]);
  expect(detail.products[0]?.files).toHaveLength(1);
  expect(shop.mails).toHaveLength(1);
});

test("the address is kept in lower case, as the account that finds it has it", async () => {
  const shop = await openShop();
  await pay(shop, shop.browser, { products: [shop.pack], email: "Anna.Buyer@Example.COM" });
  await shop.settle();
  expect(shop.db.select().from(orders).all()[0]?.email).toBe("anna.buyer@example.com");
});

test("when the transaction fails, nothing of it is kept and the next try delivers", async () => {
  const { shop, sessionId } = await paidShop();
  shop.db.sqlite.exec(
    "CREATE TRIGGER no_mail BEFORE INSERT ON emails BEGIN SELECT RAISE(ABORT, 'disk trouble'); END",
  );
  expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(500);
  expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "open", paidAt: null }]);
  expect(shop.db.select().from(orderItems).all()[0]?.grantedAt).toBeNull();
  shop.db.sqlite.exec("DROP TRIGGER no_mail");
  await readDetail(shop.browser, sessionId);
  await shop.settle();
  expectDeliveredOnce(shop);
});
