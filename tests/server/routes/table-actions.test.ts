import { expect, test } from "vitest";
import { openDesk, press, requestsToRefund } from "../../support/desk-shop.ts";
import { itemsOf, ordersOf } from "../../support/money.ts";
import { changesOf, newestChange } from "../../support/table-calls.ts";

const row = (table: string, id: number, action: string) => `${table}/${id}/${action}` as const;

type Wrong = [name: string, path: string, press: object, status: number, reason: string];
const WRONG: Wrong[] = [
  ["an unknown table", "invoices/1/refund", {}, 404, "unknown_table"],
  ["an unknown action", "orders/1/explode", {}, 404, "unknown_action"],
  ["an action that is a link", "products/1/link", {}, 404, "unknown_action"],
  ["an action of another table", "orders/1/revoke", {}, 404, "unknown_action"],
  ["an unknown row", "orders/999/refund", { values: { amount: 1 } }, 404, "unknown_row"],
  ["no key where money moves", "orders/1/refund", { key: null }, 422, "key_missing"],
  ["no key where a mail goes out", "orders/1/send_again", { key: null }, 422, "key_missing"],
  ["a field too many", "orders/1/refund", { values: { amount: 1, to: "me" } }, 422, "invalid"],
];

test.each(WRONG)("%s is refused", async (_name, path, sent, status, reason) => {
  const desk = await openDesk();
  const before = newestChange(desk);
  const answer = await press(desk.admin, path as `orders/${number}/x`, sent);
  expect(answer).toMatchObject({ status, body: { reason } });
  expect(newestChange(desk)).toBe(before);
  expect(requestsToRefund(desk)).toBe(0);
});

test("an old version is answered with the row as it is", async () => {
  const desk = await openDesk();
  const id = itemsOf(desk)[0]?.id ?? 0;
  const headers = { "If-Match": '"v1"' };
  const { body } = await press(desk.admin, row("order_items", id, "revoke"), { headers });
  expect(body).toMatchObject({
    code: "version_mismatch",
    current: { id, version: 2, revoked_at: null },
    changedBy: "fulfilment",
  });
  const current = { "If-Match": '"v2"' };
  const done = await press(desk.admin, row("order_items", id, "revoke"), { headers: current });
  expect(done).toMatchObject({ status: 200, body: { version: 3, revoke_reason: "owner" } });
  expect(done.headers.get("ETag")).toBe('"v3"');
  expect(done.headers.get("X-Change-Set")).toBeNull();
});

const FORMER: [name: string, path: string, changed: object][] = [
  ["withdraw", "order_items/1/withdraw", { revoke_reason: "owner" }],
  ["tell_buyers", "product_files/1/tell_buyers", { notified: expect.any(Number) }],
];

test.each(FORMER)("%s, sent by an earlier build of the admin, still runs", async (...given) => {
  const [, path, changed] = given;
  const desk = await openDesk();
  const answer = await press(desk.admin, path as `order_items/${number}/x`);
  expect(answer).toMatchObject({ status: 200, body: changed });
});

test("what an action changes is one set, by the administrator who pressed it", async () => {
  const desk = await openDesk();
  const before = newestChange(desk);
  await press(desk.admin, row("orders", desk.orderId, "refund"), { values: { amount: 4900 } });
  const lines = ["refunds", "order_items", "orders"]
    .flatMap((table) => changesOf(desk, table))
    .filter(({ id }) => id > before);
  const actor = `admin:${desk.admin.userId}`;
  expect(lines.map((line) => line.actor)).toEqual(Array.from({ length: 5 }, () => actor));
  const [first] = lines;
  expect(new Set(lines.slice(1).map(({ setId }) => setId))).toEqual(new Set([first?.id]));
  expect(ordersOf(desk)[0]?.refundedAmount).toBe(4900);
});

test("what an action tells besides stands in the row that is answered", async () => {
  const desk = await openDesk();
  const { status, body } = await press(desk.admin, row("product_files", 1, "notify_buyers"));
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: 1, product_id: desk.pack, notified: expect.any(Number) });
});
