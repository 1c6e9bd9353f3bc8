import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FieldRow } from "../../../../client/admin/forms/field-row.tsx";
import {
  changesOf,
  formOf,
  problemsOf,
  questionsOf,
  rowOf,
  typedOf,
} from "../../../../client/admin/forms/row-values.ts";
import {
  cellText,
  copyText,
  kindOf,
  questionOf,
  toTyped,
  toWire,
  typedProblem,
} from "../../../../client/admin/kinds/kinds.ts";
import { commonPart } from "../../../../client/admin/table/bulk-rows.ts";
import { differencesOf, valuesToRestore } from "../../../../client/admin/table/differences.ts";
import { filterText } from "../../../../client/admin/table/filters.ts";
import { mappingOf } from "../../../../client/admin/table/import-file.ts";
import { readPaste } from "../../../../client/admin/table/paste.ts";
import type { TableRow } from "../../../../server/contract/tables.ts";
import { schemaOf } from "../../../../server/domain/tables/define-table.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { aRow, schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");
const field = products.properties["price"]!;
const rowIn = (currency: string, price = 3700): TableRow => aRow({ name: "Bear", price, currency });

test.each([
  ["usd", 3700, "$37.00", "37.00"],
  ["USD", 0, "$0.00", "0.00"],
  ["jpy", 3700, "¥3,700", "3700"],
  ["kwd", 3700, "KWD 3.700", "3.700"],
  ["usd", 123_456_700, "$1,234,567.00", "1234567.00"],
  // Without a code that the browser knows, the number stays as stored.
  ["dollars", 3700, "3,700 (smallest unit)", "3700"],
  [null, 3700, "3,700 (smallest unit)", "3700"],
])("in %s, %i is shown as %s and edited and copied as %s", (currency, price, shown, typed) => {
  const row = aRow({ price, currency });
  expect(cellText(field, price, row).replaceAll("\u00A0", " ")).toBe(shown);
  expect(toTyped(field, price, row)).toBe(typed);
  expect(copyText(field, price, row)).toBe(typed);
});

test.each([
  ["usd", "free", "Price must be money, like 12.00"],
  ["usd", "12 EUR", "Price must be money, like 12.00"],
  ["usd", "100,000.01", "Price can't be more than $100,000.00"],
  ["jpy", "12.50", "Price must be money, like 1200"],
  ["dollars", "12", "Price needs a currency: set that too"],
  ["usd", " ", "Price is required"],
  ["usd", "37", 3700],
  ["usd", "37,50", 3750],
  ["usd", "$37.00", 3700],
  ["eur", "1.234,56 €", 123_456],
  ["jpy", "37", 37],
  ["kwd", "37.5", 37_500],
])("in %s, %j typed or pasted is %s", (currency, text, expected) => {
  const row = rowIn(currency, 500);
  const form = formOf(products, row);
  const before = typedOf(form, row);
  const typed = { ...before, price: text };
  const changed = changesOf(form, before, typed);
  const problem = problemsOf(form, typed, changed)["price"];
  expect(problem ?? changed["price"]).toBe(expected);
  const inCell = { typed: text, row };
  expect(typedProblem(products, "price", inCell) ?? toWire(field, text, row)).toBe(expected);
  const range = { top: 0, bottom: 0, left: 0, right: 0 };
  const block = { schema: products, range, names: ["price"], rowAt: () => row };
  const [cell] = readPaste(text, block).cells;
  expect(cell?.problem ?? cell?.value).toBe(expected);
});

test("every column of an amount is money", () => {
  const columns = [...TABLES.values()].flatMap((table) =>
    Object.entries(schemaOf(table).properties).filter(
      ([name, { type }]) => /amount|price/.test(name) && type === "integer",
    ),
  );
  expect(columns.length).toBeGreaterThan(10);
  for (const [name, { format }] of columns) expect([name, format]).toEqual([name, "money"]);
});

test("an amount has the currency of its field, whatever its row says", () => {
  const fixed = { ...field, currency: { code: "jpy" } };
  expect(cellText(fixed, 3700, rowIn("usd"))).toBe("¥3,700");
  expect(toWire(fixed, "37", rowIn("usd"))).toBe(37);
});

