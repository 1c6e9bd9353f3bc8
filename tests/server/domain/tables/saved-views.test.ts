import { expect, test } from "vitest";
import { createTestApp } from "../../../support/create-test-app.ts";
import { newestChange, signInAdmin } from "../../../support/table-calls.ts";

const VIEW = { table_name: "orders", title: "Paid", search: "status=paid&sort=id:desc" };

function open() {
  const t = createTestApp();
  return { ...t, admin: signInAdmin(t) };
}

test.each<[string, object, string]>([
  ["of an unknown table", { table_name: "nosuch" }, "table_name"],
  ["of a table that is hidden", { table_name: "sessions" }, "table_name"],
  ["by an unknown column", { search: "hue=1" }, "search"],
  ["of another table's query", { table_name: "products" }, "search"],
])("a view %s is refused", async (_what, change, field) => {
  const { admin, ...t } = open();
  const before = newestChange(t);
  const answer = await admin.create("saved_views", { ...VIEW, ...change });
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { [field]: [expect.any(String)] } },
  });
  expect(newestChange(t)).toBe(before);
});

test("a changed query must be readable as well", async () => {
  const { admin } = open();
  const { body: view } = await admin.create("saved_views", VIEW);
  expect(await admin.change("saved_views", view.id, { search: "hue=1" })).toMatchObject({
    status: 422,
    body: { errors: { search: ["Rows can't be filtered by hue."] } },
  });
});

test.each([
  ["", "orders"],
  ["status=paid&total_amount__gte=100&sort=id:desc", "orders"],
  ['columns={"hidden":["email"]}&limit=100', "orders"],
  ["table_name=orders", "saved_views"],
])("the query “%s” of %s is kept", async (search, table_name) => {
  const { admin } = open();
  const view = { ...VIEW, table_name, search };
  expect(await admin.create("saved_views", view)).toMatchObject({ status: 201, body: view });
});
