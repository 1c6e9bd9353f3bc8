import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { emails, orders, users } from "../../../db/schema.ts";
import { renewals } from "../../../db/stats-schema.ts";
import type { CustomerPage } from "../../../server/contract/admin-answers.ts";
import { openBrowser } from "../../support/browser.ts";
import { type Desk, openDesk, press } from "../../support/desk-shop.ts";
import { GIVER, withGifts } from "../../support/gift-shop.ts";
import { itemsOf, ordersOf } from "../../support/money.ts";
import { expectIndexed, watchStatements } from "../../support/query-plans.ts";
import { addRow, changeRow } from "../../support/rows.ts";
import { buy, signIn } from "../../support/shop.ts";

const BUYER = "buyer@example.com";
const GUEST = "guest@example.com";

const pathOf = (id: number | string) => `/api/admin/customers/${id}`;
const read = async ({ admin }: Pick<Desk, "admin">, id: number | string) =>
  (await admin.call<CustomerPage>("GET", pathOf(id))).body;
const accountOf = ({ db }: Pick<Desk, "db">, email: string) =>
  db.select().from(users).where(eq(users.email, email)).get()?.id ?? 0;
const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);
const message = (email: string) => ({ name: "Anna Bear", email, message: "Where are my files?" });
const correctEmail = ({ admin }: Pick<Desk, "admin">, orderId: number, email: string) =>
  press(admin, `orders/${orderId}/correct_email`, { values: { email } });
const draft = { status: "creating", currency: "usd", totalAmount: 0 } as const;

describe("a customer's page is refused", () => {
  test("to visitors and buyers", async () => {
    const desk = await openDesk();
    const path = pathOf(accountOf(desk, BUYER));
    expect((await desk.anonymous.call("GET", path)).status).toBe(401);
    expect((await desk.buyer.call("GET", path)).status).toBe(403);
    expect((await desk.admin.call("GET", path)).status).toBe(200);
  });

  test("for unknown and erased rows, and for an order that names nobody", async () => {
    const desk = await openDesk();
    const { id: erased } = (await desk.admin.create("users", { email: "gone@example.com" })).body;
    await desk.admin.remove("users", erased);
    const { id: unnamed } = addRow(desk, orders, { ...draft, number: "K7QM-3XRT" });
    const unknown = ["999", "0", "abc", "1e3", "-1", "99999999999999999", "order-1-2", "order-"];
    const gone = [String(erased), "order-999", "message-999", `order-${unnamed}`, "mail-1"];
    for (const id of [...unknown, ...gone]) {
      expect([id, (await desk.admin.call("GET", pathOf(id))).status]).toEqual([id, 404]);
    }
  });
});

test("an account has its orders and those with its email, and nothing of others", async () => {
  const desk = await openDesk();
  const { admin, orderId: first } = desk;
  const id = accountOf(desk, BUYER);
  const mazes = await desk.addProduct({ name: "Mazes", price: 1200 });
  await buy(desk, desk.buyer, { products: [mazes] });
  await buy(desk, openBrowser(desk), { products: [desk.book], email: GUEST });
  const second = first + 1;
  await correctEmail(desk, second, "second@example.com");
  changeRow(desk, orders, second, { currency: "eur", discountCode: "SPRING" });
  await press(admin, `orders/${first}/refund`, { values: { amount: 500 } });
  desk.db
    .insert(renewals)
    .values({
      orderId: first,
      paymentIntentId: "pi_renewal",
      currency: "usd",
      amount: 900,
      paidAt: desk.clock.now(),
      refundedAmount: 100,
    })
    .run();
  const [theirs, guests] = [BUYER, GUEST].map((email) =>
    addRow(desk, contactSubmissions, message(email)),
  );
  const [mail] = desk.db.select().from(emails).where(eq(emails.orderId, first)).all();
  changeRow(desk, emails, mail?.id ?? 0, { status: "dead", recipient: "byer@example.com" });

  const page = await read(desk, id);
  expect(page.account).toMatchObject({ id, email: BUYER });
  expect(page.emails).toEqual([BUYER, "second@example.com"]);
  expect(page.sessions).toBe(1);
  expect(idsOf(page.orders)).toEqual([second, first]);
  expect(page.items.map(({ order_id: orderId }) => orderId)).toEqual([first, first, second]);
  expect(page.sums).toEqual([
    { currency: "usd", orders: 1, renewals: 1, paid: 4900 + 900, refunded: 500 + 100 },
    { currency: "eur", orders: 1, renewals: 0, paid: 1200, refunded: 0 },
  ]);
  expect(page.codes).toEqual([{ code: "SPRING", orders: 1 }]);
  expect(page.notes).toMatchObject({ total: 1, rows: [{ order_id: first, amount: 500 }] });
  expect(page.notes.orders).toMatchObject([{ id: first, currency: "usd" }]);
  expect(page.messages).toMatchObject({ total: 1, rows: [{ id: theirs?.id }] });
  expect(page.messages.rows.map((row) => row.id)).not.toContain(guests?.id);
  expect(page.mails.undelivered).toBe(1);
  expect(new Set(page.mails.rows.map(({ recipient }) => recipient))).toEqual(
    new Set([BUYER, "second@example.com", "byer@example.com"]),
  );
  expect(page.mails.total).toBe(page.mails.rows.length);
  const secrets = /token_hash|browser_hash|checkout_key|link_epoch|request_key|message_id/;
  expect(JSON.stringify(page)).not.toMatch(secrets);
});

