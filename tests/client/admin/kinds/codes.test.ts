import { expect, test } from "vitest";
import { findProblem } from "../../../../server/contract/field-validation.ts";
import type { Format } from "../../../../server/contract/formats.ts";
import type { Value } from "../../../../server/contract/tables.ts";
import { filterText } from "../../../../client/admin/table/filters.ts";
import { countries, matchCodes, timeZones } from "../../../../client/admin/kinds/codes.ts";
import { cellText, copyText, toWire } from "../../../../client/admin/kinds/kinds.ts";
import { readPaste } from "../../../../client/admin/table/paste.ts";
import { stateRules } from "../../../../server/contract/states.ts";
import { aField, aRow, aSchema } from "../schemas.ts";

const PROBLEM = "Field must be";

/** Text as typed or pasted, its value, and the cell that shows the value. */
test.each<[Format, string, { value: Value; cell: string; problem?: true }]>([
  ["country", "XQ", { value: "XQ", cell: "XQ", problem: true }],
  ["country", "UK ", { value: "GB", cell: "United Kingdom" }],
  ["country", "Atlantis", { value: "Atlantis", cell: "Atlantis", problem: true }],
  ["country", "DE", { value: "DE", cell: "Germany" }],
  ["country", "de", { value: "DE", cell: "Germany" }],
  ["country", "germany", { value: "DE", cell: "Germany" }],
  ["country", "Deutschland", { value: "DE", cell: "Germany" }],
  ["country", "Österreich", { value: "AT", cell: "Austria" }],
  ["country", "Osterreich", { value: "AT", cell: "Austria" }],
  ["country", "USA", { value: "US", cell: "United States" }],
  ["country", "Vereinigte Staaten", { value: "US", cell: "United States" }],
  ["country", "Kosovo", { value: "XK", cell: "Kosovo" }],
  ["currency", "xqq", { value: "xqq", cell: "xqq", problem: true }],
  ["currency", "USD", { value: "usd", cell: "USD" }],
  ["currency", "Schweizer Franken", { value: "chf", cell: "CHF" }],
  ["currency", "euro", { value: "eur", cell: "EUR" }],
  ["language", "Klingonisch!", { value: "Klingonisch!", cell: "Klingonisch!", problem: true }],
  ["language", "Deutsch", { value: "de", cell: "German" }],
  ["language", "ar-u-nu-latn", { value: "ar-u-nu-latn", cell: "ar-u-nu-latn" }],
  ["time-zone", "+01:00", { value: "+01:00", cell: "+01:00", problem: true }],
  ["time-zone", "new york", { value: "America/New_York", cell: "America/New York" }],
  ["time-zone", "europe/rome", { value: "Europe/Rome", cell: "Europe/Rome" }],
  ["time-zone", "utc", { value: "UTC", cell: "UTC" }],
])("a %s is read from %j", (format, text, { value, cell, problem }) => {
  const field = aField({ format });
  const form = { title: "", properties: { field }, required: [] };
  expect(toWire(field, text)).toBe(value);
  expect(cellText(field, value)).toBe(cell);
  expect(copyText(field, value)).toBe(value);
  expect(findProblem(form, "field", value) ?? "").toContain(problem ? PROBLEM : "");
  expect(findProblem(form, "field", value) === undefined).toBe(!problem);
});

test("a filter names the code", () => {
  const schema = aSchema({ country: { title: "Country", format: "country" } });
  const condition = { field: "country", operator: "eq", value: "DE" } as const;
  expect(filterText(schema, condition)).toEqual({ title: "Country", verb: "is", value: "Germany" });
});

test("withdrawn codes are not listed, so no country is listed twice", () => {
  const names = countries.list().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBe(250);
});

test.each([
  ["ger", "Germany"],
  ["schweiz", "Switzerland"],
  ["land", "Åland Islands"],
])("the search for %j finds %s", (text, name) => {
  expect(matchCodes(countries.list(), text).map((each) => each.name)).toContain(name);
});

test("the same word comes first, then words that start with the typed text", () => {
  expect(matchCodes(countries.list(), "de")[0]?.name).toBe("Germany");
  const [first] = matchCodes(timeZones.list(), "rome");
  expect(first?.id).toBe("Europe/Rome");
  expect(matchCodes(countries.list(), "uni")[0]?.name).toMatch(/^Uni/);
});

test("a column of a German and an American spreadsheet is pasted as codes and states", () => {
  const schema = aSchema({
    country: { title: "Country", format: "country" },
    status: { title: "Status", ...stateRules("messages") },
  });
  const block = {
    schema,
    range: { top: 0, bottom: 4, left: 0, right: 1 },
    names: ["country", "status"],
    rowAt: () => aRow({ country: null, status: "new" }),
  };
  const text =
    "Atlantis\tErledigt\nÖsterreich\tDone\nVEREINIGTES KÖNIGREICH\tHELD BACK AS SPAM\nus\tanswered\nGermany\tUnread";
  expect(readPaste(text, block).cells.map(({ value, problem }) => problem ?? value)).toEqual([
    "Country must be a two-letter country code in capitals, such as DE or US",
    "Status must be one of the valid options",
    "AT",
    "done",
    "GB",
    "suspect",
    "US",
    "answered",
    "DE",
  ]);
});
