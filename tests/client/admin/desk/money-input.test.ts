import fc from "fast-check";
import { expect, test } from "vitest";
import { moneyText, parseMoney } from "../../../../client/admin/desk/money-input.ts";

test.each([
  ["", "usd"],
  ["free", "usd"],
  ["-5", "usd"],
  ["1.234", "usd"],
  ["12.5.0", "usd"],
  ["1,23,456", "usd"],
  ["12.5", "jpy"],
  ["1,234", "kwd"],
  ["1e3", "usd"],
  ["12 EUR", "usd"],
])("%j is no amount in %s", (text, currency) => {
  expect(parseMoney(text, currency)).toBeUndefined();
});

test.each([
  ["12", "usd", 1200],
  ["12.", "usd", 1200],
  ["12.5", "usd", 1250],
  ["12,50", "eur", 1250],
  [" $1,200.00 ", "usd", 120_000],
  ["€ 3", "eur", 300],
  ["12.00 USD", "usd", 1200],
  ["1,234", "usd", 123_400],
  ["3700", "jpy", 3700],
  ["1.234", "kwd", 1234],
  ["0.07", "usd", 7],
])("%j in %s is %d", (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount);
});

test("what is offered for an amount is read as that amount", () => {
  const currencies = fc.constantFrom("usd", "eur", "jpy", "kwd", "isk");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), currencies, (amount, currency) => {
      expect(parseMoney(moneyText(amount, currency), currency)).toBe(amount);
    }),
  );
});
