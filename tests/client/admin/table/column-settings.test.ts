import { expect, test } from "vitest";
import { isQuiet } from "../../../../client/admin/app/formats.ts";
import {
  type ColumnSettings,
  columnsKey,
  DEFAULT_COLUMNS,
  isHidden,
  moveColumn,
  orderedColumns,
  parseColumns,
  stepColumn,
  storeColumns,
  toggleColumn,
  togglePin,
} from "../../../../client/admin/table/column-settings.ts";
import {
  readView,
  textOfView,
  valuesOf,
  viewsFor,
} from "../../../../client/admin/table/views/saved-view.ts";
import { schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");
const names = Object.keys(products.properties);
const chosen: ColumnSettings = {
  order: ["price", "name"],
  hidden: ["slug"],
  shown: ["id"],
  widths: { name: 320 },
  pinned: ["name"],
};

test.each<unknown>([
  undefined,
  "columns",
  { order: 7, hidden: { slug: true }, widths: ["wide"], pinned: null },
  { order: [1, null], widths: { name: "9" } },
])("the stored settings %o are replaced by the default", (stored) => {
  expect(parseColumns(JSON.stringify(stored) ?? null)).toEqual(DEFAULT_COLUMNS);
});

test("settings are stored per user and table, and default settings are removed", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const of = { userId: 7, table: "products" };
  storeColumns(storage, of, chosen);
  expect([...stored.keys()]).toEqual([columnsKey(of)]);
  expect(columnsKey({ ...of, userId: 8 })).not.toBe(columnsKey(of));
  expect(parseColumns(storage.getItem(columnsKey(of)))).toEqual(chosen);
  storeColumns(storage, of, DEFAULT_COLUMNS);
  expect(stored.size).toBe(0);
});

test("a new column follows the column before it in the schema; unknown ones are dropped", () => {
  const order = ["badge", "name", "colour", "price"];
  const ordered = orderedColumns(products, { ...DEFAULT_COLUMNS, order });
  expect(ordered).toHaveLength(names.length);
  expect(ordered.filter((name) => order.includes(name))).toEqual(["badge", "name", "price"]);
  expect(ordered[ordered.indexOf("name") + 1]).toBe("slug");
});

test("id, version and times are hidden by default", () => {
  const hidden = names.filter((name) => isHidden(DEFAULT_COLUMNS, name));
  expect(hidden).toEqual(["id", "version", "created_at", "updated_at"]);
  const shown = toggleColumn(products, DEFAULT_COLUMNS, "created_at");
  expect(isHidden(shown, "created_at")).toBe(false);
  expect(toggleColumn(products, shown, "created_at")).toEqual(DEFAULT_COLUMNS);
});

test("all columns but the last can be hidden, and columns are pinned", () => {
  const data = names.filter((name) => !isQuiet(name));
  const hidden = data.reduce(
    (settings, name) => toggleColumn(products, settings, name),
    DEFAULT_COLUMNS,
  );
  expect(hidden.hidden).toEqual(data.slice(0, -1));
  expect(togglePin(togglePin(DEFAULT_COLUMNS, "slug"), "name").pinned).toEqual(["slug", "name"]);
  expect(togglePin(chosen, "name").pinned).toEqual([]);
});

test("a column moves one place among the visible ones", () => {
  const withoutSlug = { ...DEFAULT_COLUMNS, hidden: ["slug"] };
  const stepped = stepColumn(products, withoutSlug, { name: "name", step: 1 });
  expect(orderedColumns(products, stepped).slice(1, 4)).toEqual(["slug", "description", "name"]);
  expect(stepColumn(products, withoutSlug, { name: "name", step: -1 })).toEqual(withoutSlug);
});

test("the label comes first by default, and stays where it is moved", () => {
  const files = schemaNamed("product_files");
  expect(orderedColumns(files, DEFAULT_COLUMNS).slice(0, 3)).toEqual(["id", "title", "product_id"]);
  const move = { name: "product_id", beside: "title", side: "before" } as const;
  const moved = moveColumn(files, DEFAULT_COLUMNS, move);
  expect(orderedColumns(files, moved).slice(0, 3)).toEqual(["id", "product_id", "title"]);
});

test("a view contains filters, sorting and columns, but no page", () => {
  const search = { sort: "price:desc", page: "3", name__contains: "a&b=c “d”" };
  const { page: _page, ...saved } = search;
  const text = textOfView({ search, columns: chosen });
  expect(readView(text)).toEqual({ search: saved, columns: chosen });
  expect(textOfView({ search: {}, columns: DEFAULT_COLUMNS })).toBe("");
  expect(readView("sort=id%3Aasc&columns={").columns).toEqual(DEFAULT_COLUMNS);
  const reordered = { name__contains: search.name__contains, sort: search.sort, page: "9" };
  expect(textOfView({ search: reordered, columns: chosen })).toBe(text);
});

test("a user sees their own views first, then the shared ones", () => {
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
