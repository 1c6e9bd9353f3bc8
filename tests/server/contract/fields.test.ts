import { expect, test } from "vitest";
import { emailAddress, rowId } from "../../../server/contract/fields.ts";

const NO_NUMBERS = [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53];
const NO_TEXTS = ["0", "-1", "1.5", "1e3", "0x1", "", " 1", "1 ", "١", "9".repeat(16)];
test.each([...NO_NUMBERS, ...NO_TEXTS, true, null, undefined, [1], {}].map((value) => [value]))(
  "%o is no id",
  (value) => {
    expect(rowId.safeParse(value).success).toBe(false);
  },
);

test.each([
  [1, 1],
  ["1", 1],
  ["007", 7],
  [2 ** 53 - 1, 2 ** 53 - 1],
  ["999999999999999", 999_999_999_999_999],
])("%j is an id", (value, id) => {
  expect(rowId.parse(value)).toBe(id);
});

test("an email is kept as its mailbox is written", () => {
  expect(emailAddress.parse(" Anna@MÜNCHEN.de\n")).toBe("anna@xn--mnchen-3ya.de");
});
