import { expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { contactSubmissions } from "../../../../db/buyer-schema.ts";
import { orders, products, users } from "../../../../db/schema.ts";
import { searchTables } from "../../../../server/domain/tables/admin-search.ts";
import { createTestApp } from "../../../support/create-test-app.ts";

const SESSION = "cs_test_a1B2c3D4";

/** Opens a shop with a few rows; `found` returns the search results for a text. */
function openDesk() {
  const t = createTestApp();
  const author = { actor: "test", now: t.clock.now() };
  t.db.write((tx) => {
    const order = { currency: "usd", totalAmount: 3700, status: "paid" as const };
    const anna = { email: "anna@example.com", customerName: "Änna O'Bear" };
    insertRow(tx, orders, { ...order, ...anna, number: "K7QM-3XRT", sessionId: SESSION }, author);
    const bo = { email: "bo@example.com", customerName: "100% Bo_" };
    const second = { ...order, ...bo, number: "ABCD-2345", sessionId: "cs_test_zz" };
    insertRow(tx, orders, second, author);
    const li = { email: "wei@example.com", customerName: "Li Wu" };
    insertRow(tx, orders, { ...order, ...li, number: "WXYZ-2345", sessionId: "cs_x" }, author);
    insertRow(tx, users, { email: "anna@example.com", name: "Anna" }, author);
    insertRow(tx, users, { email: "ming@example.com", name: "李明" }, author);
    const message = { email: "cleo@example.com", name: "Cleo", message: "Where are my files?" };
    insertRow(tx, contactSubmissions, message, author);
    insertRow(tx, contactSubmissions, { ...message, name: "李明" }, author);
    const product = { slug: "pack", images: [], features: [], type: "digital" as const };
    insertRow(tx, products, { ...product, name: "Premium Pack", price: 3700 }, author);
  });
  const found = (text: string) => searchTables(t.db, text).map(({ table, id }) => `${table}/${id}`);
  return { ...t, found };
}

test.each<[text: string, found: string[]]>([
  ["K7QM-3XRT", ["orders/1"]],
  ["  k7qm3x ", ["orders/1"]],
  ["k7", ["orders/1"]],
  ["李明", ["contact_submissions/2", "users/2"]],
  ["wu", ["orders/3"]],
  ["LI", ["orders/3"]],
  ["K7QM 3XRT", ["orders/1"]],
  ["k7qm 3x", ["orders/1"]],
  ["Order K7QM-3XRT", ["orders/1"]],
  [SESSION, ["orders/1"]],
  ["cs_test_", ["orders/1", "orders/2"]],
  ["anna@example.com", ["orders/1", "users/1"]],
  ["änna o'bear", ["orders/1"]],
  ["100% bo_", ["orders/2"]],
  ["where are my files", ["contact_submissions/1", "contact_submissions/2"]],
  ["mium pa", ["products/1"]],
  ["pa", ["products/1"]],
  ["a", []],
  ["", []],
  ["nothing like this", []],
  ["' OR 1=1 --", []],
  ["\0\0\0", []],
  ["x".repeat(100_000), []],
])("%j finds %j", (text, expected) => {
  expect(openDesk().found(text).toSorted()).toEqual(expected.toSorted());
});

test("orders come first, an order says whose it is, and there are 20 hits at most", () => {
  const t = openDesk();
  expect(searchTables(t.db, "anna@").map(({ table }) => table)).toEqual(["orders", "users"]);
  expect(searchTables(t.db, "K7QM")).toEqual([
    {
      table: "orders",
      id: 1,
      title: "Order K7QM-3XRT",
      detail: "Änna O'Bear · anna@example.com · $37.00 USD · Paid",
    },
  ]);
  const author = { actor: "test", now: t.clock.now() };
  t.db.write((tx) => {
    for (let n = 0; n < 30; n++) {
      insertRow(tx, users, { email: `zoe${n}@example.com` }, author);
      const message = { email: "zoe@x.example", name: "Zoe", message: "Hi." };
      insertRow(tx, contactSubmissions, message, author);
    }
  });
  expect(searchTables(t.db, "zoe")).toHaveLength(20);
});
