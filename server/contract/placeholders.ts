import type { Site } from "./site.ts";

/** Placeholders that every text of a page or mail may contain, and their meaning. */
export const PLACEHOLDERS = {
  brand: "the shop's name",
  support: "the support address",
  phone: "the phone number",
  hours: "the opening hours with their time zone",
  "seller.name": "the seller's legal name",
  "seller.address": "the seller's address",
  "seller.country": "the seller's country",
  "seller.vat": "the VAT number",
  "seller.registration": "the registration number",
} as const;

export type PlaceholderName = keyof typeof PLACEHOLDERS;
export type PlaceholderValues = Record<PlaceholderName, string>;

export type ShopDetails = Pick<Site, "brand" | "supportEmail"> &
  Partial<Pick<Site, "phone" | "hours" | "seller">>;

/** Returns the values of the placeholders; a value that is not set is an empty string. */
export function placeholderValues({ seller, ...shop }: ShopDetails): PlaceholderValues {
  return {
    brand: shop.brand,
    support: shop.supportEmail,
    phone: shop.phone ?? "",
    hours: shop.hours ?? "",
    "seller.name": seller?.name ?? "",
    "seller.address": seller?.address ?? "",
    "seller.country": seller?.country ?? "",
    "seller.vat": seller?.vatNumber ?? "",
    "seller.registration": seller?.registrationNumber ?? "",
  };
}

const PLACEHOLDER = /\{[ \t]*([a-z][\w.]*)[ \t]*\}/gi;
/** Short words in braces: a placeholder, or an attempt at one such as `{shop name}`. */
const WORDS_IN_BRACES = /\{[ \t]*([a-z][^{}\n]{0,40}?)[ \t]*\}/gi;

/** Returns the names of a text's placeholders. */
export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name);
}

/** Returns the first words in braces that are not a placeholder in `known`, with their braces. */
export function findUnknownPlaceholder(
  text: string,
  known: readonly string[] = Object.keys(PLACEHOLDERS),
): string | undefined {
  for (const [, name = ""] of text.matchAll(WORDS_IN_BRACES)) {
    if (!known.includes(name)) return `{${name}}`;
  }
  return undefined;
}

/** Replaces the placeholders that have a value; leaves others as they are. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  if (!text.includes("{")) return text;
  return text.replaceAll(PLACEHOLDER, (whole: string, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Fills a title. If the result would be empty, keeps the names of the placeholders. */
export function fillTitle(title: string, values: Readonly<Record<string, string>>): string {
  const filled = fillPlaceholders(title, values);
  return filled.trim() === "" ? title.replaceAll(/[{}]/g, "").trim() : filled;
}
