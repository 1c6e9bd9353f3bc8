import { expect, test } from "vitest";
import { toTrackedPurchase } from "../../../../client/lib/tracking/tracked-purchase.ts";
import { anItem, aPurchase, SESSION_ID } from "../../fixtures.ts";

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

test("a currency without decimals is told as it is", () => {
  const purchase = aPurchase({ totalAmount: 3700, currency: "jpy", products: [anItem()] });
  expect(toTrackedPurchase(purchase)).toMatchObject({ value: 3700, items: [{ price: 3700 }] });
});

test("neither the buyer nor the session nor a file link is in it", () => {
  const said = JSON.stringify(toTrackedPurchase(aPurchase()));
  for (const secret of [SESSION_ID, "jordan", "example.com", "token"]) {
    expect(said).not.toContain(secret);
  }
});
