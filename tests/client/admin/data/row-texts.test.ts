import { expect, test } from "vitest";
import {
  groupTables,
  isQuiet,
  rowLabel,
  singularOf,
  tableLabel,
} from "../../../../client/admin/data/row-texts.ts";
import { pageWindow } from "../../../../client/admin/table/table-foot.tsx";
import { aRow, aSchema } from "../schemas.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { schemaOf } from "../../../../server/domain/tables/define-table.ts";

test.each([
  [{ name: "Lumi" }, {}, "Lumi"],
  [{ name: "" }, {}, "#7"],
  [{}, {}, "#7"],
  [{ name: "" }, { isSingle: true }, "Things"],
] as const)("the row %j of a table with %j is called %s", (values, table, name) => {
  expect(rowLabel(aSchema({ name: {} }, table), aRow(values))).toBe(name);
});

test("the number and the times of a row are no data columns", () => {
  const names = ["id", "name", "version", "created_at", "updated_at", "price"];
  expect(names.filter((name) => !isQuiet(name))).toEqual(["name", "price"]);
});

test.each([
  [{ title: "Order items", name: "order_items" }, "Order items", "Order item"],
  [{ title: "", name: "order_items-schema" }, "order items", "order item"],
])("a table is called by its title, else by its name in words: %j", (schema, label, one) => {
  expect(tableLabel(schema)).toBe(label);
  expect(singularOf(schema)).toBe(one);
});

test("the tables are listed in groups, the first table first and the technical ones last", () => {
  const schemas = [...TABLES.values()].map(schemaOf);
  const names = groupTables(schemas).map(({ name, tables }) => [
    name,
    tables.map((table) => table.name).join(" "),
  ]);
  expect(names).toEqual([
    ["selling", "products product_files"],
    ["orders", "orders order_items order_notes refunds withdrawals subscription_records"],
    ["people", "contact_submissions users emails mail_preferences"],
    ["site", "testimonials faqs pages texts webhook_endpoints"],
    ["system", "webhook_deliveries saved_views webhook_events passkey_changes changes"],
  ]);
  expect(schemas[0]?.name).toBe("products");
  expect(groupTables([aSchema({}), aSchema({}, { isSingle: true })])).toEqual([
    { name: "system", tables: [aSchema({})] },
  ]);
});

test.each([
  [1, 1, "1"],
  [1, 3, "1 2 3"],
  [1, 9, "1 2 3 gap 9"],
  [4, 9, "1 2 3 4 5 6 gap 9"],
  [5, 9, "1 gap 3 4 5 6 7 gap 9"],
  [9, 9, "1 gap 7 8 9"],
])("on page %i of %i there lead %s", (page, last, shown) => {
  expect(pageWindow(page, last).join(" ")).toBe(shown);
});
