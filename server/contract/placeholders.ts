import type { PlaceholderName } from "./known-placeholders.ts";
import type { Site } from "./site.ts";

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

/** Returns the names of a text's placeholders. */
export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name);
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
