import { expect, test } from "vitest";
import {
  addressOf,
  ALL_ROWS,
  listSearchOf,
  NO_FILTER,
  parseTableSearch,
  searchAt,
  searchPart,
  sortingOf,
  stringifyTableSearch,
  wholeSearchOf,
  withFilters,
  withPage,
  withSorting,
} from "../../../../client/admin/url/table-search.ts";

test("sorting begins on the first page", () => {
  const sort = "name:desc,price:asc";
  const sorting = sortingOf({ sort });
  expect(sorting).toEqual([
    { id: "name", desc: true },
    { id: "price", desc: false },
  ]);
  expect(withSorting({ page: "7", name: "bear" }, sorting)).toEqual({ name: "bear", sort });
});

test("filters begin on the first page and leave the rest alone", () => {
  const search = { page: "3", sort: "name:asc", price__gt: "5", [ALL_ROWS]: "1" };
  const filtered = { sort: "name:asc", [ALL_ROWS]: "1", name: "bear" };
  expect(withFilters(search, { name: "bear" })).toEqual(filtered);
});

test("the server is asked for rows alone, words of the view stay here", () => {
  const search = { page: "3", sort: "name:asc", name: "bear", [ALL_ROWS]: "1" };
  expect(listSearchOf(search)).toEqual({ page: "3", limit: "50", sort: "name:asc", name: "bear" });
  expect(wholeSearchOf(search)).toEqual({ sort: "name:asc", name: "bear" });
});

test.each(["0", "-1", "x", "1.5", "9999999999"])("page %s is the first", (page) => {
  expect(listSearchOf({ page })["page"]).toBe("1");
});

test("the first page has no number in the address, and texts stay texts", () => {
  const search = withPage({ name: "5", page: "4" }, 1);
  expect(parseTableSearch(stringifyTableSearch(search))).toEqual({ name: "5" });
});

test("the URL parameters of the overview and of the table below it are separate", () => {
  const search = { page: "3", name: "bear", "stats-period": "7d", [ALL_ROWS]: "1" };
  expect(searchPart(search, "overview")).toEqual({ "stats-period": "7d" });
  expect(searchPart(search, "table")).toEqual({ page: "3", name: "bear", [ALL_ROWS]: "1" });
});

const PAID = { title: "Paid", filters: { state__eq: "paid" } };
const orders = { views: [PAID, { title: "Refunded", filters: { state__eq: "refunded" } }] };

test.each([
  ["its first view", {}, { state__eq: "paid" }],
  ["all rows", { [NO_FILTER]: "1" }, {}],
  ["the filters that it names", { state__eq: "refunded" }, { state__eq: "refunded" }],
  ["all rows in its order", { sort: "id:asc" }, { sort: "id:asc" }],
  ["all rows on its page", { page: "2" }, { page: "2" }],
])("the address of a table with views shows %s", (_name, address, search) => {
  expect(searchAt(orders, address)).toEqual(search);
  const again = searchAt(orders, parseTableSearch(stringifyTableSearch(addressOf(orders, search))));
  expect(again).toEqual(search);
});

test("the address of a table without views stays bare", () => {
  expect(searchAt({}, {})).toEqual({});
  expect(addressOf({}, {})).toEqual({});
});
