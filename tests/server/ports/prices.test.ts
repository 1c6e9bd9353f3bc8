import { expect, test } from "vitest";
import { findPriceFault } from "../../../server/ports/prices.ts";

// Minimums and steps are from https://docs.stripe.com/currencies.
test.each([
  [49, "usd", { kind: "least", least: 50 }],
  [17_400, "huf", { kind: "least", least: 17_500 }],
  [3705, "kwd", { kind: "step", step: 10 }],
  [3750, "isk", { kind: "step", step: 100 }],
  [3700, "xyz", { kind: "currency" }],
  [3700, "USD", { kind: "currency" }],
])("a price of %i in %s is refused: %j", (price, currency, fault) => {
  expect(findPriceFault(price, currency)).toEqual(fault);
});

test.each([
  [0, "usd"],
  [50, "usd"],
  [17_501, "huf"],
  [3710, "kwd"],
  [3700, "isk"],
  [1, "krw"],
])("a price of %i in %s is accepted", (price, currency) => {
  expect(findPriceFault(price, currency)).toBeUndefined();
});
