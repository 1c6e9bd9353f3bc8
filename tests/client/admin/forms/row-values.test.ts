import { expect, test } from "vitest";
import type { TableField, TableRow, Value } from "../../../../server/contract/tables.ts";
import { temporaryId } from "../../../../client/admin/offline/entry.ts";
import {
  absentIn,
  changesOf,
  fieldLabel,
  formOf,
  isMultiline,
  problemsOf,
  rowOf,
  typedOf,
} from "../../../../client/admin/forms/row-values.ts";
import { aField, aRow, aSchema } from "../schemas.ts";

const AT = "2026-11-22T10:05:00.000Z";

test.each<[string, Partial<TableField>, Value]>([
  ["the default", { default: "usd" }, "usd"],
  ["'' for a text", {}, ""],
  ["0 for an integer", { type: "integer" }, 0],
  ["false for a boolean", { type: "boolean" }, false],
  ["no text for a list", { type: "array" }, []],
  ["no row for a reference", { type: "integer", reference: "users" }, null],
])("a new row starts with %s", (_, field, value) => {
  expect(typedOf(formOf(aSchema({ field })))).toEqual({ field: value });
});

test("a form has no read-only fields, and create-only fields only for a new row", () => {
  const schema = aSchema({ name: {}, total: { readOnly: true }, order: { createOnly: true } });
  expect(Object.keys(formOf(schema).properties)).toEqual(["name", "order"]);
  expect(Object.keys(formOf(schema, aRow({ name: "", order: 1 })).properties)).toEqual(["name"]);
});

test("an edit sends the changed fields alone, in their types", () => {
  const form = formOf(
    aSchema({
      name: {},
      price: { type: "integer" },
      until: { format: "date-time" },
      note: {},
      lines: { type: "array", widget: "lines" },
    }),
  );
  const row = aRow({ name: "Bear", price: 5, until: AT, note: "old", lines: ["a"] });
  const typed = typedOf(form, row);
  expect(changesOf(form, typed, typed)).toEqual({});
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

test("a text that is not a number is refused unchanged", () => {
  const form = formOf(aSchema({ price: { type: "integer" } }));
  const typed = { price: "1e3" };
  expect(changesOf(form, typedOf(form, aRow({ price: 5 })), typed)).toEqual(typed);
  expect(problemsOf(form, typed)).toEqual({ price: "Field must be a number" });
});

test("an unchanged time is not sent, although its seconds are not shown", () => {
  const form = formOf(aSchema({ until: { format: "date-time" } }));
  const typed = typedOf(form, aRow({ until: "2026-11-22T10:05:59.123Z" }));
  expect(changesOf(form, typed, { ...typed })).toEqual({});
  const local = new Date(AT).getTimezoneOffset() === 0 ? "2026-11-22T10:05" : typed["until"];
  expect(typed["until"]).toBe(local);
});

test("a new row sends filled values, and no unchanged optional zero", () => {
  const properties = { name: {}, price: { type: "integer" }, list: { type: "integer" }, note: {} };
  const form = formOf(
    aSchema(properties as Record<string, Partial<TableField>>, { required: ["price"] }),
  );
  const typed = { ...typedOf(form), name: "Bear" };
  expect(rowOf(form, typed)).toEqual({ name: "Bear", price: 0 });
  expect(rowOf(form, { ...typed, list: "0" })).toEqual({ name: "Bear", price: 0, list: 0 });
});

test.each<[string, Partial<TableField>, boolean]>([
  ["name", {}, false],
  ["message", { multiline: true }, true],
  ["form_data", {}, true],
  ["description_count", { type: "integer" }, false],
])("%s has a multi-line input: %s", (name, field, several) => {
  expect(isMultiline(name, aField(field))).toBe(several);
});

test.each([
  ["file_url", "PDF (Upload)"],
  ["big_media_url", "PDF (Upload)"],
  ["url", "PDF"],
])("%s is labelled %s", (name, label) => {
  expect(fieldLabel(name, { title: "PDF" })).toBe(label);
});

test("columns that this device does not have are not in the form", () => {
  const schema = aSchema({ name: {}, email: { private: true } }, { required: ["name", "email"] });
  const { email: _email, ...row } = aRow({ name: "Bear", email: "bear@example.com" });
  const form = formOf(schema, row as TableRow);
  expect(Object.keys(form.properties)).toEqual(["name"]);
  expect(form.required).toEqual(["name"]);
  expect(absentIn(schema, row as TableRow)).toEqual(["email"]);
  const typed = typedOf(form, row as TableRow);
  expect(changesOf(form, typed, { ...typed, name: "Cub" })).toEqual({ name: "Cub" });
});

test("a row that is not sent yet has all fields in its form", () => {
  const schema = aSchema({ name: {}, email: { private: true } });
  const row = { id: temporaryId(), version: 0, name: "Bear" };
  expect(absentIn(schema, row)).toEqual([]);
  expect(typedOf(formOf(schema, row), row)).toEqual({ name: "Bear", email: null });
});
