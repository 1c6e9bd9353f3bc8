import { expect, test } from "vitest";
import type { TableField, Value } from "../../../../server/contract/tables.ts";
import { cellText, kindOf, toWire } from "../../../../client/admin/kinds/kinds.ts";
import { aField } from "../schemas.ts";

const grouped = new Intl.NumberFormat().format(1_234_567);
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const AT = "2026-11-22T10:05:00.000Z";

test.each<[string, Partial<TableField>, Value, string]>([
  ["50 characters whole", {}, "x".repeat(50), "x".repeat(50)],
  ["51 characters cut", {}, "x".repeat(51), `${"x".repeat(50)}…`],
  ["50 characters of two units whole", {}, "🐻".repeat(50), "🐻".repeat(50)],
  ["markup as it is", {}, "<b>", "<b>"],
  ["nothing as nothing", {}, null, ""],
  ["integers grouped", { type: "integer" }, 1_234_567, grouped],
  [
    "numbers with two decimals",
    { type: "number" },
    3,
    new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(3),
  ],
  ["references ungrouped", { type: "integer", reference: "orders" }, 1234, "1234"],
  ["times by the clock here", { format: "date-time" }, AT, minute.format(Date.parse(AT))],
  [
    "times by the clock of the shop",
    { format: "date-time", timeZone: "Asia/Tokyo" },
    AT,
    new Intl.DateTimeFormat(undefined, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Asia/Tokyo",
    }).format(Date.parse(AT)),
  ],
  ["days as days", { format: "date" }, "2026-11-22", day.format(Date.parse("2026-11-22"))],
  ["no time as it is", { format: "date-time" }, "soon", "soon"],
  ["yes", { type: "boolean" }, true, "Yes"],
  ["no", { type: "boolean" }, false, "No"],
  ["lists in one line", { type: "array" }, ["a", "b"], "a, b"],
  ["choices by their names", { enum: ["a", "b"], enumNames: ["First", "Second"] }, "b", "Second"],
])("a cell shows %s", (_, field, value, text) => {
  expect(cellText(aField(field), value)).toBe(text);
});

test.each<[name: string, Partial<TableField>, like: Partial<TableField>]>([
  ["name", {}, {}],
  ["message", { multiline: true }, { multiline: true }],
  ["form_data", {}, { multiline: true }],
  ["description_count", { type: "integer" }, { type: "integer" }],
  ["cover", { type: "array", widget: "media" }, { widget: "media" }],
  ["sample", { widget: "file", format: "url" }, { widget: "file" }],
  ["product_id", { type: "integer", reference: "products" }, { reference: "products" }],
  ["size", { type: "integer", enum: [1, 2] }, { enum: [1] }],
  ["body", { widget: "markdown", multiline: true }, { widget: "markdown" }],
  ["features", { type: "array", widget: "lines" }, { type: "array" }],
  ["size", { type: "integer", format: "later" as "url" }, { type: "integer" }],
  ["size", { type: "blob" as "string" }, {}],
])("the column %s %j is of the kind of %j", (name, field, like) => {
  expect(kindOf(aField(field), name)).toBe(kindOf(aField(like)));
});

test.each<[string, Partial<TableField>, string, Value]>([
  ["true of a spreadsheet", { type: "boolean" }, "TRUE", true],
  ["a word that is no boolean", { type: "boolean" }, "yes", "yes"],
  ["lines", { type: "array", widget: "lines" }, " one \n\ntwo", ["one", "two"]],
  ["an empty list", { type: "array", widget: "lines" }, "", []],
  ["a choice", { enum: ["a4", "letter"] }, "a4", "a4"],
  ["a choice by its name", { enum: ["a", "b"], enumNames: ["First", "Second"] }, "second ", "b"],
  ["no choice", { enum: ["a4", "letter"] }, "A5", "A5"],
  ["a number of a list", { type: "integer", enum: [1, 2] }, "2", 2],
  ["a text with its spaces", {}, " a ", " a "],
  [
    "a time by the clock of the shop",
    { format: "date-time", timeZone: "Asia/Tokyo" },
    "2026-11-22 10:05",
    "2026-11-22T01:05:00.000Z",
  ],
  [
    "a time that names its zone",
    { format: "date-time", timeZone: "Asia/Tokyo" },
    "2026-11-22T10:05:00+01:00",
    "2026-11-22T09:05:00.000Z",
  ],
  ["blanks", {}, "  ", null],
])("reads %s from typed or pasted text", (_, field, text, value) => {
  expect(toWire(aField(field), text)).toEqual(value);
});
