import { decimalsOf, majorUnits } from "./format.ts";

/** Amount as read from a text. */
export type ReadAmount = {
  /** In the smallest unit of its currency. */
  amount: number;
  /** The text was read as thousands, but has decimals in other countries: "1.234". */
  isAmbiguous: boolean;
};

const THOUSAND = 1000;
const INVISIBLE = /[\u200E\u200F\u061C]/g;
/** Blanks and apostrophes between groups of three digits. */
const GROUP_BLANK = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

/**
 * Reads an amount as people type it and as spreadsheets copy it: "12", "12.50", "$1,200.00",
 * "1.200,00 €", "1 200,5". The locale, by default the browser's, decides whether a single mark before
 * three digits separates thousands or decimals. Returns undefined for text
 * that is not an amount of this currency.
 */
export function readMoney(text: string, currency: string, locale?: string): ReadAmount | undefined {
  const number = withoutSign(text.replaceAll(INVISIBLE, "").trim(), currency, locale);
  const bare = number.replaceAll(GROUP_BLANK, "");
  const marks: string[] = bare.match(/[.,]/g) ?? [];
  const mark = marks.at(-1);
  const at = mark === undefined ? bare.length : bare.lastIndexOf(mark);
  const isSingle = marks.length === 1;
  const isAmbiguous =
    isSingle && /^[1-9]\d{0,2}[.,]\d{3}$/.test(bare) && separatorsOf(locale).group === mark;
  const isDecimal = !isAmbiguous && marks.indexOf(mark ?? "") === marks.length - 1;
  const [whole, part] = isDecimal ? [bare.slice(0, at), bare.slice(at + 1)] : [bare, ""];
  const digits = decimalsOf(currency);
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole);
  if (!isGrouped && !/^\d+$/.test(whole)) return undefined;
  if (!/^\d*$/.test(part) || part.length > digits) return undefined;
  const amount = Number(whole.replaceAll(/[.,]/g, "") + part.padEnd(digits, "0"));
  return { amount, isAmbiguous };
}

/** Formats an amount as input text in the locale: "12.00", "12,00". */
export function typedMoney(amount: number, currency: string, locale?: string): string {
  const text = majorUnits(amount, currency).toFixed(decimalsOf(currency));
  return text.replace(".", separatorsOf(locale).decimal);
}

/** Removes the sign or the code of the currency before or after a number. */
function withoutSign(text: string, currency: string, locale: string | undefined): string {
  const signs = [currency.toUpperCase(), ...signsOf(currency, locale)];
  const folded = text.toUpperCase();
  for (const sign of signs.map((each) => each.toUpperCase())) {
    if (folded.startsWith(sign)) return text.slice(sign.length).trim();
    if (folded.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

const knownSigns = new Map<string, string[]>();

/** Returns the signs of a currency, the longest first: "CA$" and "$". */
function signsOf(currency: string, locale: string | undefined): string[] {
  const key = `${currency} ${locale ?? ""}`;
  const signs = knownSigns.get(key) ?? findSigns(currency, locale);
  knownSigns.set(key, signs);
  return signs;
}

function findSigns(currency: string, locale: string | undefined): string[] {
  const displays = ["symbol", "narrowSymbol"] as const;
  const signs = displays.map((currencyDisplay) => {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  });
  return signs.map((sign) => sign.replaceAll(INVISIBLE, "")).filter(Boolean);
}

function separatorsOf(locale: string | undefined): { decimal: string; group: string | undefined } {
  const parts = new Intl.NumberFormat(locale).formatToParts(THOUSAND ** 2 + 0.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value;
  return { decimal: find("decimal") ?? ".", group: find("group") };
}
