import { describe, expect, test } from "vitest";
import {
  type FieldDefinition,
  findProblem,
  findProblems,
  type FormDefinition,
} from "../../../server/contract/field-validation.ts";

type Field = Omit<FieldDefinition, "title">;

function problemOf(field: Field, value: unknown, required = false) {
  const form = {
    title: "Form",
    properties: { x: { title: "Field", ...field } },
    required: required ? (["x"] as const) : [],
  };
  return findProblem(form, "x", value);
}

const boolean: Field = { type: "boolean" };
const number: Field = { type: "number" };
const string: Field = { type: "string" };
const email: Field = { type: "string", format: "email" };
const date: Field = { type: "string", format: "date" };
const time: Field = { type: "string", format: "date-time" };
const url: Field = { type: "string", format: "url" };
const text: Field = { type: "string", minLength: 2, maxLength: 5 };
const whole: Field = { type: "integer", minimum: 1, maximum: 9 };
const list: Field = { type: "array", enum: ["a", "b"] };

test.each<[Field, unknown[], string | undefined]>([
  [string, [undefined, null, "", " \n\t "], "Field is required"],
  [list, [[]], "Field is required"],
  [whole, [""], "Field is required"],
  [boolean, [undefined], "Field is required"],
  [boolean, [false], undefined],
  [number, [0], undefined],
  [string, ["x"], undefined],
  [list, [["a"]], undefined],
])("a required field %j that holds each of %j: %s", (field, values, problem) => {
  for (const value of values) expect(problemOf(field, value, true)).toBe(problem);
});

test("an optional field may hold nothing", () => {
  for (const field of [string, email, date, text, whole, list, boolean]) {
    for (const value of [undefined, null, "", "   "]) {
      expect(problemOf(field, value)).toBeUndefined();
    }
  }
  expect(problemOf(list, [])).toBeUndefined();
});

test.each<[Field, string]>([
  [boolean, "must be a boolean"],
  [number, "must be a number"],
  [whole, "must be a number"],
  [string, "must be a string"],
  [email, "must be a string"],
  [time, "must be a string"],
])("an empty list is a wrong value of %j", (field, problem) => {
  for (const required of [false, true]) {
    expect(problemOf(field, [], required)).toBe(`Field ${problem}`);
  }
});

// Covers every message of the specification.
test.each<[string, Field, unknown[]]>([
  ["must be a boolean", boolean, ["true", 1]],
  ["must be a number", number, ["twelve", Number.NaN, "0x10", "1e3", "-1.5E3", true]],
  ["must be a number", { type: "integer" }, ["1,5"]],
  ["must be an integer", { type: "integer" }, [1.5, "1.5", "99.00", "99.", ".0", " 99.0 "]],
  ["cannot be less than 1", whole, [0, "-3"]],
  ["cannot be greater than 9", whole, [10]],
  ["must be a string", string, [5, { a: 1 }]],
  ["must be a string", email, [["a@example.com"]]],
  ["is not a valid email", email, ["anna"]],
  ["must be a valid date", date, ["soon", "2025-02-30", "2025-13-01"]],
  ["must be a valid date", time, ["2025-01-01T25:00"]],
  ["must be at least 2 characters", text, ["a"]],
  ["cannot exceed 5 characters", text, ["abcdef"]],
  ["must be an array", list, ["a"]],
  ["contains invalid options", list, [["a", "c"]]],
  ["is not valid", url, ["a.pdf", "//evil.example/a", "/\\evil.example", "javascript:alert(1)"]],
  ["is not valid", url, ["https://", "ftp://example.com/a", "https://example.com/a b", "/a b"]],
  ["is not valid", { type: "string", pattern: "^\\d+$" }, ["12a"]],
  ["must be one of the valid options", { type: "string", enum: ["a", "b"] }, ["c"]],
])("%s: %j, each of %j", (message, field, values) => {
  for (const value of values) expect(problemOf(field, value)).toBe(`Field ${message}`);
});

test.each<[Field, unknown[]]>([
  [boolean, [true]],
  [number, ["-1.5", "+2", ".5", 1e3]],
  [whole, ["9", 1, " 9 ", "+9"]],
  [text, ["ab", "🐻🐻🐻🐻🐻"]],
  [email, ["anna.o'neil+shop@mail.example.co.uk", "a@b.io", "a%b&c/d!e#f~g@example.com"]],
  [email, ["info@xn--h1aigbl0e.xn--p1ai", "anna@münchen.de", "Anna@MÜNCHEN.de", "a..b.@x.jp"]],
  [date, ["2024-02-29"]],
  [time, ["2025-01-03T10:00:00Z"]],
  [url, ["/uploads/a.pdf", "/", "https://example.com/a?b=c#d", "http://localhost:3000"]],
  [list, [["b", "a"]]],
  [{ type: "array" }, [[1, "x"]]],
  [{ type: "string", enum: ["a"] }, ["a"]],
  [{ type: "string", pattern: "^\\p{L}+$" }, ["Zoë"]],
  // Length limits do not apply to emails and dates.
  [{ ...email, maxLength: 3 }, ["anna@example.com"]],
  [{ ...date, minLength: 30 }, ["2025-01-03"]],
])("%j takes each of %j", (field, values) => {
  for (const value of values) expect(problemOf(field, value)).toBeUndefined();
});

describe("one plain address and nothing else", () => {
  const REFUSED =
    "anna@example|anna@example.c|@example.com|anna@.com|anna@example..com|anna@example.123|" +
    "anna@-example.com|anna@example-.com|anna@example.com,bob@example.com|" +
    "anna@example.com;bob@example.com|anna@example.com bob@example.com|Anna <anna@example.com>|" +
    '"anna"@example.com|"a@evil.example"@example.com|anna(comment)@example.com|anna@[127.0.0.1]|' +
    "anna@example.com\r\nBcc: bob@example.com|anna@example.com\n|" +
    "anna@example.com\0|group:anna@example.com;|anna@exa mple.com|anna@example.com@evil.example|" +
    `${"a".repeat(65)}@example.com|anna@${"a.".repeat(130)}com|anna@${"a".repeat(250)}.com`;
  test.each(REFUSED.split("|"))("%j is refused", (address) => {
    expect(problemOf(email, address)).toBe("Field is not a valid email");
  });

  // A pattern with catastrophic backtracking would exceed the test timeout.
  test("500 long hostile addresses are judged at once", () => {
    const pieces = ["a.", "a-", "@", "-.", "a@a.", "'+", "..", '"', "a".repeat(63) + "."];
    for (let i = 0; i < 500; i++) {
      const address = (pieces[i % pieces.length] ?? "").repeat(20_000) + "@";
      expect(problemOf(email, address)).toBeDefined();
    }
  });
});

test("a form names each field by its title and leaves read-only fields out", () => {
  const form: FormDefinition<"name" | "age" | "id"> = {
    title: "Form",
    properties: {
      name: { type: "string", title: "Full Name" },
      age: { type: "integer", title: "Age", minimum: 2 },
      id: { type: "integer", title: "Id", readOnly: true },
    },
    required: ["name", "id"],
  };
  expect(findProblems(form, { age: 1 })).toEqual({
    name: "Full Name is required",
    age: "Age cannot be less than 2",
  });
});
