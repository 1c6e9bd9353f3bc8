import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailPreferences } from "../../../db/buyer-schema.ts";
import { changes, emails, orderItems, orders, users } from "../../../db/schema.ts";
import { deliveryFinding } from "../../../server/domain/issues/mails.ts";
import { findReceipt } from "../../../server/domain/orders/receipt.ts";
import {
  csvFile,
  type CsvRow,
  CSV_COLUMNS,
  CSV_HEADERS,
  GUMROAD_HEADERS,
} from "../../support/foreign-csv.ts";
import { importer, ORDER_IMPORT } from "../../support/order-import-world.ts";
import { addRow, changeRow } from "../../support/rows.ts";
import { buy, MINUTE_MS, openShop } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { checkoutBody, openBrowser } from "../../support/browser.ts";

const ANNA = "anna@example.com";
const LIST = "/api/products/purchased-products";

const sale = (id: string, changes: CsvRow = {}): CsvRow => ({
  "Purchase ID": id,
  "Item Name": "Old Pack",
  "Purchase Email": ANNA,
  "Purchase Time (UTC timezone)": "2025-03-04 15:06:07 UTC",
  "Sale Price ($)": "9.00",
  ...changes,
});
const fileOf = (...rows: CsvRow[]) => new TextEncoder().encode(csvFile(GUMROAD_HEADERS, rows));

async function open() {
  const t = await openShop();
  const answers = { products: { "Old Pack": t.pack } };
  const shop = importer(t);
  const add = (...rows: CsvRow[]) => {
    t.clock.advance(MINUTE_MS);
    return shop.importFile(fileOf(...rows), answers);
  };
  const accounts = () =>
    t.db
      .select()
      .from(users)
      .all()
      .map(({ email }) => email);
  return { ...t, ...shop, answers, add, accounts };
}

describe("an import is refused", () => {
  test("without a file, with a broken answer, and with a subscription as its product", async () => {
    const { owner, send, addProduct } = await open();
    const empty = await owner.post(`${ORDER_IMPORT}/preview`, {});
    expect([empty.status, (await empty.json()).message]).toEqual([400, "The form has no file."]);
    const wrong = await send("/preview", fileOf(), { zone: "Mars" });
    expect(await wrong.json()).toMatchObject({
      errors: { zone: ["This must be a name such as Europe/Rome."] },
    });
    const club = await addProduct({
      name: "Club",
      price: 900,
      contents: [],
      type: "subscription",
      billingPeriod: "month",
    });
    const answers = { products: { "Old Pack": club } };
    const refused = await send("", fileOf(sale("1")), answers);
    expect(refused.status).toBe(422);
    expect((await refused.json()).message).toContain("is a subscription");
  });

  test("while another one runs", async () => {
    const { send, answers, state } = await open();
    const first = await send("", fileOf(sale("1")), answers);
    const second = await send("", fileOf(sale("2")), answers);
    expect([first.status, second.status]).toEqual([202, 409]);
    await new Promise(setImmediate);
    expect((await state()).orders).toBeLessThanOrEqual(1);
  });
});

test("a buyer opens imported files with a code, and is not sold the product again", async () => {
  const t = await open();
  const { work } = await t.add(sale("1"));
  expect(work).toMatchObject({ kind: "import", added: 1, done: 1, total: 1 });
  const [order] = t.rows().orders;
  expect(order).toMatchObject({ source: "gumroad", sourceId: "1", email: ANNA, totalAmount: 900 });
  expect(order?.sessionId).toMatch(/^import_[0-9a-f]{32}$/);
  expect(t.mails).toEqual([]);
  const anna = await signedIn(t, ANNA);
  const [line] = (await (await anna.get(LIST)).json()) as { fileUrl: string }[];
  expect((await anna.get(line?.fileUrl ?? "")).status).toBe(200);
  const again = await anna.post("/api/create-checkout-session", checkoutBody([t.pack]));
  expect(await again.json()).toMatchObject({ sessionId: order?.sessionId });
});

test("a gift belongs to its recipient", async () => {
  const t = await open();
  await t.add(sale("1", { "Giftee Email": "ben@example.com" }));
  expect(t.rows().orders).toMatchObject([
    { email: "ben@example.com", giftTo: "ben@example.com", giverEmail: ANNA },
  ]);
  expect(await (await (await signedIn(t, ANNA)).get(LIST)).json()).toEqual([]);
  expect(await (await (await signedIn(t, "ben@example.com")).get(LIST)).json()).toHaveLength(1);
});

test("the end of a subscription ends the access", async () => {
  const t = await open();
  await t.add(sale("1", { "Subscription End Date": "2025-06-01" }));
  expect(await (await (await signedIn(t, ANNA)).get(LIST)).json()).toMatchObject([{ files: [] }]);
});

