import type { LineItem } from "./objects.ts";

/** Country where the simulated seller is registered; other rates are its further registrations. */
const SELLER_COUNTRY = "DE";

/** Tax in percent, by country. A country that is not listed has no registration and no tax. */
const RATES: Record<string, number> = {
  AT: 20,
  BE: 21,
  CH: 8.1,
  DE: 19,
  ES: 21,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  PL: 23,
  SE: 25,
};

/** Countries outside the EU; a business there pays the tax as a consumer does. */
const OUTSIDE_EU = ["CH", "GB"];

/** Billing country and VAT number of a buyer. */
type TaxedBuyer = { country: string | null; taxId: string | null };

/** Countries with a tax, as ISO codes. */
export const TAXED_COUNTRIES = Object.keys(RATES);

/**
 * Returns the lines with a buyer's tax, rounded per line. A business in another EU country pays no
 * tax (reverse charge), and an included tax then stays part of the price, as at Stripe.
 */
export function withTax(lines: LineItem[], buyer: TaxedBuyer): LineItem[] {
  const rate = rateOf(buyer);
  return lines.map((line) => {
    const net = line.amount_subtotal - line.amount_discount;
    if (line.price.tax_behavior === "inclusive") {
      const included = Math.round((net * rate) / (100 + rate));
      return { ...line, ...taxOf(rate, included), amount_total: net };
    }
    const tax = Math.round((net * rate) / 100);
    return { ...line, ...taxOf(rate, tax), amount_total: net + tax };
  });
}

function taxOf(percentage: number, amount: number) {
  return { amount_tax: amount, taxes: percentage > 0 ? [{ amount, rate: { percentage } }] : [] };
}

function rateOf({ country, taxId }: TaxedBuyer): number {
  if (country === null) return 0;
  const isEuBusiness = Boolean(taxId) && !OUTSIDE_EU.includes(country);
  return isEuBusiness && country !== SELLER_COUNTRY ? 0 : (RATES[country] ?? 0);
}

/** Returns the type of a country's VAT numbers. */
export function taxIdType(country: string | null) {
  if (country === "CH") return "ch_vat";
  return country === "GB" ? "gb_vat" : "eu_vat";
}

/** Returns the amounts of a session with these lines. */
export function sessionAmounts(lines: LineItem[]) {
  const sum = (amount: "amount_subtotal" | "amount_discount" | "amount_tax" | "amount_total") =>
    lines.reduce((total, line) => total + line[amount], 0);
  return {
    amount_subtotal: sum("amount_subtotal"),
    amount_total: sum("amount_total"),
    total_details: {
      amount_discount: sum("amount_discount"),
      amount_shipping: 0,
      amount_tax: sum("amount_tax"),
    },
  };
}
