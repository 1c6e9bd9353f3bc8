import { expect, test } from "vitest";
import { ORDER_STATUSES } from "../../../../db/enums.ts";
import { orderOf, readListQuery, whereOf } from "../../../../server/domain/tables/list-query.ts";
import { listRows } from "../../../../server/domain/tables/read-jobs.ts";
import { getTable, TABLES } from "../../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { planOf } from "../../../support/query-plans.ts";
import { addOrder } from "../../../support/table-world.ts";

const tables = [...TABLES.values()].filter(({ views }) => views !== undefined);
const queryOf = (table: string, title: string) => {
  const definition = getTable(table);
  const view = definition.views?.find((each) => each.title === title);
  return readListQuery(definition, view?.filters ?? { missing: title });
};

test("the views of all tables are valid queries", () => {
  const titles = tables.map((table) => [
    table.name,
    (table.views ?? []).map(({ title, filters }) => {
      expect(readListQuery(table, filters).filters.length).toBeGreaterThan(0);
      return title;
    }),
  ]);
  expect(titles).toEqual([
    ["products", ["On sale", "Not on sale"]],
    ["orders", ["Paid", "Needs attention", "Refunded", "Unfinished", "Imported"]],
    ["contact_submissions", ["New", "Answered", "Done", "Suspected spam"]],
    ["testimonials", ["Shown", "New reviews"]],
  ]);
});

test("each order is paid, refunded or unfinished", () => {
  const t = createTestApp();
  for (const status of ORDER_STATUSES) addOrder(t, status, { status, totalAmount: 100 });
  addOrder(t, "part", { status: "paid", totalAmount: 100, refundedAmount: 1 });
  addOrder(t, "whole", { status: "paid", totalAmount: 100, refundedAmount: 100 });
  const numbersIn = (title: string) =>
    listRows(t.db, { table: "orders", query: queryOf("orders", title) })
      .page.data.map(({ number }) => number)
      .toReversed();
  expect(numbersIn("Paid")).toEqual(["paid"]);
  expect(numbersIn("Refunded")).toEqual(["part", "whole"]);
  const unfinished = ORDER_STATUSES.filter((status) => status !== "paid");
  expect(numbersIn("Unfinished")).toEqual(unfinished);
});

test("the list of paid orders and its count are read from an index", () => {
  const { sqlite } = createTestApp().db;
  const definition = getTable("orders");
  const { filters, sort } = queryOf("orders", "Paid");
  const where = whereOf(definition, filters).sql;
  const page = `SELECT orders.id FROM orders ${where} ORDER BY ${orderOf(definition, sort)}`;
  const found = "SEARCH orders USING COVERING INDEX orders_state (<expr>=?)";
  expect(planOf(sqlite, `${page} LIMIT 50 OFFSET 50`)).toEqual([found]);
  expect(planOf(sqlite, `SELECT count(*) FROM orders ${where}`)).toEqual([found]);
});
