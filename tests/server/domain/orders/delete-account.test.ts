import { expect, test } from "vitest";
import { orderNotes, orders, users } from "../../../../db/schema.ts";
import { deleteAccount } from "../../../../server/domain/orders/delete-account.ts";
import { findReceipt } from "../../../../server/domain/orders/receipt.ts";
import { MEMBER, FIRST_END, member, recordsOf } from "../../../support/member.ts";
import { emailsOf, itemsOf, ordersOf, statusOf } from "../../../support/money.ts";
import { addRow, changeRow, copyOrder } from "../../../support/rows.ts";
import { buy, openShop, type Shop } from "../../../support/shop.ts";
import { signedIn } from "../../../support/sign-in.ts";
import { press } from "../../../support/desk-shop.ts";
import { signInAdmin } from "../../../support/table-calls.ts";

const ANNA = "anna@example.com";
const BERT = "bert@example.com";

type Store = Pick<Shop, "db" | "deps" | "clock">;

const usersOf = ({ db }: Pick<Store, "db">) => db.select().from(users).all();

/** Deletes the account of this email, as its user. */
async function leave(
  { db, deps, clock }: Pick<Store, "deps" | "clock"> & { db: Pick<Store["db"], "write"> },
  email: string,
  endsAccess = false,
) {
  const user = usersOf(deps).find((each) => each.email === email);
  if (!user) throw new Error(`${email} has no account.`);
  const author = { actor: "buyer", now: clock.now() };
  await deleteAccount(deps, { user, endsAccess, author, write: db.write });
}

test("a subscriber leaves once the subscription is cancelled, and no later event brings the account back", async () => {
  const { shop, control, id, until, link } = await member();
  await expect(leave(shop, MEMBER)).rejects.toThrow("has a subscription that renews");
  control.cancel(id, { atPeriodEnd: true });
  await shop.settle();
  await leave(shop, MEMBER);
  expect(await statusOf(shop, link)).toBe(200);
  until(FIRST_END, 1);
  control.cancel(id);
  await shop.settle();
  expect([usersOf(shop), recordsOf(shop)]).toEqual([[], []]);
  expect(await statusOf(shop, link)).toBe(404);
});

test("a deletion that was interrupted is finished by the next one", async () => {
  const shop = await openShop();
  const anna = await signedIn(shop, ANNA);
  await buy(shop, anna, { products: [shop.pack], email: ANNA });
  copyOrder(shop, 12);
  let left = 4;
  const write: typeof shop.db.write = (work) => {
    if (left-- === 0) throw new Error("The store was stopped.");
    return shop.db.write(work);
  };
  const deletedOrders = () => ordersOf(shop).filter((each) => each.accountDeletedAt !== null);
  await expect(leave({ ...shop, db: { write } }, ANNA)).rejects.toThrow("stopped");
  expect(deletedOrders().length).toBeLessThan(13);
  expect(usersOf(shop)).toHaveLength(1);
  await leave(shop, ANNA);
  expect(deletedOrders()).toHaveLength(13);
  expect(usersOf(shop)).toEqual([]);
});

test.each<[string, string, (shop: Shop, orderId: number) => void]>([
  [
    "dispute",
    "is disputed",
    (shop, orderId) => void addRow(shop, orderNotes, { orderId, kind: "dispute_open" }),
  ],
  [
    "delayed payment",
    "is being processed",
    (shop, orderId) => void changeRow(shop, orders, orderId, { status: "processing" }),
  ],
])("a %s that begins during the deletion keeps the account", async (_name, reason, begin) => {
  const shop = await openShop();
  const anna = await signedIn(shop, ANNA);
  await buy(shop, anna, { products: [shop.pack], email: ANNA });
  let hasBegun = false;
  const write: typeof shop.db.write = (work) => {
    if (!hasBegun) begin(shop, ordersOf(shop)[0]?.id ?? 0);
    hasBegun = true;
    return shop.db.write(work);
  };
  await expect(leave({ ...shop, db: { write } }, ANNA)).rejects.toThrow(reason);
  expect(usersOf(shop)).toHaveLength(1);
});

