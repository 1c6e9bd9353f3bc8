import { expect, test } from "vitest";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { type Desk, newKey, openDesk, press, refundsOf } from "../../support/desk-shop.ts";
import { emailsOf, fileLink, itemsOf, ordersOf, statusOf } from "../../support/money.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { newestChange } from "../../support/table-calls.ts";
import { changeRow } from "../../support/rows.ts";

const orderPath = (desk: Desk, action: string) => `orders/${desk.orderId}/${action}` as const;
const mailsTo = (desk: Desk) => emailsOf(desk).map(({ kind, recipient }) => `${kind} ${recipient}`);
const SENT = "delivery buyer@example.com";

function changeOrder({ db, clock, orderId }: Desk, patch: Partial<Order>): void {
  changeRow({ db, clock }, orders, orderId, patch);
}

const unpaid = (desk: Desk) => {
  changeOrder(desk, { status: "open" });
  desk.db.update(orderItems).set({ grantedAt: null }).run();
};
const nothing = () => {};
const withdrawAll = async (desk: Desk) => {
  for (const at of [0, 1])
    await press(desk.admin, `order_items/${itemsOf(desk)[at]?.id ?? 0}/revoke`);
};

type Refused = [
  action: string,
  so: string,
  values: object,
  given: (desk: Desk) => unknown,
  status: number,
  text: string,
];

// action-conditions.test.ts covers the row states in which an action is refused with 409.
const REFUSED: Refused[] = [
  ["send_again", "of an unpaid order", {}, unpaid, 409, "hasn't been paid"],
  ["send_again", "with nothing to send", {}, withdrawAll, 409, "no files to send"],
  ["send_again", "sent just now", {}, nothing, 409, "less than a minute ago"],
  [
    "correct_email",
    "to the same email",
    { email: "Buyer@Example.com" },
    nothing,
    422,
    "already go to this address",
  ],
  ["correct_email", "to no email", { email: "no email" }, nothing, 422, "Email"],
  ["give_product", "that it has", { product_id: 1 }, nothing, 409, "already has this product"],
  ["give_product", "that is revoked", { product_id: 1 }, withdrawAll, 409, "restore it instead"],
  ["give_product", "that does not exist", { product_id: 99 }, nothing, 422, "Choose a product"],
];

test.each(REFUSED)("%s %s is refused in words", async (...refused) => {
  const [action, , values, given, status, text] = refused;
  const desk = await openDesk();
  await given(desk);
  const before = newestChange(desk);
  const answer = await press(desk.admin, orderPath(desk, action), { values });
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
