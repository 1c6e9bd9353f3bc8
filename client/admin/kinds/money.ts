import { decimalsOf, majorUnits } from "../../../server/contract/format.ts";

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_BLANKS = /^\d{1,3}(?:\s\d{3})+(?:[.,]\d*)?$/;
const PLAIN = /^\d+(?:[.,]\d*)?$/;

/**
 * Parses an amount as typed ("12", "12.50", "$1,200.00", "12,50", "1 200 €") into the smallest
 * currency unit. Returns undefined for invalid input, such as a currency sign inside the number,
 * and for "1,234" in a currency with three decimals, which is ambiguous.
 */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = decimalsOf(currency);
  const number = withoutCurrency(text.trim(), currency);
  const bare = GROUPED_BY_BLANKS.test(number) ? number.replaceAll(/\s/g, "") : number;
  const isGrouped = GROUPED.test(bare);
  const isAmbiguous = isGrouped && digits === 3 && !bare.includes(".");
  if (isAmbiguous || (!isGrouped && !PLAIN.test(bare))) return undefined;
  const [whole = "", part = ""] = bare.replaceAll(",", isGrouped ? "" : ".").split(".");
  return part.length > digits ? undefined : Number(whole + part.padEnd(digits, "0"));
}

/** Removes one currency sign or code before or after a number. */
function withoutCurrency(text: string, currency: string): string {
  const sign = `(?:\\p{Sc}|${currency})`;
  return text.replace(new RegExp(`^${sign}\\s*|\\s*${sign}$`, "iu"), "");
}

/** Formats an amount as input text: "12.00". */
export function moneyText(amount: number, currency: string): string {
  return majorUnits(amount, currency).toFixed(decimalsOf(currency));
}