/** Sells a gift from Bert to Anna; both have an account. */
async function gift() {
  const shop = await openShop();
  const anna = await signedIn(shop, ANNA);
  await signedIn(shop, BERT);
  await buy(shop, anna, { products: [shop.pack], email: ANNA });
  const [order] = ordersOf(shop);
  const given = { userId: null, giftTo: ANNA, giverEmail: BERT, giverHash: "hash" };
  changeRow(shop, orders, order?.id ?? 0, given);
  return shop;
}

test("a recipient who leaves keeps nothing from the giver, and a giver nothing from the recipient", async () => {
  const shop = await gift();
  await leave(shop, ANNA, true);
  expect(ordersOf(shop)).toMatchObject([{ giverEmail: BERT, giverDeletedAt: null }]);
  expect(ordersOf(shop)[0]?.accountDeletedAt).not.toBeNull();

  const other = await gift();
  await leave(other, BERT, true);
  expect(ordersOf(other)).toMatchObject([
    { email: ANNA, accountDeletedAt: null, giverEmail: BERT, giverHash: null },
  ]);
  const [given] = ordersOf(other);
  expect(given?.giverDeletedAt).not.toBeNull();
  const again = { user: { id: 99, email: BERT }, browserHash: "hash" };
  expect(findReceipt(other.deps, given?.number ?? "", again)).toBeNull();
  expect(itemsOf(other)).toMatchObject([{ revokedAt: null }]);
});

test("a giver to whom the owner moved the gift leaves as its giver and its recipient", async () => {
  const shop = await gift();
  changeRow(shop, orders, 1, { email: BERT, giftTo: BERT });
  let transactions = 0;
  const write: typeof shop.db.write = (work) => {
    if (++transactions > 20) throw new Error("The deletion does not end.");
    return shop.db.write(work);
  };
  await leave({ ...shop, db: { write } }, BERT);
  const [order] = ordersOf(shop);
  expect(order?.giverDeletedAt).not.toBeNull();
  expect(order?.accountDeletedAt).not.toBeNull();
});

/** Opens a shop in which an administrator looks at Anna's account with an order. */
async function desk() {
  const shop = await openShop();
  const admin = signInAdmin(shop);
  const anna = await signedIn(shop, ANNA);
  await buy(shop, anna, { products: [shop.pack], email: ANNA });
  const id = usersOf(shop).find(({ email }) => email === ANNA)?.id ?? 0;
  return { ...shop, admin, anna, id };
}

test("the owner deletes an account at its person's request, but no administrator", async () => {
  const t = await desk();
  const own = await press(t.admin, `users/${t.admin.userId}/delete_account`);
  expect(own).toMatchObject({ status: 409 });
  expect(await press({ call: t.admin.call }, `users/${t.id + 99}/delete_account`)).toMatchObject({
    status: 404,
  });
  const key = "one-click-of-the-owner";
  const values = { end_access: true };
  for (let time = 0; time < 2; time++) {
    const answer = await press(t.admin, `users/${t.id}/delete_account`, { values, key });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.headers.get("X-Change-Set")).toBeNull();
  }
  expect(usersOf(t).map(({ email }) => email)).toEqual(["owner@example.com"]);
  expect(itemsOf(t)).toMatchObject([{ revokeReason: "account_deleted" }]);
  expect((await t.anna.get("/api/users/me")).status).toBe(401);
  const { body } = await t.admin.call("GET", `/api/admin/orders/${ordersOf(t)[0]?.id}`);
  expect(body).toMatchObject({ order: { account_deleted_at: t.clock.now().toISOString() } });
});

test("the owner cannot mail files to somebody who has ended the access, unless they are restored", async () => {
  const t = await desk();
  await leave(t, ANNA, true);
  const sent = () => emailsOf(t).filter(({ kind }) => kind === "delivery").length;
  const before = sent();
  const orderId = ordersOf(t)[0]?.id ?? 0;
  t.clock.advance(3_600_000);
  expect(await press(t.admin, `orders/${orderId}/send_again`)).toMatchObject({ status: 409 });
  const itemId = itemsOf(t)[0]?.id ?? 0;
  expect(await press(t.admin, `order_items/${itemId}/restore`)).toMatchObject({ status: 200 });
  expect(await press(t.admin, `orders/${orderId}/send_again`)).toMatchObject({ status: 200 });
  expect(sent()).toBe(before + 1);
});
