import { expect, test } from "vitest";
import {
  type Columns,
  columnsAsBuilt,
  columnsKey,
  isHidden,
  keepColumns,
  parseColumns,
  moveColumns,
  orderedColumns,
  readColumns,
  stepColumn,
  toggleColumn,
  togglePin,
} from "../../../../client/admin/table/column-settings.ts";
import {
  isShowing,
  readView,
  textOfView,
  valuesOf,
  viewsFor,
} from "../../../../client/admin/table/views/saved-view.ts";
import { isQuiet } from "../../../../client/admin/app/formats.ts";
import type { TextStorage } from "../../../../client/lib/storage.ts";
import { schemaNamed } from "../schema.ts";

const products = schemaNamed("products");
const names = Object.keys(products.properties);
const dataColumns = names.filter((name) => !isQuiet(name));
const place = { userId: 7, table: "products" };
const chosen: Columns = {
  order: ["price", "name"],
  hidden: ["slug"],
  shown: ["id"],
  widths: { name: 320 },
  pinned: ["name"],
};

function memory(): TextStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test.each<unknown>([
  undefined,
  "columns",
  [],
  { order: 7, hidden: { slug: true }, widths: ["wide"], pinned: null },
  { order: [1, null], widths: { name: "9", price: Number.NaN.toString() } },
])("what was stored as %o is read as columns as built", (kept) => {
  expect(readColumns(kept)).toEqual(columnsAsBuilt());
});

test("columns are kept for one person and table, and forgotten when they are as built", () => {
  const storage = memory();
  keepColumns(storage, place, chosen);
  const kept = (where: typeof place) => parseColumns(storage.getItem(columnsKey(where)));
  expect(kept(place)).toEqual(chosen);
  expect(kept({ ...place, userId: 8 })).toEqual(columnsAsBuilt());
  expect(kept({ ...place, table: "orders" })).toEqual(columnsAsBuilt());
  keepColumns(storage, place, columnsAsBuilt());
  expect(storage.kept.size).toBe(0);
});

test("a column that the schema has got since stands where it was built, and a lost one is gone", () => {
  const order = ["badge", "name", "colour", "price"];
  const ordered = orderedColumns(products, { ...columnsAsBuilt(), order });
  expect(ordered).toHaveLength(names.length);
  expect(ordered.filter((name) => order.includes(name))).toEqual(["badge", "name", "price"]);
  expect(ordered[ordered.indexOf("name") + 1]).toBe("slug");
  expect(orderedColumns(products, columnsAsBuilt())).toEqual(names);
});

test("what tells of a row itself is hidden as built, and shown when it is asked for", () => {
  const asBuilt = names.filter((name) => !isHidden(columnsAsBuilt(), name));
  expect(asBuilt).toEqual(dataColumns);
  expect(names.filter((name) => !asBuilt.includes(name))).toEqual([
    "id",
    "version",
    "created_at",
    "updated_at",
  ]);
  const shown = toggleColumn(products, columnsAsBuilt(), "created_at");
  expect(isHidden(shown, "created_at")).toBe(false);
  expect(toggleColumn(products, shown, "created_at")).toEqual(columnsAsBuilt());
});

test("columns are hidden but for the last, pinned", () => {
  const data = dataColumns;
  const hidden = data.reduce(
    (columns, name) => toggleColumn(products, columns, name),
    columnsAsBuilt(),
  );
  expect(hidden.hidden).toEqual(data.slice(0, -1));
  expect(toggleColumn(products, hidden, "name").hidden).toEqual(data.slice(1, -1));
  expect(togglePin(togglePin(columnsAsBuilt(), "slug"), "name").pinned).toEqual(["slug", "name"]);
  expect(togglePin(chosen, "name").pinned).toEqual([]);
});

test("columns are moved together, and by one place among those that are shown", () => {
  const move = { names: ["badge", "price"], beside: "name", side: "before" } as const;
  expect(
    orderedColumns(products, moveColumns(products, columnsAsBuilt(), move)).slice(0, 5),
  ).toEqual(["id", "price", "badge", "name", "slug"]);
  const withoutSlug = { ...columnsAsBuilt(), hidden: ["slug"] };
  const stepped = stepColumn(products, withoutSlug, { name: "name", step: 1 });
  expect(orderedColumns(products, stepped).slice(1, 4)).toEqual(["slug", "description", "name"]);
  const first = stepColumn(products, withoutSlug, { name: "name", step: -1 });
  expect(first).toEqual(withoutSlug);
});

test("a view keeps filters, sorting and columns, and no page", () => {
  const search = { sort: "price:desc", page: "3", name__contains: "a&b=c “d”" };
  const text = textOfView({ search, columns: chosen });
  expect(readView(text)).toEqual({
    search: { sort: "price:desc", name__contains: "a&b=c “d”" },
    columns: chosen,
  });
  expect(textOfView({ search: {}, columns: columnsAsBuilt() })).toBe("");
  expect(readView("sort=id%3Aasc&columns={").columns).toEqual(columnsAsBuilt());
  const elsewhere = {
    search: { name__contains: "a&b=c “d”", sort: "price:desc", page: "9" },
    columns: chosen,
  };
  expect(isShowing(readView(text), elsewhere)).toBe(true);
  expect(isShowing(readView(text), { ...elsewhere, columns: columnsAsBuilt() })).toBe(false);
});

test("a person sees their own views first and the shared ones, not those of others", () => {
  const row = (id: number, title: string, user_id: number | null) => ({
    id,
    version: 1,
    table_name: "products",
    title,
    user_id,
    search: "sort=id%3Aasc",
  });
  const rows = [
    row(1, "Zebra", null),
    row(2, "Apple", null),
    row(3, "Other", 8),
    row(4, "Mine", 7),
  ];
  const views = viewsFor(rows, 7);
  expect(views.map(({ title }) => title)).toEqual(["Mine", "Apple", "Zebra"]);
  expect(valuesOf({ ...views[0]!, title: "  Mine  " })).toEqual({
    table_name: "products",
    title: "Mine",
    user_id: 7,
    search: "sort=id%3Aasc",
  });
});

test("what a row is known by comes first as built, and stays in the place that was chosen for it", () => {
  const files = schemaNamed("product_files");
  expect(Object.keys(files.properties).slice(0, 3)).toEqual(["id", "product_id", "title"]);
  const built = orderedColumns(files, columnsAsBuilt());
  expect(built.slice(0, 3)).toEqual(["id", "title", "product_id"]);
  const move = { names: ["product_id"], beside: "title", side: "before" } as const;
  const moved = moveColumns(files, columnsAsBuilt(), move);
  expect(orderedColumns(files, moved).slice(0, 3)).toEqual(["id", "product_id", "title"]);
});
