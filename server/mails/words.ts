import type { OrderItem } from "../../db/schema.ts";
import { formatAmount, formatDay } from "../contract/format.ts";
import type { BillingPeriod } from "../contract/answers.ts";
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
  const firstName = nameForGreeting(customerName ?? "").split(" ")[0];
  return firstName ? `Hello ${firstName},` : "Hello,";
}

export function lineOf(
  { name, price, billingPeriod }: Pick<OrderItem, "name" | "price" | "billingPeriod">,
  currency: string,
): string {
  return `${name}: ${rateOf(price, currency, billingPeriod)}`;
}

/** Describes a subscription: its price, when it renews or ends, and how to cancel. */
export function termsOf(
  { price, billingPeriod, paidUntil, ends }: SubscriptionTerms,
  { currency, siteUrl }: Pick<MailFrame, "siteUrl"> & { currency: string },
): string {
  const rate = rateOf(price, currency, billingPeriod);
  const day = paidUntil && formatDay(paidUntil);
  if (ends) return `${rate}, cancelled${day ? `: it ends on ${day}` : ""}.`;
  const renewal = day ? `, renews ${day}` : "";
  return `${rate}${renewal}. Cancel any time in your account: ${accountOf(siteUrl)}`;
}

export function wayBackOf(siteUrl: string, email: string): string {
  return `sign in with ${email} at ${accountOf(siteUrl)} or use Find my order: ${findOf(siteUrl)}`;
}

export function pagesNamed({ siteUrl }: Pick<MailFrame, "siteUrl">): string[] {
  return [accountOf(siteUrl), findOf(siteUrl)];
}

function rateOf(price: number, currency: string, period: BillingPeriod | null): string {
  const amount = formatAmount(price, currency);
  return period ? `${amount} a ${period}` : amount;
}

const accountOf = (siteUrl: string) => `${siteUrl}/account`;
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

/** Reduces an untrusted name to letters and the punctuation of names, truncated. */
export function nameForGreeting(name: string): string {
  const letters = name
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{M}'’. -]/gu, "")
    .replaceAll(DOTS, ". ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (/http|www/i.test(letters)) return "";
  const short = [...letters].slice(0, MAX_NAME_LENGTH).join("");
  return short.replace(/[^\p{L}\p{M}]+$/u, "");
}
