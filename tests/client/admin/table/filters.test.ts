import { expect, test } from "vitest";
import type { Operator } from "../../../../server/contract/tables.ts";
import { startOf } from "../../../../client/admin/kinds/days.ts";
import { filterQuery, filterText, readFilters } from "../../../../client/admin/table/filters.ts";
import { findView } from "../../../../client/admin/table/saved-view.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");
const instant = (day: string) => startOf(day) ?? "";

test("filters of every kind survive parsing and formatting", () => {
  const filters = {
    name: "busy",
    price__gte: "1900",
    price__lte: "2400",
    type__in: "digital,subscription",
    features: "36 weeks",
    active: "true",
    badge__isnull: "false",
    colour__gt: "3",
  };
  const read = readFilters(products, { sort: "price:desc", limit: "100", page: "2", ...filters });
  expect(read.map(({ id }) => id)).toContain("colour");
  expect(read[0]).toEqual({ id: "name", value: { contains: "busy" } });
  expect(read[1]).toEqual({ id: "price", value: { gte: "1900", lte: "2400" } });
  expect(filterQuery(products, read)).toEqual(filters);
});

test("a view is current while the search has exactly its filters", () => {
  for (const name of TABLES.keys()) {
    const schema = schemaNamed(name);
    for (const view of schema.views ?? []) {
      const search = filterQuery(schema, readFilters(schema, view.filters));
      expect(findView(schema, { sort: "id:asc", page: "2", ...search })).toBe(view);
      expect(findView(schema, { ...search, id: "7" })).toBeUndefined();
    }
    expect(findView(schema, { sort: "id:asc" })?.title).toBe("All");
  }
});

test("blank filters are dropped", () => {
  expect(readFilters(products, { name: " ", price: "1" })).toHaveLength(1);
  expect(filterQuery(products, [{ id: "name", value: { contains: "  " } }])).toEqual({});
});

test.each<[field: string, operator: Operator, value: string, text: string]>([
  ["price", "gt", "1900", "Price > 1,900 (smallest unit)"],
  ["colour", "gt", "3", "colour > 3"],
  ["type", "in", "digital,subscription", "Type is digital or subscription"],
  ["active", "eq", "false", "On sale is no"],
  ["name", "contains", "busy", "Name contains “busy”"],
  ["badge", "isnull", "true", "Badge is empty"],
  ["badge", "isnull", "false", "Badge is not empty"],
  ["created_at", "gte", instant("2026-03-29"), "Created at from 2026-03-29"],
  ["created_at", "lt", instant("2026-04-01"), "Created at until 2026-03-31"],
  ["created_at", "gt", "soon", "Created at after soon"],
])("the filter %s %s %s as text: %s", (field, operator, value, text) => {
  const parts = filterText(products, { field, operator, value });
  expect(`${parts.title} ${parts.verb} ${parts.value}`.trim()).toBe(text);
});

test("a filter that is no column is called by its view", () => {
  const filter = { field: "needs_attention", operator: "eq", value: "true" } as const;
  expect(filterText(schemaNamed("orders"), filter)).toEqual({
    title: "Needs attention",
    verb: "",
    value: "",
  });
});
