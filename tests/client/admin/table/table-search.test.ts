import { expect, test } from "vitest";
import {
  ALL_ROWS,
  listSearchOf,
  parseTableSearch,
  stringifyTableSearch,
  withFilters,
  withPage,
  withSort,
  wholeSearchOf,
} from "../../../../client/admin/table/table-search.ts";

test.each([
  [{}, "name", false, "name:asc"],
  [{ sort: "name:asc" }, "name", false, "name:desc"],
  [{ sort: "name:desc" }, "name", false, "name:asc"],
  [{ sort: "name:desc" }, "price", false, "price:asc"],
  [{ sort: "name:desc,price:asc" }, "price", false, "price:desc"],
  [{ sort: "name:asc" }, "price", true, "name:asc,price:asc"],
  [{ sort: "name:asc,price:asc" }, "name", true, "name:desc,price:asc"],
])("from %j a press on %s (added: %s) sorts by %s", (search, column, add, sort) => {
  expect(withSort({ ...search, page: "7" } as Record<string, string>, { column, add })).toEqual({
    sort,
  });
});

test("filters begin on the first page, drop blank values and leave the rest alone", () => {
  const search = { page: "3", sort: "name:asc", price__gt: "5", [ALL_ROWS]: "1" };
  expect(withFilters(search, { name: "bear", note: "  " })).toEqual({
    sort: "name:asc",
    [ALL_ROWS]: "1",
    name: "bear",
  });
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