describe("a newer export", () => {
  test("ends the access of orders refunded since, not of those that the owner restored", async () => {
    const t = await open();
    await t.add(sale("1"), sale("2"), sale("3"));
    const [, kept] = t.rows().items;
    changeRow(t, orderItems, kept?.id ?? 0, { revokeReason: "kept" });
    const newer = [
      sale("1", { "Refunded?": "1", "Fully Refunded?": "1" }),
      sale("2", { "Disputed?": "1" }),
      sale("3"),
    ];
    const report = await t.dryRun(fileOf(...newer), t.answers);
    expect(report).toMatchObject({ added: 0, changed: 1, known: 2 });
    expect((await t.add(...newer)).work).toMatchObject({ added: 0, changed: 1 });
    const { orders: stored, items } = t.rows();
    expect(stored.map(({ refundedAmount }) => refundedAmount)).toEqual([900, 0, 0]);
    expect(items.map(({ revokeReason }) => revokeReason)).toEqual(["refund", "kept", null]);
    expect(t.mails).toEqual([]);
  });

  test("is undone with the access that it ended", async () => {
    const t = await open();
    await t.add(sale("1"));
    await t.add(sale("1", { "Refunded?": "1", "Fully Refunded?": "1" }), sale("2"));
    const [latest] = (await t.state()).imports;
    expect(latest).toMatchObject({ source: "gumroad", orders: 1 });
    const { work } = await t.undo(latest?.changeSet ?? 0);
    expect(work).toMatchObject({ kind: "undo", kept: 0, failure: null });
    const { orders: stored, items } = t.rows();
    expect(stored).toMatchObject([{ sourceId: "1", refundedAmount: 0 }]);
    expect(items).toMatchObject([{ revokedAt: null, revokeReason: null }]);
  });

  test("and undone leaves no name and address in the history", async () => {
    const t = await open();
    const stranger = { "Purchase Email": "zoe@example.com", "Buyer Name": "Zoe Zebra" };
    await t.add(sale("1", stranger), sale("2", stranger));
    const history = () => JSON.stringify(t.db.select().from(changes).all());
    expect(history()).toMatch(/zoe@.*Zebra/);
    expect(t.accounts()).toContain("zoe@example.com");
    const [latest] = (await t.state()).imports;
    await t.undo(latest?.changeSet ?? 0);
    expect(history()).not.toMatch(/zoe@|Zebra/);
    expect(t.accounts()).not.toContain("zoe@example.com");
  });

  test("and undone leaves the account of a buyer who has signed in", async () => {
    const t = await open();
    await t.add(sale("1"));
    await signedIn(t, ANNA);
    const [latest] = (await t.state()).imports;
    expect((await t.undo(latest?.changeSet ?? 0)).orders).toBe(0);
    expect(t.accounts()).toContain(ANNA);
  });
});

test("an undo leaves an order whose credit is in use, and knows no other change set", async () => {
  const t = await open();
  await t.add(sale("1"), sale("2"));
  const [, item] = t.rows().items;
  const sessionId = await buy(t, t.browser, { products: [t.book], email: ANNA });
  const own = t.db.select().from(orders).where(eq(orders.sessionId, sessionId)).get();
  const [upgrade] = t.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, own?.id ?? 0))
    .all();
  changeRow(t, orderItems, upgrade?.id ?? 0, { creditedItemId: item?.id ?? 0 });
  const [latest] = (await t.state()).imports;
  const { work, orders: left } = await t.undo(latest?.changeSet ?? 0);
  expect([work?.kept, left]).toEqual([1, 1]);
  changeRow(t, orderItems, upgrade?.id ?? 0, { creditedItemId: null });
  const [rest] = (await t.state()).imports;
  expect((await t.undo(rest?.changeSet ?? 0)).orders).toBe(0);
  const unknown = await t.owner.post(`${ORDER_IMPORT}/undo`, { changeSet: 1 });
  expect(unknown.status).toBe(404);
});

test("an imported order is refunded in its own shop", async () => {
  const t = await open();
  await t.add(sale("1"));
  const [order] = t.rows().orders;
  const path = `/api/tables/orders/${order?.id}/actions/refund`;
  const key = { "Idempotency-Key": "a-key-of-16-chars" };
  const refused = await t.owner.post(path, { amount: 900 }, key);
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toContain("This order was paid in another shop.");
});

test("an imported order is apart in the figures, and its receipt is the other shop's", async () => {
  const t = await open();
  const now = t.clock.now().toISOString();
  await t.add(sale("1", { "Purchase Time (UTC timezone)": now, "Order Number": "old-817" }));
  const stats = await (await t.owner.get("/api/admin/stats?period=today")).json();
  expect(stats).toMatchObject({ imported: 1, currencies: [] });
  const [order] = t.rows().orders;
  const page = await (await t.owner.get(`/api/admin/orders/${order?.id}`)).json();
  const titles = page.timeline.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(["Imported from Gumroad", "Paid"]);
  const viewer = { browserHash: null, user: { id: 0, email: ANNA } };
  expect(findReceipt(t.deps, order?.number ?? "", viewer)).toMatchObject({ shop: "Gumroad" });
  expect(deliveryFinding(t.deps).state).toBe("ok");
  const hits = await (await t.owner.get("/api/admin/search?q=old-817")).json();
  expect(hits).toMatchObject([{ table: "orders", id: order?.id }]);
});

