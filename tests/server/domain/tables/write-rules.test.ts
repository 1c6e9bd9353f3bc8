import { describe, expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import {
  orderNotes,
  orders,
  products,
  refunds,
  sessions,
  subscriptionRecords,
} from "../../../../db/schema.ts";
import { savedViews } from "../../../../db/store-schema.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { startCheckout } from "../../../support/browser.ts";
import { fileLink, HOUR_MS, itemsOf, openClubShop, ordersOf } from "../../../support/money.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signedIn } from "../../../support/sign-in.ts";
import { buy, signIn } from "../../../support/shop.ts";
import { changesOf, newestChange, signInAdmin, tableCalls } from "../../../support/table-calls.ts";
import { addRow, changeRow } from "../../../support/rows.ts";

const BUYER = "buyer@example.com";
const conflict = (reason: string) => ({ status: 409, body: { code: "conflict", reason } });

/** Opens a shop with one purchase of the pack and a signed-in administrator. */
async function open() {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: BUYER });
  return { ...shop, sessionId, admin: signInAdmin(shop) };
}

describe("an order made by hand", () => {
  test.each([
    ["of the products on sale", [{ currency: "usd", active: false }, { currency: "eur" }], "eur"],
    ["of a product off sale, if none is on sale", [{ currency: "chf", active: false }], "chf"],
    ["without products", [], "usd"],
  ])("has the currency %s", async (_name, catalogue, currency) => {
    const t = createTestApp();
    for (const [at, changes] of catalogue.entries()) {
      const id = await t.addProduct({ name: `Pack ${at}` });
      changeRow(t, products, id, changes);
    }
    const made = await signInAdmin(t).create("orders", { email: "friend@example.com" });
    expect(made.body).toMatchObject({ currency, total_amount: 0 });
  });

  test("costs nothing, and holds what is given to it, once", async () => {
    const { admin, book, ...shop } = await open();
    const made = await admin.create("orders", { email: "Friend@Example.com " });
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: "paid",
        email: "friend@example.com",
        total_amount: 0,
        currency: "usd",
        session_id: null,
        paid_at: "2026-11-21T10:00:00.000Z",
      },
    });
    const given = { order_id: made.body.id, product_id: book };
    expect(await admin.create("order_items", given)).toMatchObject({
      status: 201,
      body: {
        name: "Dinosaur Busy Book",
        price: 0,
        quantity: 1,
        granted_at: "2026-11-21T10:00:00.000Z",
        access_until: null,
        // Payment events do not revoke this item, like a product added by `give_product`.
        revoke_reason: "kept",
      },
    });
    expect(itemsOf(shop).at(-1)?.files).toHaveLength(1);
    expect(await admin.create("order_items", given)).toMatchObject(conflict("taken"));
    const friend = signIn(shop, "friend@example.com");
    expect(await (await friend.get("/api/products/purchased-products")).json()).toMatchObject([
      { productName: "Dinosaur Busy Book", price: 0 },
    ]);
  });

  test("is deleted while it is empty", async () => {
    const { admin, book } = await open();
    const { body: order } = await admin.create("orders", { email: BUYER });
    const { body: other } = await admin.create("orders", { email: BUYER });
    await admin.create("order_items", { order_id: other.id, product_id: book });
    expect(await admin.remove("orders", order.id)).toMatchObject({ status: 200 });
    expect(await admin.remove("orders", other.id)).toMatchObject(conflict("in_use"));
  });
});

test("an item made by hand has an end where one is given, and is no subscription", async () => {
  const { admin, book, club, ...shop } = await open();
  const until = "2027-01-31T00:00:00.000Z";
  const given = { order_id: 1, product_id: book, access_until: until };
  expect(await admin.create("order_items", given)).toMatchObject({
    status: 201,
    body: { access_until: until, revoke_reason: "kept" },
  });
  const before = newestChange(shop);
  expect(await admin.create("order_items", { ...given, product_id: club })).toMatchObject({
    status: 422,
    body: { errors: { product_id: [expect.stringContaining("can't be given")] } },
  });
  expect(newestChange(shop)).toBe(before);
});

