import { expect, test } from "vitest";
import { isQuiet } from "../../../../client/admin/data/row-texts.ts";
import {
  type ColumnSettings,
  columnsKey,
  columnStateOf,
  DEFAULT_COLUMNS,
  parseColumns,
  showColumns,
  withColumnState,
} from "../../../../client/admin/table/column-settings.ts";
import {
  readView,
  textOfView,
  valuesOf,
  viewsFor,
} from "../../../../client/admin/table/saved-view.ts";
import { browserStorage } from "../../../../client/lib/storage.ts";
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
const orderOf = (table: string, order: string[] = []) =>
  columnStateOf(schemaNamed(table), { ...DEFAULT_COLUMNS, order }).columnOrder;

test.each<unknown>([
  undefined,
  "columns",
  { order: 7, hidden: { slug: true }, widths: ["wide"], pinned: null },
  { order: [1, null], widths: { name: "9" } },
])("the stored settings %o are replaced by the default", (stored) => {
  expect(parseColumns(JSON.stringify(stored) ?? null)).toEqual(DEFAULT_COLUMNS);
});

test("settings are stored per user and table, and default settings are removed", () => {
  const of = { userId: 7, table: "products" };
  showColumns(of, chosen);
  expect(columnsKey({ ...of, userId: 8 })).not.toBe(columnsKey(of));
  expect(parseColumns(browserStorage.getItem(columnsKey(of)))).toEqual(chosen);
  showColumns(of, DEFAULT_COLUMNS);
  expect(browserStorage.getItem(columnsKey(of))).toBeNull();
});

test("the label comes first; a new column follows the one before it, and unknown ones are dropped", () => {
  expect(orderOf("product_files").slice(0, 3)).toEqual(["id", "title", "product_id"]);
  const order = ["badge", "name", "colour", "price"];
  const ordered = orderOf("products", order);
  expect(ordered).toHaveLength(names.length);
  expect(ordered.filter((name) => order.includes(name))).toEqual(["badge", "name", "price"]);
  expect(ordered[ordered.indexOf("name") + 1]).toBe("slug");
});

test("id, version and times are hidden by default, and all columns but the last can be hidden", () => {
  const { columnVisibility } = columnStateOf(products, DEFAULT_COLUMNS);
  const hidden = names.filter((name) => !columnVisibility[name]);
  expect(hidden).toEqual(["id", "version", "created_at", "updated_at"]);
  const toggle = (settings: ColumnSettings, name: string, isVisible: boolean) =>
    withColumnState(settings, {
      columnVisibility: {
        ...columnStateOf(products, settings).columnVisibility,
        [name]: isVisible,
      },
    });
  const shown = toggle(DEFAULT_COLUMNS, "created_at", true);
  expect(shown.shown).toEqual(["created_at"]);
  expect(toggle(shown, "created_at", false)).toEqual(DEFAULT_COLUMNS);
  const data = names.filter((name) => !isQuiet(name));
  const least = data.reduce((settings, name) => toggle(settings, name, false), DEFAULT_COLUMNS);
  expect(least.hidden).toHaveLength(data.length - 1);
});

test("the label is pinned without pinned columns; changes of the table are stored", () => {
  expect(columnStateOf(products, DEFAULT_COLUMNS).columnPinning.start).toEqual(["name"]);
  const state = columnStateOf(products, { ...chosen, pinned: ["slug"] });
  expect(state).toMatchObject({ columnPinning: { start: ["slug"] }, columnSizing: { name: 320 } });
  const { columnOrder: order } = state;
  expect(withColumnState(DEFAULT_COLUMNS, state)).toEqual({ ...chosen, pinned: ["slug"], order });
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
  const search = "sort=id%3Aasc";
  const row = (id: number, title: string, user_id: number | null) => ({
    id,
    title,
    user_id,
    search,
    version: 1,
    table_name: "products",
  });
  const rows = [
    row(1, "Zebra", null),
    row(2, "Apple", null),
    row(3, "Other", 8),
    row(4, "Mine", 7),
  ];
  const views = viewsFor(rows, 7);
  expect(views.map(({ title }) => title)).toEqual(["Mine", "Apple", "Zebra"]);
  const values = valuesOf({ ...views[0]!, title: "  Mine  " });
  expect(values).toEqual({ table_name: "products", title: "Mine", user_id: 7, search });
});
