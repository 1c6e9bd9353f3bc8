import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney } from "../../../server/contract/format.ts";
import { readMoney, typedMoney } from "../../../server/contract/read-money.ts";

test.each([
  ["free", "usd", undefined],
  ["-5", "usd", undefined],
  ["1.234", "usd", undefined],
  ["12.5.0", "usd", undefined],
  ["1,23,456", "usd", undefined],
  ["1,234,56", "usd", undefined],
  ["0,123", "usd", undefined],
  ["12.5", "jpy", undefined],
  ["1e3", "usd", undefined],
  ["12 EUR", "usd", undefined],
  ["€12", "usd", undefined],
  ["12€50", "eur", undefined],
  ["1 2", "eur", undefined],
  ["12 50", "eur", undefined],
  ["€12€", "eur", undefined],
  ["", "usd", undefined],
  ["$", "usd", undefined],
  ["1 250,00 €", "eur", 125_000],
  ["1\u00A0250.00", "eur", 125_000],
  ["1’250.00", "chf", 125_000],
  ["12", "usd", 1200],
  ["12.", "usd", 1200],
  ["12.5", "usd", 1250],
  ["12,50", "eur", 1250],
  [" $1,200.00 ", "usd", 120_000],
  ["1.200,00 €", "eur", 120_000],
  ["1.234.567,8", "eur", 123_456_780],
  ["€ 3", "eur", 300],
  ["12.00 USD", "usd", 1200],
  ["3700", "jpy", 3700],
  ["¥3,700", "jpy", 3700],
  ["1.2345", "kwd", undefined],
  ["1.5", "kwd", 1500],
  ["1.234", "kwd", 1234],
  ["1,234.567", "kwd", 1_234_567],
])("reads %j in %s as %s", (text, currency, amount) => {
  expect(readMoney(text, currency, "en-US")?.amount).toBe(amount);
});

test.each([
  ["1.234", "eur", "de-DE", 123_400],
  ["1.234", "jpy", "de-DE", 1234],
  ["1.234", "kwd", "de-DE", 1_234_000],
  ["1,234", "usd", "en-US", 123_400],
  ["1,234", "kwd", "en-US", 1_234_000],
])(
  "of %j in %s, the locale %s decides, and it is asked about",
  (text, currency, locale, amount) => {
    expect(readMoney(text, currency, locale)).toEqual({ amount, isAmbiguous: true });
  },
);

test.each(["1234", "$12.50", "1,234.00", "1.234,00", "1,234,567", "0.50"])(
  "%j is not ambiguous",
  (text) => {
    expect(readMoney(text, "usd", "en-US")).toMatchObject({ isAmbiguous: false });
  },
);

test("reads an amount as each locale types and shows it", () => {
  const locales = fc.constantFrom("en-US", "en-GB", "de-DE", "de-CH", "fr-FR", "pl-PL", "es", "sv");
  const currencies = fc.constantFrom("usd", "eur", "cad", "chf", "pln", "sek", "jpy", "kwd", "isk");
  const amounts = fc.integer({ min: 0, max: 99_999_999 });
  fc.assert(
    fc.property(amounts, currencies, locales, (amount, currency, locale) => {
      expect(readMoney(typedMoney(amount, currency, locale), currency, locale)).toMatchObject({
        amount,
      });
      const shown = formatMoney(amount, currency, locale);
      expect([shown, readMoney(shown, currency, locale)?.amount]).toEqual([shown, amount]);
    }),
  );
});
