import type { Site } from "./site.ts";
import { defineWords } from "./words.ts";

/** The seller's details on orders and in mails. */
export const sellerWords = defineWords("seller", {
  soldBy: "Sold by",
  vat: "VAT number: {seller.vat}",
  registration: "Registration: {seller.registration}",
});

/** Returns a line of name and address, then the VAT and registration lines; [] without a seller. */
export function sellerLines(seller: Site["seller"] | undefined): string[] {
  if (!seller) return [];
  const { name, address, country, vatNumber, registrationNumber } = seller;
  const place = [name, ...address.split("\n"), country].map((part) => part.trim());
  return [
    place.filter((part) => part !== "").join(", "),
    vatNumber && sellerWords.vat,
    registrationNumber && sellerWords.registration,
  ].filter((line) => line !== "");
}
