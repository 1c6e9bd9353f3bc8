import { decimalsOf, majorUnits } from "../../../server/contract/format.ts";

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const PLAIN = /^\d+(?:[.,]\d*)?$/;

/**
 * Money as people write it ("12", "12.50", "$1,200.00", "12,50") → the currency's smallest unit.
 * Undefined for what is no amount, or could be two: "1,234" is not guessed at where a currency has
 * three decimals.
 */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = decimalsOf(currency);
  const bare = text.replaceAll(/[\s\p{Sc}]/gu, "").replace(new RegExp(currency, "i"), "");
  const number = readNumber(bare, digits);
  if (number === undefined) return undefined;
  const [whole = "", part = ""] = number.split(".");
  if (part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, "0"));
}

function readNumber(bare: string, digits: number): string | undefined {
  if (GROUPED.test(bare)) {
    return digits === 3 && !bare.includes(".") ? undefined : bare.replaceAll(",", "");
  }
  return PLAIN.test(bare) ? bare.replace(",", ".") : undefined;
}

/** An amount as it stands in a field for it: "12.00". */
export function moneyText(amount: number, currency: string): string {
  return majorUnits(amount, currency).toFixed(decimalsOf(currency));
}
