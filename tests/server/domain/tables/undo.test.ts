import { describe, expect, test } from "vitest";
import type { RowHistory } from "../../../../server/contract/tables.ts";
import { insertRow } from "../../../../db/record.ts";
import { productFiles, users } from "../../../../db/schema.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { type Answer, changesOf, newestChange, signInAdmin } from "../../../support/table-calls.ts";

async function open() {
  const shop = await openShop();
  const admin = signInAdmin(shop);
  const undo = (set: number | string, headers: Record<string, string> = {}) =>
    admin.call("POST", `/api/admin/change-sets/${set}/undo`, { headers });
  return {
    ...shop,
    admin,
    undo,
    undoOf: (answer: Answer<unknown>) => undo(setOf(answer)),
    row: async (table: string, id: number) => (await admin.change(table, id, {})).body,
  };
}
const setOf = ({ headers }: Answer<unknown>) => headers.get("X-Change-Set") ?? "none";
const conflict = (reason: string) => ({ status: 409, body: { reason } });

describe("undone is", () => {
  test("a change, by the fields that it changed, and the undo as well", async () => {
    const { admin, pack, undoOf, row, ...shop } = await open();
    const changed = await admin.change("products", pack, { price: 100, badge: "NEW" });
    const undone = await undoOf(changed);
    expect(undone).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await row("products", pack)).toMatchObject({ price: 3700, badge: null, version: 3 });
    expect(changesOf(shop, "products").at(-1)?.actor).toBe(`admin:${admin.userId}`);
    await undoOf(undone);
    expect(await row("products", pack)).toMatchObject({ price: 100, badge: "NEW", version: 4 });
  });

  test("a new row", async () => {
    const { admin, undoOf, row } = await open();
    const made = await admin.create("products", {
      name: "Mazes",
      slug: "mazes",
      price: 100,
      type: "digital",
    });
    const undone = await undoOf(made);
    expect(await row("products", made.body.id)).toMatchObject({ reason: "unknown_row" });
    await undoOf(undone);
    expect(await row("products", made.body.id)).toMatchObject({ name: "Mazes", version: 2 });
  });

  test("a deletion: the row comes back under its id, with a version that it never had", async () => {
    const { admin, undoOf, row, db } = await open();
    const before = await row("product_files", 2);
    const stored = () =>
      db
        .select()
        .from(productFiles)
        .all()
        .find(({ id }) => id === 2);
    const was = stored();
    const removed = await admin.remove("product_files", 2);
    expect(await undoOf(removed)).toMatchObject({ status: 200 });
    expect(await row("product_files", 2)).toEqual({ ...before, version: 2 });
    expect(stored()).toEqual({ ...was, version: 2 });
  });

  test("an account that took its views along, whole", async () => {
    const { admin, undoOf, row } = await open();
    const { body: user } = await admin.create("users", { email: "a@example.com" });
    const view = { table_name: "orders", title: "Mine", user_id: user.id, search: "page=1" };
    const { body: kept } = await admin.create("saved_views", view);
    expect(await undoOf(await admin.remove("users", user.id))).toMatchObject({
      body: { changed: 2 },
    });
    expect(await row("users", user.id)).toMatchObject({ email: "a@example.com" });
    expect(await row("saved_views", kept.id)).toMatchObject(view);
  });

  test("a title that two products show, in both", async () => {
    const { admin, book, undoOf, row } = await open();
    const { file_url } = await row("product_files", 1);
    const shared = await admin.create("product_files", {
      product_id: book,
      title: "Premium Pack 1",
      file_url,
    });
    const undone = await undoOf(await admin.change("product_files", 1, { title: "Month 1" }));
    expect(undone).toMatchObject({ status: 200 });
    for (const id of [1, shared.body.id])
      expect(await row("product_files", id)).toMatchObject({ title: "Premium Pack 1" });
  });
});

