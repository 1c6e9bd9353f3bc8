import { expect, test } from "vitest";
import {
  changesOf,
  formOf,
  problemsOf,
  typedOf,
} from "../../../../client/admin/forms/row-values.ts";
import { toWire, typedProblem } from "../../../../client/admin/kinds/kinds.ts";
import { readPaste } from "../../../../client/admin/table/paste.ts";
import { kindOf, parseFilters } from "../../../../server/contract/list-query.ts";
import type { TableRow, Value } from "../../../../server/contract/tables.ts";
import { readCell } from "../../../../server/contract/csv.ts";
import { schemaOf } from "../../../../server/domain/tables/define-table.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { validateValues } from "../../../../server/domain/tables/wire-values.ts";
import { aRow } from "../schemas.ts";

/** A column that takes typed text, and a row that holds another value. */
type Target = { table: string; name: string; row: TableRow };
/** Returns the stored value, or the problem as a string. */
type Way = (target: Target, text: string) => Value | undefined;

function definitionOf({ table }: Target) {
  const definition = TABLES.get(table);
  if (!definition) throw new Error(`There is no table ${table}.`);
  return definition;
}

function call(target: Target, value: Value): Value | undefined {
  const { name, row } = target;
  const { values, problems } = validateValues(definitionOf(target), {
    body: { [name]: value },
    row,
  });
  return problems.get(name) ?? values[name];
}

const WAYS: Record<string, Way> = {
  form(target, text) {
    const { name, row } = target;
    const form = formOf(schemaOf(definitionOf(target)), row);
    const before = typedOf(form, row);
    const typed = { ...before, [name]: text };
    const changes = changesOf(form, before, typed);
    return problemsOf(form, typed, changes)[name] ?? changes[name];
  },
  cell(target, text) {
    const schema = schemaOf(definitionOf(target));
    const field = schema.properties[target.name];
    return (
      field && (typedProblem(schema, target.name, { typed: text, row: {} }) ?? toWire(field, text))
    );
  },
  paste(target, text) {
    const schema = schemaOf(definitionOf(target));
    const range = { top: 0, bottom: 0, left: 0, right: 0 };
    const [cell] = readPaste(text, {
      schema,
      range,
      names: [target.name],
      rowAt: () => target.row,
    }).cells;
    return cell?.problem ?? cell?.value;
  },
  call,
  file(target, text) {
    const field = schemaOf(definitionOf(target)).properties[target.name];
    return field && call(target, readCell(kindOf(field), text));
  },
};
const ways = Object.entries(WAYS);

const POSITION = { table: "products", name: "position", row: aRow({ position: 7 }) };
const FILE = { table: "product_files", name: "position", row: aRow({ position: 7 }) };
const CENTS = { table: "products", name: "list_price", row: aRow({ list_price: 4700 }) };

test.each<[string, Value]>([
  ["99.00", "must be an integer"],
  ["99.", "must be an integer"],
  [".5", "must be an integer"],
  ["99999999999999999999", "cannot be greater than 10000"],
  ["99,00", "must be a number"],
  ["1,250", "must be a number"],
  ["97-", "must be a number"],
  ["97 USD", "must be a number"],
  ["$97", "must be a number"],
  ["9 7", "must be a number"],
  ["1e3", "must be a number"],
  ["0x10", "must be a number"],
  ["９７", "must be a number"],
  ["-3", "cannot be less than 0"],
  ["9700", 9700],
  [" +97 ", 97],
  ["0097", 97],
])("%j in a whole number is %j, however it is entered", (text, expected) => {
  const result = typeof expected === "string" ? `Position ${expected}` : expected;
  for (const [way, enter] of ways) expect([way, enter(POSITION, text)]).toEqual([way, result]);
});

test("blanks clear a number", () => {
  for (const [, enter] of ways) expect(enter(CENTS, " ")).toBeNull();
});

test("calls and files have amounts in cents, never with a decimal point", () => {
  const refusal = "List price (cents) must be an integer";
  for (const way of ["call", "file"]) {
    expect(WAYS[way]?.(CENTS, "99.00")).toBe(refusal);
    expect(WAYS[way]?.(CENTS, "9900")).toBe(9900);
  }
});

test("the rule applies to all whole numbers, also in filters", () => {
  for (const [, enter] of ways) expect(enter(FILE, "3.0")).toBe("Position must be an integer");
  const { properties } = schemaOf(definitionOf(POSITION));
  const filter = (text: string) => parseFilters((name) => properties[name], { price__gte: text });
  expect(filter("19.00").problems).toEqual({ price__gte: ["Price (cents) must be an integer"] });
  expect(filter("1900").filters).toMatchObject([{ value: 1900 }]);
});

const COUNTDOWN = {
  table: "settings",
  name: "countdown_until",
  row: aRow({ countdown_until: "2026-12-24T10:00:00.000Z" }),
};

test.each(["202611-12-31T23:59", "2026-02-30T10:00", "2026-12-31T25:00", "soon", "31.12.2026"])(
  "%j is not a date, however it is entered, and stays as typed",
  (text) => {
    for (const [, enter] of ways) {
      expect(enter(COUNTDOWN, text)).toBe("Countdown ends at must be a valid date");
    }
    const form = formOf(schemaOf(definitionOf(COUNTDOWN)), COUNTDOWN.row);
    const before = typedOf(form, COUNTDOWN.row);
    expect(changesOf(form, before, { ...before, countdown_until: text })).toEqual({
      countdown_until: text,
    });
  },
);

test("a new product is digital", () => {
  expect(typedOf(formOf(schemaOf(definitionOf(POSITION))))).toMatchObject({ type: "digital" });
});

test("the last day with four digits is a date", () => {
  const last = "9999-12-31T23:59";
  const stored = new Date(last).toISOString();
  expect(WAYS["form"]?.(COUNTDOWN, last)).toBe(stored);
  expect(WAYS["cell"]?.(COUNTDOWN, last)).toBe(stored);
});