test("what is held: per product and licence, with its files, and no revoked or ended item", async () => {
  const desk = await openDesk();
  const id = accountOf(desk, BUYER);
  const [pack, book] = itemsOf(desk);
  const namesOf = async () =>
    (await read(desk, id)).held.map(({ item, files }) => [item["name"], item["licence"], files]);
  const files = ["Premium Pack 1", "Premium Pack 2"];
  expect(await namesOf()).toEqual([
    ["Dinosaur Busy Book", "personal", ["Dinosaur Busy Book 1"]],
    ["Premium Pack", "personal", files],
  ]);
  await press(desk.admin, `order_items/${book?.id ?? 0}/revoke`);
  expect(await namesOf()).toEqual([["Premium Pack", "personal", files]]);
  await press(desk.admin, `order_items/${pack?.id ?? 0}/revoke`);
  expect(await namesOf()).toEqual([]);
});

test("a gift is an order of its recipient, and a payment of its giver", async () => {
  const desk = withGifts(await openDesk());
  const greta = signIn(desk, GIVER);
  await desk.bought({ browser: greta });
  const [lea, giver] = [await read(desk, "order-2"), await read(desk, greta.userId)];
  expect([idsOf(lea.orders), lea.sums, lea.held.length]).toEqual([[2], [], 1]);
  expect([idsOf(giver.orders), giver.held]).toEqual([[], []]);
  expect(giver.sums).toMatchObject([{ orders: 1, paid: 3700, refunded: 0 }]);
});

test("a buyer without an account is found by an order or a message", async () => {
  const desk = await openDesk();
  await buy(desk, openBrowser(desk), { products: [desk.book], email: GUEST });
  const order = ordersOf(desk).at(-1);
  const sent = addRow(desk, contactSubmissions, message(GUEST));
  const page = await read(desk, `order-${order?.id}`);
  expect(page).toMatchObject({ account: null, emails: [GUEST], sessions: 0, otherAccounts: [] });
  expect(idsOf(page.orders)).toEqual([order?.id]);
  expect(idsOf(page.messages)).toEqual([sent.id]);
  expect(await read(desk, `message-${sent.id}`)).toEqual(page);

  // The same addresses show the account once there is one.
  const { userId } = signIn(desk, GUEST);
  expect(await read(desk, `order-${order?.id}`)).toEqual(await read(desk, userId));
});

test("an account without orders has empty lists", async () => {
  const desk = await openDesk();
  const { id } = (await desk.admin.create("users", { email: "new@example.com" })).body;
  const nothing = { total: 0, rows: [] };
  expect(await read(desk, id)).toMatchObject({
    account: { id },
    emails: ["new@example.com"],
    sums: [],
    orders: nothing,
    items: [],
    held: [],
    codes: [],
    notes: { ...nothing, orders: [] },
    messages: nothing,
    mails: { ...nothing, undelivered: 0 },
    otherAccounts: [],
  });
});

test("other accounts of the same person are listed with what links them", async () => {
  const desk = await openDesk();
  const [plain, tagged, other] = [
    "anna@gmail.com",
    "anna+shop@googlemail.com",
    "anna@work.example",
  ].map((email) => signIn(desk, email));
  signIn(desk, "annabel@gmail.com");
  signIn(desk, "anna+shop@example.com");
  await buy(desk, plain ?? desk.browser, { products: [desk.book] });
  await correctEmail(desk, desk.orderId + 1, "anna@work.example");
  const linksOf = async (id = 0) =>
    (await read(desk, id)).otherAccounts.map(({ account, link }) => [account.id, link]);
  expect(await linksOf(plain?.userId)).toEqual([
    [other?.userId, "order"],
    [tagged?.userId, "mailbox"],
  ]);
  expect(await linksOf(tagged?.userId)).toEqual([[plain?.userId, "mailbox"]]);
  expect(await linksOf(other?.userId)).toEqual([[plain?.userId, "order"]]);
});

test("a customer with 3,000 orders has bounded lists and exact totals", async () => {
  const watched = watchStatements();
  const desk = await openDesk();
  const id = accountOf(desk, BUYER);
  desk.db.sqlite.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO orders (number, status, email, currency, total_amount, discount_code, paid_at,
        created_at, updated_at)
      SELECT 'BULK' || i, 'paid', '${BUYER}', 'usd', 100, 'CODE' || (i % 70), i, i, i FROM n;
    INSERT INTO order_items (order_id, product_id, name, price, type, granted_at, created_at, updated_at)
      SELECT id, ${desk.book}, 'Book', 100, 'digital', 1, 1, 1 FROM orders WHERE number GLOB 'BULK*';
    INSERT INTO emails (unique_key, kind, recipient, order_id, message_id, status, next_attempt_at,
        created_at, updated_at)
      SELECT number, 'delivery', email, id, number, 'sent', 1, 1, 1 FROM orders
        WHERE number GLOB 'BULK*';
    INSERT INTO order_notes (order_id, kind, created_at, updated_at)
      SELECT id, 'other_total', 1, 1 FROM orders WHERE number GLOB 'BULK*';`);
  const page = await read(desk, id);
  expect(page.orders.total).toBe(3001);
  expect(page.sums).toMatchObject([{ orders: 3001, paid: 4900 + 3000 * 100 }]);
  expect(page.mails.total).toBe(3001);
  expect(page.notes.total).toBe(3000);
  expect(page.codes).toHaveLength(50);
  expect(page.held).toHaveLength(2);
  for (const { rows } of [page.orders, page.mails, page.notes]) expect(rows).toHaveLength(20);
  expect(page.items).toHaveLength(20);
  expectIndexed(
    watched.stop().filter((source) => !OF_THIS_TEST.test(source)),
    40,
  );
});

/** Matches the queries of the test helpers, which read all rows of a table. */
const OF_THIS_TEST = /^select [^()]* from "\w+" order by "\w+"."id" asc$/;
