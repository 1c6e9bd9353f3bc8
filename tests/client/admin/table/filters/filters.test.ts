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
import { readFilterLine } from "../../../../../client/admin/table/filters/read-filter-line.ts";
import { withFilters } from "../../../../../client/admin/table/table-search.ts";
import { schemaNamed } from "../../schema.ts";

const products = schemaNamed("products");
const orders = schemaNamed("orders");
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

describe("a typed line", () => {
  test.each<[string, Record<string, string>]>([
    ["", {}],
    ["price > 1900 and type is digital", { price__gt: "1900", type__eq: "digital" }],
    ["Price (cents) >= 5 AND price <= 9", { price__gte: "5", price__lte: "9" }],
    ["list price is empty", { list_price__isnull: "true" }],
    ["List_Price is not empty", { list_price__isnull: "false" }],
    ["on sale is yes && name contains Busy Book", { active: "true", name: "Busy Book" }],
    ['name is "Read and write"', { name__eq: "Read and write" }],
    ["name has band and slug != x", { name: "band", slug__ne: "x" }],
    ["type is digital or subscription", { type__in: "digital,subscription" }],
    ["type in (Digital, subscription)", { type__in: "digital,subscription" }],
    ["features contains maze", { features: "maze" }],
    ["created at from 2026-02-01", { created_at__gte: instant("2026-02-01") }],
    ["created at > 2026-02-01", { created_at__gte: instant("2026-02-02") }],
    ["created at until 2026-02-28", { created_at__lt: instant("2026-03-01") }],
    [
      "created at is 2026-02-28",
      { created_at__gte: instant("2026-02-28"), created_at__lt: instant("2026-03-01") },
    ],
  ])("“%s” is understood", (line, query) => {
    const read = readFilterLine(products, line);
    expect(read).not.toHaveProperty("problem");
    expect(filterQuery(products, "filters" in read ? read.filters : [])).toEqual(query);
  });

  test.each([
    ["colour is red", /begins with no column of Products: ID, Name/],
    ["pricey > 3", /begins with no column/],
    ["price 1900", /needs a comparison/],
    ["price >", /needs a value/],
    ["price > cheap", /is compared with a number, not with “cheap”/],
    ["price contains 19", /can't be compared in that way/],
    ["type is paper", /is one of digital, subscription, never “paper”/],
    ["active is maybe", /is yes or no/],
    ["created at > 2026-02-30", /is compared with a day/],
    ["created at contains 2026-02-03", /from, after, before and until/],
    ["price > 1 and price > 2", /a second time/],
  ])("“%s” is refused", (line, problem) => {
    expect(readFilterLine(products, line)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("calls a status by its value and a reference by its id", () => {
    const read = readFilterLine(orders, "status is paid and account = 7");
    expect(read).toEqual({
      filters: [
        { field: "status", operator: "eq", value: "paid" },
        { field: "user_id", operator: "eq", value: "7" },
      ],
    });
  });
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
