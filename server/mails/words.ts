import type { Order, OrderItem } from "../../db/schema.ts";
import { formatAmount, formatDay, unitWords } from "../contract/format.ts";
import type { BillingPeriod } from "../contract/answers.ts";
import { mailWords } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { paidOf } from "../domain/orders/order.ts";
import type { MailFrame } from "./layout.tsx";

const MAX_NAME_LENGTH = 40;
const DOTS = /(?<=\S)[.\u3002\uFF0E\uFF61\u2024](?=\S)/gu;

export type SubscriptionTerms = {
  price: number;
  billingPeriod: BillingPeriod;
  paidUntil: Date | null;
  ends: boolean;
};

/** Returns "Hello Anna,", or a greeting without the name if it is missing or not usable. */
export function greetingOf(customerName: string | null): string {
  return helloTo(firstNameOf(nameForGreeting(customerName ?? "").split(" ")));
}

/** Returns the first name after titles; undefined for an initial or a title with a family name. */
function firstNameOf(words: string[]): string | undefined {
  const start = words.findIndex((word) => !TITLES.has(word.toLowerCase().replace(/\.$/, "")));
  const [first, ...others] = words.slice(Math.max(start, 0));
  if (first?.endsWith(".") || (start > 0 && others.length === 0)) return undefined;
  return start < 0 ? undefined : first;
}

const TITLES = new Set(
  "dr prof mr mrs ms mx miss sir madam rev herr frau dipl ing mme mlle sig ra dott ssa sr sra".split(
    " ",
  ),
);

/** Returns a greeting with an already sanitized name, or without a name if it is missing. */
export function helloTo(name: string | undefined): string {
  return name ? fill(mailWords.greetingNamed, { name }) : mailWords.greeting;
}

type ListedItem = Pick<OrderItem, "name" | "price" | "billingPeriod">;

export function lineOf({ name, price, billingPeriod }: ListedItem, currency: string): string {
  return `${name}: ${rateOf(price, currency, billingPeriod)}`;
}

/**
 * Returns an item with the amount paid as its price. With a discount, the item has no billing
 * period, because a discount applies only to the first period.
 */
export function paidItemOf(
  item: ListedItem & Pick<OrderItem, "paidAmount">,
  { discountAmount }: Pick<Order, "discountAmount">,
): ListedItem {
  const billingPeriod = discountAmount > 0 ? null : item.billingPeriod;
  return { name: item.name, price: paidOf(item), billingPeriod };
}

/** Describes a subscription: its price, when it renews or ends, and how to cancel. */
export function termsOf(
  { price, billingPeriod, paidUntil, ends }: SubscriptionTerms,
  { currency, siteUrl, timeZone }: Pick<MailFrame, "siteUrl" | "timeZone"> & { currency: string },
): string {
  const rate = rateOf(price, currency, billingPeriod);
  const day = paidUntil && formatDay(paidUntil, timeZone);
  const { terms } = mailWords;
  if (ends) return day ? fill(terms.endsOn, { rate, day }) : fill(terms.ends, { rate });
  const account = accountOf(siteUrl);
  return day ? fill(terms.renews, { rate, day, account }) : fill(terms.open, { rate, account });
}

export function wayBackOf(siteUrl: string, email: string): string {
  const pages = { account: accountOf(siteUrl), find: findOf(siteUrl) };
  return fill(mailWords.wayBack, { email, ...pages });
}

export function pagesNamed({ siteUrl }: Pick<MailFrame, "siteUrl">): string[] {
  return [accountOf(siteUrl), findOf(siteUrl)];
}

function rateOf(price: number, currency: string, period: BillingPeriod | null): string {
  const amount = formatAmount(price, currency);
  return period ? fill(mailWords.rate, { amount, period: unitWords[period] }) : amount;
}

export const accountOf = (siteUrl: string) => `${siteUrl}/account`;
const findOf = (siteUrl: string) => `${siteUrl}/orders/find`;

/** Removes everything from untrusted text that mail clients turn into links. */
export function withoutLinks(text: string): string {
  // Replace removed parts by a space, so that the remaining text does not form a new link.
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\b(?:h(?:tt|xx)ps?|ftp|mailto|tel|sms|javascript|data)\s*:/gi, " ")
    .replaceAll(/h(?:tt|xx)ps?/gi, " ")
    .replaceAll(/\+?\d(?:[\s()./-]{0,3}\d){6,}/g, "(number)")
    .replaceAll(DOTS, " . ")
    .replaceAll(/[@＠]/g, " (at) ")
    .replaceAll(/:(?=\S)/g, ": ")
    .replaceAll(/[\\/]{2,}/g, " ")
    .replaceAll(/\bwww\b/gi, " ")
    .replaceAll(/[ \t]{2,}/g, " ")
    .trim();
}

/**
 * Reduces an untrusted name to letters and the punctuation of names, truncated. Returns "" for a
 * link or an email.
 */
export function nameForGreeting(name: string): string {
  const plain = name.normalize("NFKC");
  if (plain.includes("@")) return "";
  const letters = plain
    .replaceAll(/[^\p{L}\p{M}'’. -]/gu, "")
    .replaceAll(DOTS, ". ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (/http|www/i.test(letters)) return "";
  const short = [...letters].slice(0, MAX_NAME_LENGTH).join("");
  return short.replace(/[^\p{L}\p{M}]+$/u, "");
}