test("an order that is not paid is given nothing", async () => {
  const { admin, pack, book, browser, ...shop } = await open();
  await startCheckout(browser, [book]);
  const orderId = ordersOf(shop).at(-1)?.id;
  const before = newestChange(shop);
  const given = { order_id: orderId, product_id: pack };
  expect(await admin.create("order_items", given)).toMatchObject(conflict("not_paid"));
  expect(newestChange(shop)).toBe(before);
});

test("a new email of an order gets the files, ends old links, and the old one is told", async () => {
  const { admin, ...shop } = await open();
  const link = fileLink(shop.mails[0]?.text, "Premium-Pack-1");
  expect(await shop.app.request(link)).toMatchObject({ status: 200 });
  const change = { email: "NEW@example.com", customer_name: "Anna" };
  expect(await admin.change("orders", 1, change)).toMatchObject({
    status: 200,
    body: { email: "new@example.com", customer_name: "Anna" },
  });
  expect(await shop.app.request(link)).toMatchObject({ status: 404 });
  await shop.settle();
  expect(shop.mails.slice(1).map(({ to, subject }) => ({ to, subject }))).toMatchObject([
    { to: "new@example.com" },
    { to: BUYER },
  ]);
  const actors = changesOf(shop, "emails").filter(({ action }) => action === "insert");
  expect(actors.slice(-2).map(({ actor }) => actor)).toEqual(
    Array(2).fill(`admin:${admin.userId}`),
  );
  // Administrators may correct an email any number of times.
  for (const email of ["a@example.com", "b@example.com", "c@example.com"]) {
    expect(await admin.change("orders", 1, { email })).toMatchObject({ status: 200 });
  }
});

describe("an administrator", () => {
  test("keeps their own rights", async () => {
    const { admin, ...shop } = await open();
    const before = newestChange(shop);
    expect(await admin.change("users", admin.userId, { is_admin: false })).toMatchObject(
      conflict("own_rights"),
    );
    expect(await admin.remove("users", admin.userId)).toMatchObject(conflict("own_rights"));
    expect(newestChange(shop)).toBe(before);
  });

  test("whom the settings name keeps the email that they are named by", async () => {
    const t = createTestApp({ env: { ADMIN_EMAILS: "named@example.com" } });
    const named = tableCalls(await signedIn(t, "named@example.com"));
    const change = { email: "other@example.com" };
    expect(await named.change("users", 1, change)).toMatchObject(conflict("own_rights"));
  });

  test("takes another's rights away at once", async () => {
    const { admin, ...shop } = await open();
    const other = signInAdmin(shop, "second@example.com");
    expect(await admin.change("users", other.userId, { is_admin: false })).toMatchObject({
      status: 200,
    });
    expect(await other.change("users", admin.userId, { name: "x" })).toMatchObject({ status: 403 });
  });
});

test("a new email of an account ends its sign-ins and is not proved", async () => {
  const { admin, ...shop } = await open();
  const account = signIn(shop, "old@example.com");
  expect(await admin.change("users", account.userId, { email: "Buyer@example.com" })).toMatchObject(
    { status: 200, body: { email: BUYER, email_verified_at: null } },
  );
  expect((await account.get("/api/users/me")).status).toBe(401);
  expect(shop.db.select().from(sessions).all()).toMatchObject([{ userId: admin.userId }]);
  expect(await admin.create("users", { email: "BUYER@example.com" })).toMatchObject(
    conflict("taken"),
  );
  expect(await admin.change("users", admin.userId, { email: "me@example.com" })).toMatchObject({
    status: 200,
  });
  expect((await admin.get("/api/users/me")).status).toBe(200);
});

test("an account without purchases goes, with its own views", async () => {
  const { admin, ...shop } = await open();
  const { body: user } = await admin.create("users", { email: "visitor@example.com" });
  const view = { table_name: "orders", title: "Mine", user_id: user.id, search: "sort=id:desc" };
  expect(await admin.create("saved_views", view)).toMatchObject({ status: 201 });
  expect(await admin.remove("users", user.id)).toMatchObject({ status: 200 });
  expect(shop.db.select().from(savedViews).all()).toEqual([]);
  const gone = changesOf(shop, "saved_views").at(-1);
  expect(gone).toMatchObject({ action: "delete", before: { title: "Mine" } });
  const [last] = changesOf(shop, "users").slice(-1);
  expect(last?.setId).toBe(gone?.id);
});

