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

/** Short words in braces: a placeholder, or an attempt at one such as `{shop name}`. */
const WORDS_IN_BRACES = /\{[ \t]*([a-z][^{}\n]{0,40}?)[ \t]*\}/gi;

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
