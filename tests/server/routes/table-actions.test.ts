import { describe, expect, test } from "vitest";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { newKey, openDesk, press, requestsToRefund } from "../../support/desk-shop.ts";
import { itemsOf, ordersOf } from "../../support/money.ts";
import { changesOf, newestChange } from "../../support/table-calls.ts";

const row = (table: string, id: number, action: string) => `${table}/${id}/${action}` as const;

type Wrong = [name: string, path: string, press: object, status: number, reason: string];
const WRONG: Wrong[] = [
  ["an unknown table", "invoices/1/refund", {}, 404, "unknown_table"],
  ["a table of SQLite's", "sqlite_schema/1/refund", {}, 404, "unknown_table"],
  ["an unknown action", "orders/1/explode", {}, 404, "unknown_action"],
  ["an action of another table", "orders/1/withdraw", {}, 404, "unknown_action"],
  ["a name that objects have", "orders/1/constructor", {}, 404, "unknown_action"],
  ["an unknown row", "orders/999/refund", { values: { amount: 1 } }, 404, "unknown_row"],
  ["an id that is none", "orders/one/refund", { values: { amount: 1 } }, 404, "not_found"],
  ["no key where money moves", "orders/1/refund", { key: null }, 422, "key_missing"],
  ["no key where a mail goes out", "orders/1/send_again", { key: null }, 422, "key_missing"],
  ["a field too many", "orders/1/refund", { values: { amount: 1, to: "me" } }, 422, "invalid"],
  ["an inherited name", "orders/1/send_again", { values: { toString: 1 } }, 422, "invalid"],
  [
    "an amount past what is counted",
    "orders/1/refund",
    { values: { amount: 1e300 } },
    422,
    "invalid",
  ],
  [
    "a long reason",
    "orders/1/refund",
    { values: { amount: 1, reason: "x".repeat(501) } },
    422,
    "invalid",
  ],
  [
    "an old version",
    "orders/1/refund",
    { values: { amount: 1 }, headers: { "If-Match": '"v1"' } },
    412,
    "version_mismatch",
  ],
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
  const { body } = await press(desk.admin, row("order_items", id, "withdraw"), { headers });
  expect(body).toMatchObject({
    code: "version_mismatch",
    current: { id, version: 2, revoked_at: null },
    changedBy: "fulfilment",
  });
  const current = { "If-Match": '"v2"' };
  const done = await press(desk.admin, row("order_items", id, "withdraw"), { headers: current });
  expect(done).toMatchObject({ status: 200, body: { version: 3, revoke_reason: "owner" } });
  expect(done.headers.get("ETag")).toBe('"v3"');
  expect(done.headers.get("X-Change-Set")).toBeNull();
});

describe("a key", () => {
  test("brings the same answer again, and does nothing, whatever the row is by then", async () => {
    const desk = await openDesk();
    const id = itemsOf(desk)[0]?.id ?? 0;
    const key = newKey();
    const first = await press(desk.admin, row("order_items", id, "withdraw"), { key });
    await press(desk.admin, row("order_items", id, "restore"));
    const before = newestChange(desk);
    const again = await press(desk.admin, row("order_items", id, "withdraw"), { key });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(newestChange(desk)).toBe(before);
  });

  test("that is at work is refused for anything else, too", async () => {
    const desk = await openDesk();
    const key = newKey();
    const refund = (amount: number) =>
      press(desk.admin, row("orders", desk.orderId, "refund"), { key, values: { amount } });
    const both = await Promise.all([refund(100), refund(200)]);
    expect(both).toMatchObject([{ status: 200 }, { status: 422, body: { reason: "key_reused" } }]);
  });
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
  const { status, body } = await press(desk.admin, row("product_files", 1, "tell_buyers"));
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: 1, product_id: desk.pack, told: expect.any(Number) });
});

test("a table's schema lists its actions with what they need", async () => {
  const { admin } = await openDesk();
  const { body } = await admin.call<TableSchema>("GET", "/api/admin/schemas/orders");
  expect(
    body.actions.map(({ name, movesMoney, sendsMail, form }) => ({
      name,
      needs: [movesMoney && "money", sendsMail && "mail"].filter(Boolean).join(),
      fields: Object.keys(form.properties).join(),
      required: form.required.join(),
    })),
  ).toEqual([
    { name: "send_again", needs: "mail", fields: "", required: "" },
    { name: "correct_email", needs: "mail", fields: "email", required: "email" },
    { name: "refund", needs: "money", fields: "amount,reason", required: "amount" },
    { name: "give_product", needs: "mail", fields: "product_id,send_mail", required: "product_id" },
    { name: "settle_double", needs: "", fields: "", required: "" },
  ]);
  expect(body.actions[3]?.form.properties["product_id"]).toMatchObject({ reference: "products" });
});