test("an order that ended unpaid goes after what names it", async () => {
  const { admin, ...shop } = await open();
  const author = { actor: "test", now: shop.clock.now() };
  const ended = { status: "expired", currency: "usd", totalAmount: 0 } as const;
  const [empty, noted] = shop.db.write((tx) => [
    insertRow(tx, orders, { number: "A", ...ended }, author).id,
    insertRow(tx, orders, { number: "B", ...ended }, author).id,
  ]) as [number, number];
  const note = { orderId: noted, kind: "text", text: "Look" } as const;
  addRow(shop, orderNotes, note);
  expect(await admin.remove("orders", empty)).toMatchObject({ status: 200 });
  expect(await admin.remove("orders", noted)).toMatchObject(conflict("in_use"));
});

test("a subscription's record stays until its paid period is over", async () => {
  const { admin, club, browser, ...shop } = await open();
  await buy(shop, browser, { products: [club], email: "member@example.com" });
  const record = () => shop.db.select().from(subscriptionRecords).get();
  const set = (patch: Partial<NonNullable<ReturnType<typeof record>>>) =>
    changeRow(shop, subscriptionRecords, 1, patch);
  const running = record();
  const hour = (hours: number) => new Date(shop.clock.now().getTime() + hours * HOUR_MS);
  expect(running).toMatchObject({ status: "active", currentPeriodEnd: expect.any(Date) });
  expect(await admin.remove("subscription_records", 1)).toMatchObject({
    status: 409,
    body: { reason: "in_use", message: expect.stringContaining("Cancel it at the payment") },
  });
  set({ endsAtPeriodEnd: true, currentPeriodEnd: hour(1) });
  expect(await admin.remove("subscription_records", 1)).toMatchObject(conflict("in_use"));
  expect(record()).toBeDefined();

  set({ currentPeriodEnd: hour(-1) });
  expect(await admin.remove("subscription_records", 1)).toMatchObject({ status: 200 });
  expect(record()).toBeUndefined();
});

test("every row that others need stays, whichever table is asked", async () => {
  const { admin, pack, book, club, browser, ...shop } = await open();
  await buy(shop, browser, { products: [club], email: "member@example.com" });
  await startCheckout(browser, [book]);
  const author = { actor: "test", now: shop.clock.now() };
  shop.db.write((tx) => {
    insertRow(tx, orderNotes, { orderId: 1, kind: "text", text: "Look" }, author);
    insertRow(tx, refunds, { orderId: 1, orderItemId: 1, amount: 100, status: "failed" }, author);
  });
  await admin.create("products", { name: "Unsold", slug: "unsold", price: 100, type: "digital" });
  await admin.create("contact_submissions", {
    name: "Anna",
    email: BUYER,
    message: "Where is my file?",
  });
  const answers: Record<string, number[]> = {};
  for (const { name, readOnly } of TABLES.values()) {
    if (readOnly) continue;
    const ids = shop.db.sqlite.prepare(`SELECT id FROM ${name} ORDER BY id`).pluck().all();
    for (const id of ids) {
      const { status } = await admin.remove(name, Number(id));
      (answers[name] ??= []).push(status);
    }
  }
  expect(answers).toEqual({
    // Pack, book and club are in orders; the last product is not.
    products: [409, 409, 409, 200],
    product_files: [200, 200, 200, 200],
    orders: [409, 409, 409],
    order_items: [409, 409, 409],
    // The subscription is within a paid period.
    subscription_records: [409],
    contact_submissions: [200],
    // The administrator, and a user whose email has purchases.
    users: [409, 409],
  });
  expect(pack).toBe(1);
  // Buyers keep access to files removed from a product.
  const link = fileLink(shop.mails[0]?.text, "Premium-Pack-1");
  expect(await shop.app.request(link)).toMatchObject({ status: 200 });
});
