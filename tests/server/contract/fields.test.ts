import { describe, expect, test } from "vitest";
import { emailAddress, rowId } from "../../../server/contract/fields.ts";

describe("an id", () => {
  test.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x1",
    "",
    " 1",
    "1 ",
    "١",
    "9".repeat(16),
    true,
    null,
    undefined,
    [1],
    {},
  ])("is not %j", (value) => {
    expect(rowId.safeParse(value).success).toBe(false);
  });

  test.each([
    [1, 1],
    ["1", 1],
    ["007", 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    ["999999999999999", 999_999_999_999_999],
  ])("is %j", (value, id) => {
    expect(rowId.parse(value)).toBe(id);
  });
});

describe("an email", () => {
  test.each([
    ["Anna@Example.COM", "anna@example.com"],
    ["  anna@example.com\n", "anna@example.com"],
  ])("%j is %s", (typed, email) => {
    expect(emailAddress.parse(typed)).toBe(email);
  });

  // Made small as Unicode has it, the Kelvin sign is a "k".
  test.each(["kim\u212A@example.com", "anna@\u212Ambh.example", "ann\u0430@example.com"])(
    "whose letters only look like ASCII is refused: %j",
    (typed) => {
      expect(emailAddress.safeParse(typed).success).toBe(false);
    },
  );
});
