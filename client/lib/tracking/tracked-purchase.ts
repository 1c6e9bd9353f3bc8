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

const DEFAULT_EXPONENT = 2;
// ISO 4217: how many decimals a currency has, where it is not two.
const EXPONENTS: Record<string, number> = {
  ...exponentOf(0, "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF"),
  ...exponentOf(3, "BHD JOD KWD OMR TND"),
};

function exponentOf(exponent: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(" ").map((currency) => [currency, exponent]));
}

/** An amount of the currency's smallest unit in its major unit: 3700 cents are 37. */
export function majorUnits(amount: number, currency: string): number {
  const exponent = EXPONENTS[currency.toUpperCase()] ?? DEFAULT_EXPONENT;
  return Number((amount / 10 ** exponent).toFixed(exponent));
}

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