describe("buyers are told where their files are", () => {
  test("once each, spread over time, except those who want no mails or whose mailbox is gone", async () => {
    const t = await open();
    const to = (email: string) => sale(email, { "Purchase Email": email });
    await t.add(to(ANNA), sale("again"), to("ben@example.com"), to("gone@example.com"), {
      ...to("quiet@example.com"),
      "Do not contact?": "1",
    });
    await t.add({ ...to("poor@example.com"), "Refunded?": "1", "Fully Refunded?": "1" });
    expect(t.db.select().from(mailPreferences).all()).toMatchObject([
      { email: "quiet@example.com", topic: "news", wanted: false },
    ]);
    const dead = { kind: "code", recipient: "gone@example.com", status: "dead", data: {} } as const;
    addRow(t, emails, {
      ...dead,
      uniqueKey: "a",
      messageId: "<a@shop>",
      nextAttemptAt: t.clock.now(),
    });
    expect((await t.state()).untold).toBe(2);
    const wrong = await t.owner.post(`${ORDER_IMPORT}/tell`, { expected: 3 });
    expect(await wrong.json()).toMatchObject({ reason: "count_mismatch" });
    const { work, untold } = await t.tell(2);
    expect([work?.added, untold]).toEqual([2, 0]);
    t.clock.advance(MINUTE_MS);
    await t.settle();
    expect(t.mails.map(({ to: recipient }) => recipient).toSorted()).toEqual([
      ANNA,
      "ben@example.com",
    ]);
    expect(t.mails[0]?.text).toContain("Premium Pack");
    await t.add(sale("later"));
    expect((await t.state()).untold).toBe(0);
  });

  test("after the mails of a purchase, even if theirs were due before", async () => {
    const t = await open();
    await t.add(sale("1"));
    await t.tell(1);
    t.clock.advance(MINUTE_MS);
    await buy(t, openBrowser(t), { products: [t.book], email: "cleo@example.com" });
    expect(t.mails.map(({ to }) => to)).toEqual(["cleo@example.com", ANNA]);
  });

  test.each(["access has ended", "account was deleted"])(
    "unless their %s before the mail is sent",
    async (change) => {
      const t = await open();
      await t.add(sale("1"));
      await t.tell(1);
      const [item] = t.rows().items;
      const now = t.clock.now();
      if (change === "access has ended") {
        changeRow(t, orderItems, item?.id ?? 0, { revokedAt: now, revokeReason: "owner" });
      } else changeRow(t, orders, item?.orderId ?? 0, { accountDeletedAt: now });
      await t.settle();
      expect(t.mails).toEqual([]);
      t.db.delete(emails).run();
      expect((await t.state()).untold).toBe(0);
    },
  );
});

describe("a file with a mapping", () => {
  const line = { order: "1", mail: ANNA, what: "Old Pack", sum: "9.00", money: "usd" };

  async function openMapped() {
    const t = await open();
    const mapped = { ...t.answers, columns: CSV_COLUMNS, zone: "UTC" };
    const csvOf = (row: CsvRow) =>
      new TextEncoder().encode(csvFile(CSV_HEADERS, [{ ...line, ...row }], ";"));
    return {
      dryRun: (row: CsvRow) => t.dryRun(csvOf(row), mapped),
      add: async (row: CsvRow) => (await t.importFile(csvOf(row), mapped)).work,
    };
  }

  test("names a row without a product of the mapping with its reason", async () => {
    const { dryRun } = await openMapped();
    expect(await dryRun({ when: "2025-03-04", what: "Poster" })).toMatchObject({
      added: 0,
      skipped: { unknown_product: 1 },
      skippedOrders: [{ line: 2, number: "1", reason: "unknown_product", value: "Poster" }],
    });
  });

  test("changes nothing in the order of another shop with the same number", async () => {
    const { dryRun, add } = await openMapped();
    await add({ when: "2025-03-04 23:30:00", state: "paid" });
    const other = { when: "2025-06-07 12:00:00", state: "refunded" };
    expect(await dryRun(other)).toMatchObject({
      changed: 0,
      skippedOrders: [{ line: 2, number: "1", reason: "number_taken" }],
    });
    expect(await add(other)).toMatchObject({ added: 0, changed: 0 });
    const sameInOtherZone = { when: "2025-03-05 08:30:00", state: "refunded" };
    expect(await add(sameInOtherZone)).toMatchObject({ changed: 1 });
  });
});
