import { describe, expect, test } from "vitest";
import {
  type Filter,
  filterQuery,
  readFilters,
  setFilter,
  valueOf,
  wordsOf,
} from "../../../../../client/admin/table/filters/filters.ts";
import { dayAfter, dayBefore, startOf } from "../../../../../client/admin/table/filters/days.ts";
import { withFilters } from "../../../../../client/admin/table/table-search.ts";
import { schemaNamed } from "../../schema.ts";

const products = schemaNamed("products");
const instant = (day: string) => startOf(day) ?? "";

describe("a query and its filters", () => {
  test("of every kind survive the way there and back", () => {
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

  test("lead back to the first page, without blank values, and keep what is no filter", () => {
    const search = { page: "7", sort: "id:asc", name: " ", price: "1" };
    expect(readFilters(products, search)).toHaveLength(1);
    const blank: Filter = { field: "name", operator: "contains", value: "  " };
    expect(withFilters(search, filterQuery(products, [blank]))).toEqual({ sort: "id:asc" });
  });

  test("keep a field that no schema has, so that it can be removed", () => {
    const [filter] = readFilters(products, { colour__gt: "3" });
    expect(filter).toEqual({ field: "colour", operator: "gt", value: "3" });
    expect(wordsOf(products, filter!)).toEqual({ title: "colour", verb: ">", value: "3" });
  });
});

test("one filter is set, changed in its place and removed by an empty value", () => {
  const low: Filter = { field: "price", operator: "gte", value: "1" };
  const high: Filter = { field: "price", operator: "lte", value: "9" };
  const both = setFilter(setFilter([], low), high);
  expect(setFilter(both, { ...low, value: "5" })).toEqual([{ ...low, value: "5" }, high]);
  expect(setFilter(both, { ...low, value: " " })).toEqual([high]);
  expect(setFilter(both, { field: "name", operator: "eq", value: "" })).toEqual(both);
  expect(valueOf(both, "price", "gt", "gte")).toBe("1");
});

test.each<[Filter, string]>([
  [{ field: "price", operator: "gt", value: "1900" }, "Price (cents) > 1900"],
  [
    { field: "type", operator: "in", value: "digital,subscription" },
    "Type is digital or subscription",
  ],
  [{ field: "active", operator: "eq", value: "false" }, "On sale is no"],
  [{ field: "name", operator: "contains", value: "busy" }, "Name contains “busy”"],
  [{ field: "badge", operator: "isnull", value: "true" }, "Badge is empty"],
  [{ field: "badge", operator: "isnull", value: "false" }, "Badge is not empty"],
  [
    { field: "created_at", operator: "gte", value: instant("2026-03-29") },
    "Created at from 2026-03-29",
  ],
  [
    { field: "created_at", operator: "lt", value: instant("2026-04-01") },
    "Created at until 2026-03-31",
  ],
  [{ field: "created_at", operator: "gt", value: "soon" }, "Created at after soon"],
])("%o reads “%s”", (filter, words) => {
  const { title, verb, value } = wordsOf(products, filter);
  expect(`${title} ${verb} ${value}`.trim()).toBe(words);
});

test("days follow one another over the change of the clock", () => {
  expect(dayAfter("2026-03-28")).toBe("2026-03-29");
  expect(dayAfter("2026-03-29")).toBe("2026-03-30");
  expect(dayAfter("2026-10-25")).toBe("2026-10-26");
  expect(dayAfter("2024-02-28")).toBe("2024-02-29");
  expect(dayBefore("2026-03-30")).toBe("2026-03-29");
  expect(dayBefore("2026-01-01")).toBe("2025-12-31");
  expect(dayAfter("soon")).toBe("");
  expect(startOf("2026-02-30")).toBeUndefined();
  expect(startOf("tomorrow")).toBeUndefined();
});
