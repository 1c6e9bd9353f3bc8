import fc from "fast-check";
import { expect, test } from "vitest";
import { moneyText, parseMoney } from "../../../../client/admin/kinds/money.ts";

test.each([
  ["free", "usd", undefined],
  ["-5", "usd", undefined],
  ["1.234", "usd", undefined],
  ["12.5.0", "usd", undefined],
  ["1,23,456", "usd", undefined],
  ["12.5", "jpy", undefined],
  ["1,234", "kwd", undefined],
  ["1e3", "usd", undefined],
  ["12 EUR", "usd", undefined],
  ["12€50", "eur", undefined],
  ["1 2", "eur", undefined],
  ["12 50", "eur", undefined],
  ["€12€", "eur", undefined],
  ["1 250,00 €", "eur", 125_000],
  ["1\u00A0250.00", "eur", 125_000],
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
])("parses %j in %s as %s", (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount);
});

test("a formatted amount parses to itself", () => {
  const currencies = fc.constantFrom("usd", "eur", "jpy", "kwd", "isk");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), currencies, (amount, currency) => {
      expect(parseMoney(moneyText(amount, currency), currency)).toBe(amount);
    }),
  );
});