describe("nothing is undone of", () => {
  test.each(["999", "x", "0"])("a set that is none: %s", async (set) => {
    const { undo } = await open();
    expect(await undo(set)).toMatchObject({ status: 404 });
  });

  test("a set whose row was changed since, by anybody", async () => {
    const { admin, pack, undoOf, row } = await open();
    const changed = await admin.change("products", pack, { price: 100 });
    await admin.change("products", pack, { badge: "NEW" });
    expect(await undoOf(changed)).toMatchObject(conflict("changed_since"));
    expect(await row("products", pack)).toMatchObject({ price: 100, badge: "NEW", version: 3 });
  });

  test("a deletion whose key is taken by now, or whose other row is gone", async () => {
    const { admin, pack, undoOf, ...shop } = await open();
    const row = { name: "Mazes", slug: "mazes", price: 100, type: "digital" };
    const { body: made } = await admin.create("products", row);
    const removed = await admin.remove("products", made.id);
    await admin.create("products", row);
    expect(await undoOf(removed)).toMatchObject(conflict("changed_since"));
    const files = [await admin.remove("product_files", 1), await admin.remove("product_files", 2)];
    await admin.remove("products", pack);
    const before = newestChange(shop);
    for (const each of files) expect(await undoOf(each)).toMatchObject(conflict("changed_since"));
    expect(newestChange(shop)).toBe(before);
  });

  test("what sent mail, and what gave access", async () => {
    const { admin, pack, book, undoOf, ...shop } = await open();
    await buy(shop, shop.browser, { products: [pack], email: "buyer@example.com" });
    const moved = await admin.change("orders", 1, { email: "new@example.com" });
    expect(await undoOf(moved)).toMatchObject(conflict("not_undoable"));
    const given = await admin.create("order_items", { order_id: 1, product_id: book });
    expect(await undoOf(given)).toMatchObject(conflict("in_use"));
  });

  test("what the shop itself has done", async () => {
    const { undo, ...shop } = await open();
    const [line] = changesOf(shop, "products");
    expect(await undo(line?.id ?? 0)).toMatchObject(conflict("not_undoable"));
  });
});

test("a set of more than 500 rows is undone as one, and not at all when one of them was changed", async () => {
  const { admin, undo, db } = await open();
  const author = { actor: "test", now: new Date() };
  db.write((tx) => {
    for (let n = 0; n < 510; n++) insertRow(tx, users, { email: `u${n}@example.com` }, author);
  });
  const request = {
    action: "update",
    filter: { email__contains: "u", is_admin: "false" },
    expected: 510,
    sequence: newestChange({ db }),
    values: { name: "All" },
  };
  const names = () =>
    Number(db.sqlite.prepare("SELECT count(*) FROM users WHERE name = 'All'").pluck().get());
  const done = await admin.call("POST", "/api/tables/users/bulk", {
    body: request,
  });
  expect(done).toMatchObject({ status: 200 });
  await admin.change("users", 510, { name: "Mine" });
  const headers = { "Idempotency-Key": "undo-many-undo-many" };
  expect(await undo(setOf(done), headers)).toMatchObject(conflict("changed_since"));
  expect(names()).toBe(509);
  const last = await admin.call("GET", "/api/admin/changes");
  db.sqlite.prepare("DELETE FROM changes WHERE id = ?").run(Number(last.body["next"]));
  expect(await undo(setOf(done), headers)).toMatchObject({ status: 200, body: { changed: 510 } });
  expect(names()).toBe(0);
});

describe("the history of a row", () => {
  const ask = (admin: ReturnType<typeof signInAdmin>, path: string) =>
    admin.call<RowHistory>("GET", `/api/tables/${path}/history`);

  test("is newest first, in pages, and outlives the row", async () => {
    const { admin, pack } = await open();
    await admin.remove("product_files", 1);
    await admin.remove("product_files", 2);
    await admin.change("products", pack, { price: 100 });
    await admin.remove("products", pack);
    const { status, body } = await ask(admin, `products/${pack}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, limit: 50, total: 3, totalPages: 1 });
    expect(body.data).toMatchObject([
      { action: "delete", before: { price: 100 }, after: null, actor: `admin:${admin.userId}` },
      { action: "update", before: { price: 3700 }, after: { price: 100 } },
      { action: "insert", before: null, after: { price: 3700 }, actor: "test" },
    ]);
    const second = await admin.call<RowHistory>(
      "GET",
      `/api/tables/products/${pack}/history?limit=2&page=2`,
    );
    expect(second.body).toMatchObject({ total: 3, totalPages: 2, data: [{ action: "insert" }] });
  });

  test("tells nothing that its table does not show", async () => {
    const { admin, pack, ...shop } = await open();
    await buy(shop, shop.browser, { products: [pack], email: "buyer@example.com" });
    const { body } = await ask(admin, "orders/1");
    expect(body.data.length).toBeGreaterThan(1);
    const names = Object.keys(body.data[0]?.after ?? {});
    expect(names).toContain("email");
    for (const secret of [
      "browser_hash",
      "checkout_url",
      "checkout_key",
      "customer_id",
      "link_epoch",
    ]) {
      expect(names).not.toContain(secret);
    }
  });

  test.each(["products/99", "products/x", "nosuch/1"])("of none is not found: %s", async (path) => {
    const { admin } = await open();
    expect(await ask(admin, path)).toMatchObject({ status: 404 });
  });
});
