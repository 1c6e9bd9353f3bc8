import { expect, test } from "vitest";
import type { TableField, TableRow, Value } from "../../../../server/contract/tables.ts";
import { temporaryId } from "../../../../client/admin/offline/entry.ts";
import {
  absentIn,
  changesOf,
  fieldLabel,
  formOf,
  problemsOf,
  rowOf,
  typedOf,
} from "../../../../client/admin/forms/row-values.ts";
import { aRow, aSchema } from "../schemas.ts";

const INTEGER = { type: "integer" } as const;

test.each<[string, Partial<TableField>, Value]>([
  ["the default", { default: "usd" }, "usd"],
  ["'' for a text", {}, ""],
  ["0 for an integer", INTEGER, 0],
  ["false for a boolean", { type: "boolean" }, false],
  ["no text for a list", { type: "array" }, []],
  ["no row for a reference", { ...INTEGER, reference: "users" }, null],
])("a new row starts with %s", (_, field, value) => {
  expect(typedOf(formOf(aSchema({ field })))).toEqual({ field: value });
});

test("a form has no read-only fields, and create-only fields only for a new row", () => {
  const schema = aSchema({ name: {}, total: { readOnly: true }, order: { createOnly: true } });
  expect(Object.keys(formOf(schema).properties)).toEqual(["name", "order"]);
  expect(Object.keys(formOf(schema, aRow({ name: "", order: 1 })).properties)).toEqual(["name"]);
});

test("a form leaves out what the environment sets, even if it is required", () => {
  const fixed = { required: ["brand"], setByEnvironment: { brand: "Mine" } };
  const form = formOf(aSchema({ brand: {}, logo: {} }, fixed), aRow({ brand: "", logo: "" }));
  expect(Object.keys(form.properties)).toEqual(["logo"]);
  expect(problemsOf(form, { logo: "" })).toEqual({});
});

test("an edit sends the changed fields alone, in their types", () => {
  const until = { format: "date-time" } as const;
  const lines = { type: "array", widget: "lines" } as const;
  const form = formOf(aSchema({ name: {}, price: INTEGER, until, note: {}, lines }));
  // The form shows times without seconds; an untouched field must not count as a change.
  const until59 = "2026-11-22T10:05:59.123Z";
  const row = aRow({ name: "Bear", price: 5, until: until59, note: "old", lines: ["a"] });
  const typed = typedOf(form, row);
  expect(changesOf(form, typed, { ...typed })).toEqual({});
  const after = { ...typed, price: "7", note: " ", lines: ["a", "", " b "] };
  expect(changesOf(form, typed, after)).toEqual({ price: 7, note: null, lines: ["a", "b"] });
});

test("a value that predates the rules blocks only its own change", () => {
  const form = formOf(aSchema({ name: { maxLength: 5 }, email: { format: "email" } }));
  const before = typedOf(form, aRow({ name: "longer than 5", email: "anna" }));
  const check = (typed: Record<string, Value>) => {
    const after = { ...before, ...typed };
    return problemsOf(form, after, changesOf(form, before, after));
  };
  expect(check({ name: "Anna" })).toEqual({});
  expect(check({ email: "bo" })).toEqual({ email: "Field is not a valid email" });
  expect(problemsOf(form, before)).toMatchObject({ name: expect.any(String) });
});

test.each<[Partial<TableField>, text: string, problem: string]>([
  [INTEGER, "1e3", "must be a number"],
  [INTEGER, "97-", "must be a number"],
  [INTEGER, "97 USD", "must be a number"],
  [INTEGER, "19,00", "must be a number"],
  [INTEGER, "99.00", "must be an integer"],
  [{ type: "number" }, "12,5", "must be a number"],
  // Typing through a date field can give a year of six digits.
  [{ format: "date-time" }, "202611-12-31T23:59", "must be a valid date"],
  [{ format: "date-time" }, "soon", "must be a valid date"],
])("a field %j refuses the text %j unchanged: %s", (field, text, problem) => {
  const form = formOf(aSchema({ field }));
  const typed = { field: text };
  expect(changesOf(form, typedOf(form, aRow({ field: null })), typed)).toEqual(typed);
  expect(problemsOf(form, typed)).toEqual({ field: `Field ${problem}` });
});

test("a new row sends filled values, and no unchanged optional zero", () => {
  const properties = { name: {}, price: INTEGER, list: INTEGER, note: {} };
  const form = formOf(aSchema(properties, { required: ["price"] }));
  const typed = { ...typedOf(form), name: "Bear" };
  expect(rowOf(form, typed)).toEqual({ name: "Bear", price: 0 });
  expect(rowOf(form, { ...typed, list: "0" })).toEqual({ name: "Bear", price: 0, list: 0 });
});

test("what holds a file is labelled as an upload", () => {
  const labels = ["file_url", "big_media_url", "url"].map((name) =>
    fieldLabel(name, { title: "PDF" }),
  );
  expect(labels).toEqual(["PDF (Upload)", "PDF (Upload)", "PDF"]);
});

test("columns that this device does not have are not in the form, unless the row is unsent", () => {
  const schema = aSchema({ name: {}, email: { private: true } }, { required: ["name", "email"] });
  const row: TableRow = aRow({ name: "Bear" });
  const form = formOf(schema, row);
  expect(form).toMatchObject({ properties: { name: {} }, required: ["name"] });
  expect(absentIn(schema, row)).toEqual(["email"]);
  const typed = typedOf(form, row);
  expect(changesOf(form, typed, { ...typed, name: "Cub" })).toEqual({ name: "Cub" });
  const unsent = { id: temporaryId(), version: 0, name: "Bear" };
  expect(typedOf(formOf(schema, unsent), unsent)).toEqual({ name: "Bear", email: null });
});
