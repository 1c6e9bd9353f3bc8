import { expect, test } from "vitest";
import { majorUnits, toTrackedPurchase } from "../../../../client/lib/tracking/tracked-purchase.ts";
import { anItem, aPurchase, SESSION_ID } from "../../fixtures.ts";

test.each([
  [3700, "usd", 37],
  [2750, "eur", 27.5],
  [1999, "usd", 19.99],
  [5000, "jpy", 5000],
  [5125, "kwd", 5.125],
  [0, "usd", 0],
])("%i of the smallest unit of %s is %d", (amount, currency, major) => {
  expect(majorUnits(amount, currency)).toBe(major);
});

test("a purchase is told by its order number, in major units", () => {
  const products = [anItem(), anItem({ id: 3, productName: "", name: "Dinos", price: 1250 })];
  expect(toTrackedPurchase(aPurchase({ totalAmount: 4950, products }))).toEqual({
    orderId: "PC-2K7QX",
    value: 49.5,
    currency: "USD",
    items: [
      { id: "1", name: "Premium Pack", price: 37, quantity: 1 },
      { id: "3", name: "Dinos", price: 12.5, quantity: 1 },
    ],
  });
});

test("neither the buyer nor the session nor a file link is in it", () => {
  const said = JSON.stringify(toTrackedPurchase(aPurchase()));
  for (const secret of [SESSION_ID, "jordan", "example.com", "token"]) {
    expect(said).not.toContain(secret);
  }
});