test("a form reads an amount in the currency that is typed next to it", () => {
  const form = formOf(products);
  const typed = { ...typedOf(form), name: "Bear", price: "37" };
  expect(rowOf(form, { ...typed, currency: "jpy" })).toMatchObject({ price: 37 });
  expect(rowOf(form, { ...typed, currency: "eur" })).toMatchObject({ price: 3700 });
  expect(rowOf(form, typed)).not.toHaveProperty("list_price");

  const stored = formOf(products, rowIn("usd"));
  const before = typedOf(stored, rowIn("usd"));
  const changed = { ...before, price: "37", currency: "jpy" };
  expect(changesOf(stored, before, changed)).toEqual({ price: 37, currency: "jpy" });
  // The amount of another currency must be typed again if it cannot be read in it.
  const yen = { ...before, currency: "jpy" };
  expect(problemsOf(stored, yen, changesOf(stored, before, yen))).toMatchObject({
    price: "Price must be money, like 1200",
  });
});

test("columns of a German and an American spreadsheet are pasted with their currency", () => {
  const rows = [rowIn("usd"), rowIn("usd"), rowIn("usd")];
  const block = {
    schema: products,
    range: { top: 0, bottom: 2, left: 0, right: 1 },
    names: ["price", "currency"],
    rowAt: (index: number) => rows[index],
  };
  const text = "37,50 €\tEuro\n$1,234.50\tusd\n1.234,50 €\tusd";
  expect(readPaste(text, block).cells.map(({ value, problem }) => problem ?? value)).toEqual([
    3750,
    "eur",
    123_450,
    "Price must be money, like 12.00",
  ]);
});

test.each([
  ["370.01", 3700, "Price: $370.01 is more than ten times $37.00."],
  ["1,234", 99_900, "Price: this was read as $1,234.00."],
  ["370", 3700, undefined],
  ["1", 3700, undefined],
  ["900", 0, undefined],
  ["900", null, undefined],
  ["a lot", 3700, undefined],
])("before %j replaces %s, it is asked: %s", (typed, before, question) => {
  const row = aRow({ price: before, currency: "usd" });
  expect(questionOf(field, typed, { row, before })).toBe(question);
  const form = formOf(products, row);
  expect(questionsOf(form, { currency: "usd", price: typed }, { price: 1 })).toEqual(
    question ? [question] : [],
  );
});

test("a pasted amount that may be a mistake is marked", () => {
  const range = { top: 0, bottom: 0, left: 0, right: 0 };
  const block = { schema: products, range, names: ["price"], rowAt: () => rowIn("usd") };
  expect(readPaste("3700", block).cells).toMatchObject([
    { value: 370_000, question: "Price: $3,700.00 is more than ten times $37.00." },
  ]);
});

test.each([
  ["usd", "$19.00"],
  ["jpy", "¥1,900"],
])("in %s, a filter takes and names its range in money", (currency, shown) => {
  const condition = { field: "price", operator: "gte", value: "1900" } as const;
  const { title, verb, value } = filterText(products, condition, rowIn(currency));
  expect(`${title} ${verb} ${value}`).toBe(`Price ≥ ${shown}`);
  const props = {
    id: "price",
    field,
    row: rowIn(currency),
    get: () => "1900",
    set: () => {},
  };
  const html = renderToStaticMarkup(createElement(kindOf(field).filter.Input, props));
  expect(html).toContain(`value="${currency === "jpy" ? "1900" : "19.00"}"`);
});

test("the history shows each amount in the currency of its time, and restores cents", () => {
  const [before, after] = [rowIn("usd"), rowIn("jpy", 4200)];
  expect(differencesOf(products, before, after)).toMatchObject([
    { title: "Price", old: "$37.00", new: "¥4,200" },
    { title: "Currency" },
  ]);
  expect(valuesToRestore(products, after, before)).toEqual({ price: 3700, currency: "usd" });
});

test("a change of many rows needs one currency", () => {
  expect(commonPart([rowIn("usd", 1), rowIn("usd", 2)])).toMatchObject({ currency: "usd" });
  const mixed = commonPart([rowIn("usd"), rowIn("eur")]);
  const problem = "Price needs a currency: set that too";
  expect(typedProblem(products, "price", { typed: "37", row: mixed })).toBe(problem);
});

test("an import finds amounts by the headers of files old and new", () => {
  const headers = ["id", "price (cents)", "list_price", "Tax (cents)"];
  expect(mappingOf(products, headers)).toEqual(["id", "price", "list_price", null]);
});

test("the input names the currency of its amount", () => {
  const part = { name: "price", field, value: "37.00", row: rowIn("eur"), required: true };
  const html = renderToStaticMarkup(
    createElement(FieldRow, { ...part, problem: undefined, disabled: false, onChange: () => {} }),
  );
  expect(html).toContain('inputMode="decimal"');
  expect(html).toContain(">EUR</span>");
});
