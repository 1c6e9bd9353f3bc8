import { expect, test } from "vitest";
import { withdrawals } from "../../../db/buyer-schema.ts";
import { orders } from "../../../db/schema.ts";
import { DAY_MS, DELAYED_CARD, emailsOf, itemsOf, ordersOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop, pay } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { openBrowser } from "../../support/browser.ts";
import { changeRow } from "../../support/rows.ts";
import { press } from "../../support/desk-shop.ts";

const ANNA = "anna@example.com";

/** Opens a shop where Anna has bought the pack; `send` posts the form of a visitor. */
async function open() {
  const t = await openShop({ web: realPages });
  await buy(t, t.browser, { products: [t.pack], email: ANNA });
  const [order] = ordersOf(t);
  const visitor = openBrowser(t);
  const anna = { name: "Anna Bear", email: ANNA, number: order?.number ?? "" };
  t.mails.length = 0;
  return {
    ...t,
    anna,
    async send(fields: Record<string, string>) {
      const answer = await visitor.postForm("/withdraw", fields);
      return { status: answer.status, html: await answer.text(), headers: answer.headers };
    },
    stored: () => t.db.select().from(withdrawals).all(),
  };
}

type Fields = Awaited<ReturnType<typeof open>>["anna"];

const UNKNOWN = "We found no paid order with this number and this email address.";

test.each<[string, (anna: Fields) => Record<string, string>, string]>([
  ["nothing", () => ({}), "Order number is required"],
  ["no address", (anna) => ({ ...anna, email: "anna" }), "Email address is not a valid email"],
  ["a name of two lines", (anna) => ({ ...anna, name: "A\nB" }), "Full name is not valid"],
  ["a long number", (anna) => ({ ...anna, number: "9".repeat(300) }), "cannot exceed 40"],
  ["an unknown number", (anna) => ({ ...anna, number: "🙂" }), UNKNOWN],
  ["another buyer's order", (anna) => ({ ...anna, email: "bert@example.com" }), UNKNOWN],
])("%s is refused with its reason, and what was typed stays", async (_, fieldsOf, reason) => {
  const t = await open();
  const fields = fieldsOf(t.anna);
  for (const step of [fields, { ...fields, confirm: "1" }]) {
    const { status, html } = await t.send(step);
    expect(status).toBe(422);
    expect(html).toContain(reason);
    for (const typed of Object.values(fields)) {
      expect(html).toContain(`value="${typed}"`);
    }
    expect(html).not.toContain("Premium Pack");
  }
  expect([t.stored(), t.mails]).toEqual([[], []]);
});

test("an order that was never paid is unknown", async () => {
  const t = await open();
  await pay(t, t.browser, { products: [t.book], card: "4000000000000002", email: ANNA });
  const number = ordersOf(t)[1]?.number ?? "";
  expect((await t.send({ ...t.anna, number })).html).toContain(UNKNOWN);
});

test("the first step names the order and stores nothing", async () => {
  const t = await open();
  const typed = `Order ${t.anna.number.toLowerCase().replace("-", " ")}`;
  const { status, html, headers } = await t.send({
    ...t.anna,
    email: " Anna@Example.com ",
    number: typed,
  });
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toBe("private, no-store");
  for (const text of [t.anna.number, "Premium Pack", "$37.00 USD", "Confirm withdrawal"]) {
    expect(html).toContain(text);
  }
  expect(t.stored()).toEqual([]);
});

test("the second step stores it, mails the receipt and tells the owner", async () => {
  const t = await open();
  const { status, html } = await t.send({ ...t.anna, confirm: "1" });
  expect(status).toBe(200);
  expect(html).toContain("We received your withdrawal");
  const statement = `I withdraw from my contract for order ${t.anna.number} of November 21, 2026: Premium Pack.`;
  expect(t.stored()).toMatchObject([
    { orderId: 1, name: "Anna Bear", email: ANNA, statement, late: false, doneAt: null },
  ]);
  await t.settle();
  expect(t.mails).toMatchObject([
    { to: ANNA, subject: `We received your withdrawal (order ${t.anna.number})` },
    { to: "hello@papercub.example", replyTo: ANNA },
  ]);
  for (const { text } of t.mails) {
    expect(text).toContain(statement);
    expect(text).toContain("November 21, 2026 at 10:00 AM UTC");
  }
  // The owner decides about the refund and the access.
  expect(itemsOf(t)[0]?.revokedAt).toBeNull();
});

test("a second withdrawal says when the first one arrived", async () => {
  const t = await open();
  await t.send({ ...t.anna, confirm: "1" });
  t.clock.advance(2 * DAY_MS);
  for (const fields of [t.anna, { ...t.anna, name: "Bert", confirm: "1" }]) {
    const { status, html } = await t.send(fields);
    expect(status).toBe(200);
    expect(html).toContain("reached us on November 21, 2026 at 10:00 AM UTC");
  }
  expect(t.stored()).toHaveLength(1);
  expect(emailsOf(t).filter(({ kind }) => kind.startsWith("withdrawal"))).toHaveLength(2);
});

test.each([
  [15 * DAY_MS, false],
  [15 * DAY_MS + 1, true],
])("%d ms after the payment, late is %s", async (ms, late) => {
  const t = await open();
  t.clock.advance(ms);
  const { html } = await t.send({ ...t.anna, confirm: "1" });
  expect(html.includes("after the withdrawal period")).toBe(late);
  expect(t.stored()).toMatchObject([{ late }]);
});

test("the second step says that the period is over", async () => {
  const t = await open();
  const over = "The withdrawal period of 14 days is over for this order.";
  expect((await t.send(t.anna)).html).not.toContain(over);
  t.clock.advance(15 * DAY_MS + 1);
  expect((await t.send(t.anna)).html).toContain(over);
});

test("a fully refunded order leaves nothing to withdraw from, a partly refunded one does", async () => {
  const t = await open();
  const [order] = ordersOf(t);
  const refund = (refundedAmount: number) =>
    changeRow(t, orders, order?.id ?? 0, { refundedAmount });
  refund(3700);
  for (const fields of [t.anna, { ...t.anna, confirm: "1" }]) {
    const { status, html } = await t.send(fields);
    expect(status).toBe(422);
    expect(html).toContain("This order has been refunded in full");
  }
  expect([t.stored(), t.mails]).toEqual([[], []]);
  refund(3699);
  expect((await t.send(t.anna)).html).toContain("Confirm withdrawal");
});

test("an order can be withdrawn from while its payment is pending", async () => {
  const t = await open();
  await buy(t, openBrowser(t), { products: [t.book], card: DELAYED_CARD, email: ANNA });
  const number = ordersOf(t)[1]?.number ?? "";
  await t.send({ ...t.anna, number, confirm: "1" });
  expect(t.stored()).toMatchObject([{ orderId: 2 }]);
});

test("the owner marks it as done, once", async () => {
  const t = await open();
  await t.send({ ...t.anna, confirm: "1" });
  const admin = signInAdmin(t);
  const act = () => press(admin, "withdrawals/1/settle");
  expect((await act()).status).toBe(200);
  expect(t.stored()[0]?.doneAt).toEqual(t.clock.now());
  expect((await act()).status).toBe(409);
});
