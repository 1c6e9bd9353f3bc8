import { expect, test } from "vitest";
import {
  orderOf,
  readFilters,
  readListQuery,
  whereOf,
} from "../../../../server/domain/tables/list-query.ts";
import { getTable, TABLES } from "../../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { planOf } from "../../../support/query-plans.ts";

/** Editable tables that grow with orders. Logs and short tables may be sorted without an index. */
const LONG = ["orders", "users", "subscription_records"];
/** Columns sorted without an index, because an index would slow every order too much. */
const SORTED_ANEW = {
  orders:
    "refunded_amount currency double_of_id double_settled_at first_viewed_at gift_to giver_email address_changes version net_amount tax_amount discount_amount discount_code country referrer utm_source utm_campaign tax_id invoice_number invoice_url terms_text terms_accepted_at account_deleted_at source source_number",
} as Record<string, string>;

test.each(LONG)("%s are sorted by an index, but by a few columns", (name) => {
  const { sqlite } = createTestApp().db;
  const definition = TABLES.get(name);
  if (!definition) throw new Error(`There is no table ${name}.`);
  const sortable = [...definition.columns.values()].filter(({ field }) => field.sortable);
  for (const direction of ["asc", "desc"]) {
    const sorted = sortable.filter((column) => {
      const { sort } = readListQuery(definition, { sort: `${column.name}:${direction}` });
      const sql = `SELECT * FROM ${name} ORDER BY ${orderOf(definition, sort)} LIMIT 50`;
      return planOf(sqlite, sql).some((step) => step.includes("TEMP B-TREE"));
    });
    const anew = (SORTED_ANEW[name] ?? "").split(" ").filter((column) => column !== "");
    expect(sorted.map((column) => column.name).toSorted()).toEqual(anew.toSorted());
  }
});

test.each(["orders", "order_items", "emails", "webhook_events"])(
  "a page in the middle of %s is found by an index of ids alone",
  (name) => {
    const { sqlite } = createTestApp().db;
    const sql = `SELECT ${name}.id FROM ${name} ORDER BY ${name}.id DESC LIMIT 50 OFFSET 5000`;
    expect(planOf(sqlite, sql)).toEqual([`SCAN ${name} USING COVERING INDEX ${name}_by_id`]);
  },
);

test("orders that need attention are looked up one by one", () => {
  const { sqlite } = createTestApp().db;
  const definition = getTable("orders");
  const { sql } = whereOf(definition, readFilters(definition, { needs_attention: "true" }));
  const plan = planOf(sqlite, `SELECT orders.id FROM orders ${sql} ORDER BY orders.id DESC`);
  expect(plan[0]).toBe("SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)");
});
