import { majorUnits } from "../../../server/contract/format.ts";
import type { PurchaseDetail } from "../../../server/contract/store.ts";

export type TrackedItem = { id: string; name: string; price: number; quantity: number };

/**
 * A purchase as vendors may know it: amounts in major units, the order's short number as its id.
 * Neither the buyer's address nor the checkout session is part of it.
 */
export type TrackedPurchase = {
  orderId: string;
  value: number;
  currency: string;
  items: TrackedItem[];
};

/** What is told of a verified purchase. */
export function toTrackedPurchase(purchase: PurchaseDetail): TrackedPurchase {
  const { orderNumber, totalAmount, currency, products } = purchase;
  return {
    orderId: orderNumber,
    value: majorUnits(totalAmount, currency),
    currency: currency.toUpperCase(),
    items: products.map(({ id, name, productName, price, quantity }) => ({
      id: String(id),
      name: productName || name,
      price: majorUnits(price, currency),
      quantity,
    })),
  };
}
