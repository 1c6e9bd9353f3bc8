import { defineWords } from "./words.ts";

/** How the shop's prices relate to the tax, where they say so. */
export type TaxNote = "added" | "included";

/** Texts next to the shop's prices, on pages and in mails. */
export const taxWords = defineWords("tax", { added: "plus tax", included: "incl. tax" });

/** Adds the tax note to a price in a sentence: "$37 plus tax". */
export function withTaxNote(price: string, note: TaxNote | undefined): string {
  return note ? `${price} ${taxWords[note]}` : price;
}
