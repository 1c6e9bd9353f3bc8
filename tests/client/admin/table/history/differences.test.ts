import { expect, test } from "vitest";
import {
  actorText,
  differencesOf,
  valuesToRestore,
  valueText,
} from "../../../../../client/admin/table/history/differences.ts";
import { schemaNamed } from "../../schema.ts";

const products = schemaNamed("products");
const before = {
  id: 1,
  version: 3,
  name: "Busy Book",
  price: 1900,
  active: true,
  badge: null,
  features: ["one", "two"],
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};
const after = {
  ...before,
  version: 4,
  price: 2400,
  active: false,
  badge: "NEW",
  features: ["one"],
  updated_at: "2026-02-01T00:00:00.000Z",
  folded: "yes",
};

test("a change is told field by field, without the bookkeeping", () => {
  expect(differencesOf(products, before, after)).toEqual([
    { field: "price", title: "Price (cents)", old: "1900", new: "2400" },
    { field: "features", title: "Features", old: "one\ntwo", new: "one" },
    { field: "badge", title: "Badge", old: null, new: "NEW" },
    { field: "active", title: "On sale", old: "yes", new: "no" },
    { field: "folded", title: "folded", old: null, new: "yes" },
  ]);
});

test("a new row shows what it was made with, and a removed one what it held", () => {
  const made = differencesOf(products, null, before).map(({ field }) => field);
  expect(made).toEqual(["id", "name", "price", "features", "active"]);
  const gone = differencesOf(products, before, null);
  expect(gone.find(({ field }) => field === "name")).toMatchObject({ old: "Busy Book", new: null });
});

test("only what a form may change and differs now is restored", () => {
  const current = { ...after, id: 1, version: 9, name: "Busy Book" };
  expect(valuesToRestore(products, current, before)).toEqual({
    price: 1900,
    active: true,
    badge: null,
    features: ["one", "two"],
  });
  const files = schemaNamed("product_files");
  const file = { id: 1, version: 1, product_id: 1, title: "Mazes", bytes: 10 };
  expect(valuesToRestore(files, file, { ...file, product_id: 2, title: "Maze", bytes: 9 })).toEqual(
    {
      title: "Maze",
    },
  );
  expect(valuesToRestore(products, current, { name: undefined, price: { odd: 1 } })).toEqual({});
});

test.each([
  ["", null],
  [[], null],
  [0, "0"],
  [false, "no"],
  [{ a: 1 }, '{"a":1}'],
])("the value %o reads %o", (value, text) => {
  expect(valueText(undefined, value)).toBe(text);
});

test("an administrator is called so, and oneself “You”", () => {
  expect(["admin:7", "admin:8", "webhook"].map((actor) => actorText(actor, 7))).toEqual([
    "You",
    "Administrator 8",
    "webhook",
  ]);
});
