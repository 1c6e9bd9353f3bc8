import { expect, test } from "vitest";
import {
  differencesOf,
  valuesToRestore,
  valueText,
} from "../../../../client/admin/table/differences.ts";
import { schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");
const row = { id: 1, name: "Busy Book", currency: "usd" };
const features = ["one", "two"];
const created_at = "2026-01-01T00:00:00.000Z";
const before = { ...row, version: 3, price: 1900, active: true, badge: null, features, created_at };
const changed = { price: 2400, active: false, badge: "NEW", features: ["one"], folded: "yes" };
const after = { ...before, ...changed, version: 4, updated_at: created_at };

test("lists the changed fields without bookkeeping columns", () => {
  expect(differencesOf(products, before, after)).toEqual([
    { field: "price", title: "Price", old: "$19.00", new: "$24.00" },
    { field: "features", title: "Features", old: "one\ntwo", new: "one" },
    { field: "badge", title: "Badge", old: null, new: "NEW" },
    { field: "active", title: "On sale", old: "Yes", new: "No" },
    { field: "folded", title: "folded", old: null, new: "yes" },
  ]);
  const created = differencesOf(products, null, before).map(({ field }) => field);
  expect(created).toEqual(["id", "name", "price", "currency", "features", "active"]);
});

test("restores only editable fields that differ", () => {
  const { price, active, badge } = before;
  expect(valuesToRestore(products, after, before)).toEqual({ price, active, badge, features });
  const file = { id: 1, version: 1, product_id: 1, title: "Mazes", bytes: 10 };
  const earlier = { ...file, product_id: 2, title: "Maze", bytes: 9 };
  expect(valuesToRestore(schemaNamed("product_files"), file, earlier)).toEqual({ title: "Maze" });
});

test.each([
  ["", null],
  [[], null],
  [0, "0"],
  [false, "false"],
  [{ a: 1 }, '{"a":1}'],
])("the value %o as text: %s", (value, text) => {
  expect(valueText(undefined, value, {})).toBe(text);
});
