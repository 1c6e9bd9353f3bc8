import { describe, expect, test } from "vitest";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { newKey, openDesk, press, requestsToRefund } from "../../support/desk-shop.ts";
import { emailsOf, itemsOf, ordersOf } from "../../support/money.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { changesOf, newestChange, signInAdmin } from "../../support/table-calls.ts";

const ACTIONS = [...TABLES.values()].flatMap(({ name, actions }) =>
  actions.map((action) => ({ table: name, action: action.name })),
);
const row = (table: string, id: number, action: string) => `${table}/${id}/${action}` as const;

test("every action is refused to a visitor and to a buyer, and nothing changes", async () => {
  const desk = await openDesk();
  const { anonymous, buyer } = desk;
  const before = newestChange(desk);
  expect(ACTIONS.length).toBeGreaterThan(8);
  for (const { table, action } of ACTIONS) {
    const values = { amount: 100, email: "mine@example.com", product_id: desk.pack };
    const by = { anonymous, buyer };
    for (const [who, caller] of Object.entries(by)) {
      const { status, headers } = await press(caller, row(table, 1, action), { values });
      expect(`${who} ${table}/${action} ${status}`).toBe(
        `${who} ${table}/${action} ${who === "buyer" ? 403 : 401}`,
      );
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
  }
  expect(newestChange(desk)).toBe(before);
  expect(requestsToRefund(desk)).toBe(0);
});

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

test.each(["[]", '"x"', "null", "{"])("the body %s is refused", async (body) => {
  const { admin } = await openDesk();
  const { status } = await admin.call("POST", "/api/tables/orders/1/actions/send_again", { body });
  expect([400, 422]).toContain(status);
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

  test("is refused for anything else", async () => {
    const desk = await openDesk();
    const [first, second] = itemsOf(desk);
    const key = newKey();
    await press(desk.admin, row("order_items", first?.id ?? 0, "withdraw"), { key });
    const reused = { status: 422, body: { reason: "key_reused" } };
    const others = [
      row("order_items", second?.id ?? 0, "withdraw"),
      row("order_items", first?.id ?? 0, "restore"),
    ];
    for (const path of others) {
      expect(await press(desk.admin, path, { key })).toMatchObject(reused);
    }
  });

  test("that is at work is refused for anything else, too", async () => {
    const desk = await openDesk();
    const key = newKey();
    const refund = (amount: number) =>
      press(desk.admin, row("orders", desk.orderId, "refund"), { key, values: { amount } });
    const both = await Promise.all([refund(100), refund(200)]);
    expect(both).toMatchObject([{ status: 200 }, { status: 422, body: { reason: "key_reused" } }]);
  });

  test("of another administrator is another press", async () => {
    const desk = await openDesk();
    const second = signInAdmin(desk, "second@example.com");
    const key = newKey();
    const id = itemsOf(desk)[0]?.id ?? 0;
    await press(desk.admin, row("order_items", id, "withdraw"), { key });
    const other = await press(second, row("order_items", id, "withdraw"), { key });
    expect(other).toMatchObject({ status: 409, body: { reason: "conflict" } });
  });

  test("of a refused press may be used again", async () => {
    const desk = await openDesk();
    const key = newKey();
    const path = row("orders", desk.orderId, "send_again");
    expect((await press(desk.admin, path, { key })).status).toBe(409);
    desk.clock.advance(MINUTE_MS);
    expect((await press(desk.admin, path, { key })).status).toBe(200);
    expect((await press(desk.admin, path, { key })).status).toBe(200);
    expect(emailsOf(desk).filter(({ kind }) => kind === "delivery")).toHaveLength(2);
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
