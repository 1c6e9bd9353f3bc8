import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { type Desk, newKey, openDesk, press, refundsOf } from "../../support/desk-shop.ts";
import { emailsOf, fileLink, itemsOf, ordersOf, statusOf } from "../../support/money.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { newestChange } from "../../support/table-calls.ts";

const itemPath = (desk: Desk, action: string, at = 0) =>
  `order_items/${itemsOf(desk)[at]?.id ?? 0}/${action}` as const;
const orderPath = (desk: Desk, action: string) => `orders/${desk.orderId}/${action}` as const;
const mailsTo = (desk: Desk) => emailsOf(desk).map(({ kind, recipient }) => `${kind} ${recipient}`);
const SENT = "delivery buyer@example.com";

function changeOrder({ db, clock, orderId }: Desk, patch: Partial<Order>): void {
  const author = { actor: "test", now: clock.now() };
  db.write((tx) => updateRow(tx, orders, orderId, patch, author));
}

const unpaid = (desk: Desk) => {
  changeOrder(desk, { status: "open" });
  desk.db.update(orderItems).set({ grantedAt: null }).run();
};
const nothing = () => {};
const withdrawAll = async (desk: Desk) => {
  for (const at of [0, 1]) await press(desk.admin, itemPath(desk, "withdraw", at));
};

type Refused = {
  action: string;
  of?: "order" | "item";
  values?: object;
  so: string;
  given: (desk: Desk) => unknown;
  status?: number;
  text: string;
};

const REFUSED: Refused[] = [
  { action: "send_again", so: "of an unpaid order", given: unpaid, text: "has not been paid" },
  {
    action: "send_again",
    so: "without an email",
    given: (desk) => changeOrder(desk, { email: null }),
    text: "no email yet",
  },
  {
    action: "send_again",
    so: "with nothing to send",
    given: withdrawAll,
    text: "no files to send",
  },
  { action: "send_again", so: "sent just now", given: nothing, text: "less than a minute ago" },
  {
    action: "correct_email",
    values: { email: "new@example.com" },
    so: "of an unpaid order",
    given: unpaid,
    text: "has not been paid",
  },
  {
    action: "correct_email",
    values: { email: "Buyer@Example.com" },
    so: "to the same email",
    given: nothing,
    status: 422,
    text: "already go to this address",
  },
  {
    action: "correct_email",
    values: { email: "no email" },
    so: "to no email",
    given: nothing,
    status: 422,
    text: "Email",
  },
  {
    action: "refund",
    values: { amount: 1 },
    so: "of an unpaid order",
    given: unpaid,
    text: "has not been paid",
  },
  {
    action: "refund",
    values: { amount: 1 },
    so: "of a free order",
    given: (desk) => changeOrder(desk, { totalAmount: 0, paymentIntentId: null }),
    text: "was free",
  },
  {
    action: "refund_line",
    of: "item",
    so: "of a free item",
    given: ({ db }) => db.update(orderItems).set({ price: 0 }).run(),
    text: "was free",
  },
  { action: "refund_line", of: "item", so: "unpaid", given: unpaid, text: "has not been paid" },
  {
    action: "give_product",
    values: { product_id: 1 },
    so: "to an unpaid order",
    given: unpaid,
    text: "has not been paid",
  },
  {
    action: "give_product",
    values: { product_id: 1 },
    so: "that it holds",
    given: nothing,
    text: "already has this product",
  },
  {
    action: "give_product",
    values: { product_id: 1 },
    so: "that is withdrawn",
    given: withdrawAll,
    text: "restore it instead",
  },
  {
    action: "give_product",
    values: { product_id: 99 },
    so: "that does not exist",
    given: nothing,
    status: 422,
    text: "Choose a product",
  },
  {
    action: "withdraw",
    of: "item",
    so: "never granted",
    given: unpaid,
    text: "never gave access",
  },
  { action: "withdraw", of: "item", so: "twice", given: withdrawAll, text: "already revoked" },
  { action: "restore", of: "item", so: "never granted", given: unpaid, text: "never gave access" },
  { action: "restore", of: "item", so: "that is open", given: nothing, text: "is not revoked" },
];

test.each(REFUSED)("$action $so is refused in words", async (refused) => {
  const { action, of = "order", values = {}, given, status = 409, text } = refused;
  const desk = await openDesk();
  await given(desk);
  const before = newestChange(desk);
  const path = of === "item" ? itemPath(desk, action) : orderPath(desk, action);
  const answer = await press(desk.admin, path, { values });
  expect(answer.status).toBe(status);
  expect(answer.body["message"]).toContain(text);
  if (given === unpaid) expect(answer.body["reason"]).toBe("not_paid");
  expect(newestChange(desk)).toBe(before);
  expect(refundsOf(desk)).toEqual([]);
});

test("a subscription is not given for nothing", async () => {
  const desk = await openDesk();
  const club = await desk.addProduct({
    name: "Club",
    type: "subscription",
    billingPeriod: "month",
  });
  const values = { product_id: club };
  const { status, body } = await press(desk.admin, orderPath(desk, "give_product"), { values });
  expect({ status, errors: body["errors"] }).toMatchObject({
    status: 422,
    errors: { product_id: [expect.stringContaining("subscription")] },
  });
});

test("the files are sent again, once a press, past the limits that visitors have", async () => {
  const desk = await openDesk();
  const keys = Array.from({ length: 7 }, newKey);
  for (const key of keys) {
    desk.clock.advance(MINUTE_MS);
    await press(desk.admin, orderPath(desk, "send_again"), { key });
  }
  await press(desk.admin, orderPath(desk, "send_again"), { key: keys.at(-1) ?? "" });
  await desk.settle();
  expect(mailsTo(desk)).toEqual(Array.from({ length: 8 }, () => SENT));
  expect(desk.mails).toHaveLength(8);
  expect(await statusOf(desk, fileLink(desk.mails.at(-1)?.text, "Premium-Pack"))).toBe(200);
});

test.each([true, false])("a product is given for nothing, its mail wished: %s", async (wished) => {
  const desk = await openDesk();
  const gift = await desk.addProduct({ name: "Mazes", price: 900, contents: ["maze"] });
  const values = { product_id: gift, send_mail: wished };
  expect((await press(desk.admin, orderPath(desk, "give_product"), { values })).status).toBe(200);
  expect(itemsOf(desk)[2]).toMatchObject({
    productId: gift,
    price: 0,
    grantedAt: desk.clock.now(),
  });
  await desk.settle();
  expect(mailsTo(desk)).toEqual(wished ? [SENT, SENT] : [SENT]);
  if (wished) expect(await statusOf(desk, fileLink(desk.mails[1]?.text, "Mazes"))).toBe(200);
  expect(ordersOf(desk)[0]).toMatchObject({ totalAmount: 4900 });
});

test("no action touches another order", async () => {
  const desk = await openDesk();
  const others = () => desk.db.select().from(orders).where(eq(orders.email, "b@example.com")).all();
  const other = desk.db.write((tx) =>
    tx
      .insert(orders)
      .values({
        number: "OTHER",
        status: "paid",
        email: "b@example.com",
        currency: "usd",
        totalAmount: 4900,
        createdAt: desk.clock.now(),
        updatedAt: desk.clock.now(),
      })
      .returning()
      .get(),
  );
  await press(desk.admin, orderPath(desk, "refund"), { values: { amount: 4900 } });
  expect(others()).toEqual([other]);
});
