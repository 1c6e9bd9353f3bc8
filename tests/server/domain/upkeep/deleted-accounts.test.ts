import { expect, test } from "vitest";
import { withdrawals } from "../../../../db/buyer-schema.ts";
import { changes, emails, orderNotes, orders, refunds } from "../../../../db/schema.ts";
import { refundEntries, renewals } from "../../../../db/stats-schema.ts";
import { forgetBuyers } from "../../../../server/domain/upkeep/deleted-accounts.ts";
import { emailsOf, itemsOf, ordersOf } from "../../../support/money.ts";
import { addRow, changeRow } from "../../../support/rows.ts";
import { buy, openShop, type Shop } from "../../../support/shop.ts";

const ANNA = "anna@example.com";
const BERT = "bert@example.com";

/** The shop's clock begins in November 2026, so the retention ends with the year 2036. */
const LAST_DAY = new Date("2036-12-31T23:59:59Z");
const NEXT_DAY = new Date("2037-01-01T00:00:01Z");

/** Sells the pack to Anna, with everything that can name her. Her account is deleted unless `isKept`. */
async function sold({ isKept = false, values = {} } = {}) {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack], email: ANNA });
  const orderId = ordersOf(shop)[0]?.id ?? 0;
  changeRow(shop, orders, orderId, {
    customerName: "Anna Bear",
    taxId: "DE123",
    invoiceUrl: "https://pay.example/anna",
    ...(!isKept && { accountDeletedAt: shop.clock.now() }),
    ...values,
  });
  const declared = { orderId, name: "Anna Bear", statement: "Anna Bear withdraws." };
  addRow(shop, withdrawals, { ...declared, email: ANNA });
  addRow(shop, orderNotes, { orderId, kind: "text", text: "Anna called." });
  const asked = { amount: 100, status: "succeeded", reason: "Anna asked." } as const;
  addRow(shop, refunds, { orderId, ...asked });
  shop.db.sqlite.exec("DELETE FROM refund_entries");
  return { ...shop, orderId };
}

function sweepAt(shop: Shop, time: Date): void {
  shop.clock.advance(time.getTime() - shop.clock.now().getTime());
  while (forgetBuyers(shop.deps));
}

/** Everything stored that names a person, by table. */
function placesOf({ db: { sqlite } }: Shop, name: string): string[] {
  const tables = ["orders", "order_items", "order_notes", "refunds", "withdrawals", "emails"];
  return [...tables, "changes"].filter((table) => {
    const rows = sqlite.prepare(`SELECT * FROM ${table}`).all();
    return JSON.stringify(rows).toLowerCase().includes(name);
  });
}

test("an order of a deleted account is anonymous after ten years, with its history", async () => {
  const shop = await sold();
  const [before] = ordersOf(shop);
  sweepAt(shop, LAST_DAY);
  expect(placesOf(shop, "anna")).toContain("orders");
  sweepAt(shop, NEXT_DAY);
  expect(placesOf(shop, "anna")).toEqual([]);
  const search = shop.db.sqlite.prepare(
    "SELECT count(*) FROM orders_texts WHERE orders_texts MATCH ?",
  );
  expect(search.pluck().get('"ann"')).toBe(0);
  const { totalAmount, country, number, paidAt, status } = before ?? {};
  expect(ordersOf(shop)).toMatchObject([{ totalAmount, country, number, paidAt, status }]);
  expect(itemsOf(shop)).toMatchObject([{ name: "Premium Pack" }]);
  expect(shop.db.select().from(refunds).all()).toMatchObject([{ amount: 100, reason: null }]);
  const recorded = shop.db.select().from(changes).all().length;
  sweepAt(shop, new Date(NEXT_DAY.getTime() + 1000));
  expect(shop.db.select().from(changes).all()).toHaveLength(recorded);
});

test.each<[string, Parameters<typeof sold>[0], (shop: Awaited<ReturnType<typeof sold>>) => void]>([
  ["whose account is not deleted", { isKept: true }, () => {}],
  [
    "whose subscription was renewed since",
    {},
    ({ db, orderId }) => {
      const paidAt = new Date("2027-03-01T00:00:00Z");
      const renewal = {
        orderId,
        paymentIntentId: "pi_later",
        currency: "usd",
        amount: 999,
        paidAt,
      };
      db.insert(renewals).values(renewal).run();
    },
  ],
  [
    "that was refunded since",
    {},
    ({ db, orderId }) => {
      const createdAt = new Date("2027-03-01T00:00:00Z");
      db.insert(refundEntries).values({ orderId, amount: 100, createdAt }).run();
    },
  ],
])("an order %s keeps its buyer", async (_name, options, arrange) => {
  const shop = await sold(options);
  arrange(shop);
  sweepAt(shop, NEXT_DAY);
  expect(ordersOf(shop)).toMatchObject([{ email: ANNA, customerName: "Anna Bear" }]);
});

test("of a gift only the deleted person is forgotten", async () => {
  const values = { giftTo: ANNA, giverEmail: BERT, customerName: "Bert Fox" };
  const recipient = await sold({ values });
  sweepAt(recipient, NEXT_DAY);
  expect(ordersOf(recipient)).toMatchObject([
    { email: null, giftTo: "", giverEmail: BERT, customerName: "Bert Fox" },
  ]);
  expect(recipient.db.select().from(withdrawals).all()).toHaveLength(1);
  const giver = await sold({ isKept: true, values: { ...values, giverDeletedAt: new Date(0) } });
  const formerly = {
    kind: "gift_receipt",
    recipient: "bert@former.example",
    status: "sent",
  } as const;
  const mail = {
    ...formerly,
    orderId: giver.orderId,
    uniqueKey: "gift-receipt:1",
    messageId: "x",
    data: {},
  };
  addRow(giver, emails, { ...mail, nextAttemptAt: new Date(0) });
  sweepAt(giver, NEXT_DAY);
  expect(ordersOf(giver)).toMatchObject([{ email: ANNA, giverEmail: null, customerName: null }]);
  expect(emailsOf(giver).map(({ recipient: to }) => to)).toEqual([ANNA]);
  expect(giver.db.select().from(withdrawals).all()).toEqual([]);
});
