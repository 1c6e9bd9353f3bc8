import { expect, test } from "vitest";
import {
  dayAfter,
  dayBefore,
  type Filter,
  filterQuery,
  filterText,
  readFilters,
  setFilter,
  startOf,
  valueOf,
} from "../../../../client/admin/table/filters/filters.ts";
import { withFilters } from "../../../../client/admin/table/table-search.ts";
import { schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");
const instant = (day: string) => startOf(day) ?? "";

test("filters of every kind survive parsing and formatting", () => {
  const search = {
    sort: "price:desc",
    limit: "100",
    name: "busy",
    price__gte: "1900",
    type__in: "digital,subscription",
    features: "36 weeks",
    active: "true",
    badge__isnull: "false",
  };
  const filters = readFilters(products, search);
  expect(filters).toHaveLength(6);
  expect(filters[0]).toEqual({ field: "name", operator: "contains", value: "busy" });
  expect(filters[4]).toEqual({ field: "active", operator: "eq", value: "true" });
  expect(withFilters(search, filterQuery(products, filters))).toEqual(search);
});

test("blank filters are dropped, and those of unknown fields can be removed", () => {
  const search = { page: "7", sort: "id:asc", name: " ", price: "1" };
  expect(readFilters(products, search)).toHaveLength(1);
  const blank: Filter = { field: "name", operator: "contains", value: "  " };
  expect(withFilters(search, filterQuery(products, [blank]))).toEqual({ sort: "id:asc" });
  const [filter] = readFilters(products, { colour__gt: "3" });
  expect(filter).toEqual({ field: "colour", operator: "gt", value: "3" });
  expect(filterText(products, filter!)).toEqual({ title: "colour", verb: ">", value: "3" });
});

test("a filter is set, replaced in its place and removed by an empty value", () => {
  const low: Filter = { field: "price", operator: "gte", value: "1" };
  const high: Filter = { field: "price", operator: "lte", value: "9" };
  const both = setFilter(setFilter([], low), high);
  expect(setFilter(both, { ...low, value: "5" })).toEqual([{ ...low, value: "5" }, high]);
  expect(setFilter(both, { ...low, value: " " })).toEqual([high]);
  expect(setFilter(both, { field: "name", operator: "eq", value: "" })).toEqual(both);
  expect(valueOf(both, "price", "gt", "gte")).toBe("1");
});

test.each<[field: string, operator: Filter["operator"], value: string, text: string]>([
  ["price", "gt", "1900", "Price (cents) > 1900"],
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

test("days follow one another across clock changes", () => {
  expect(dayAfter("2026-03-28")).toBe("2026-03-29");
  expect(dayAfter("2026-10-25")).toBe("2026-10-26");
  expect(dayAfter("2024-02-28")).toBe("2024-02-29");
  expect(dayBefore("2026-01-01")).toBe("2025-12-31");
  expect(dayAfter("soon")).toBe("");
  expect(startOf("2026-02-30")).toBeUndefined();
});
