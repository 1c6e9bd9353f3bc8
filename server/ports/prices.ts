import { CURRENCIES } from "../contract/currencies.ts";
import { decimalsOf } from "../contract/format.ts";

/** Minimum charge by currency, in the smallest unit. For other currencies it depends on the exchange rate. */
const LEAST_AMOUNTS = new Map(
  (
    "usd 50, aed 200, aud 50, bgn 100, brl 50, cad 50, chf 50, czk 1500, dkk 250, eur 50, gbp 30, hkd 400, " +
    "huf 17500, inr 50, jpy 50, mxn 1000, myr 200, nok 300, nzd 50, pln 200, ron 200, sek 300, sgd 50, thb 1000"
  )
    .split(", ")
    .map((each) => [each.slice(0, 3), Number(each.slice(4))] as const),
);

/** Zero-decimal currencies that Stripe still represents in hundredths. */
const WHOLE_HUNDREDS = ["isk", "ugx"];

type PriceFault =
  { kind: "currency" } | { kind: "step"; step: number } | { kind: "least"; least: number };

/** Returns why the provider would reject a price in the smallest unit, or undefined. 0 is free. */
export function findPriceFault(price: number, currency: string): PriceFault | undefined {
  if (!CURRENCIES.has(currency)) return { kind: "currency" };
  const step = stepOf(currency);
  if (price % step !== 0) return { kind: "step", step };
  const least = LEAST_AMOUNTS.get(currency) ?? 0;
  return price > 0 && price < least ? { kind: "least", least } : undefined;
}

/** Rounds an amount down to one that the provider can charge; 0 below the minimum charge. */
export function payableAmount(amount: number, currency: string): number {
  const rounded = Math.max(0, amount - (amount % stepOf(currency)));
  return rounded < (LEAST_AMOUNTS.get(currency) ?? 0) ? 0 : rounded;
}

function stepOf(currency: string): number {
  if (WHOLE_HUNDREDS.includes(currency)) return 100;
  return decimalsOf(currency) === 3 ? 10 : 1;
}
