import type { Seller, Site } from "./site.ts";
import { defineWords } from "./words.ts";

/** The seller's details on orders and in mails. */
export const sellerWords = defineWords("seller", {
  soldBy: "Sold by",
  vat: "VAT number: {seller.vat}",
  registration: "Registration: {seller.registration}",
});

/** Returns a line of name and address, then the VAT and registration lines; [] without a seller. */
export function sellerLines(seller: Site["seller"] | undefined): string[] {
  return seller ? [addressOf(seller).join(", "), ...numbersOf(seller)] : [];
}

/** Like `sellerLines`, with name and address in lines as on a letter. */
export function sellerBlock(seller: Seller): string[] {
  return [...addressOf(seller), ...numbersOf(seller)];
}

function addressOf({ name, address, country }: Seller): string[] {
  const lines = [name, ...address.split("\n"), country].map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

function numbersOf({ vatNumber, registrationNumber }: Seller): string[] {
  const lines = [vatNumber && sellerWords.vat, registrationNumber && sellerWords.registration];
  return lines.filter((line) => line !== "");
}
