import { isOfferName, OFFER_KINDS, OFFER_NAMES, type OfferKind } from "./offer-names.ts";

/** As far as it decides whether an offer finds its product. */
export type OfferedProduct = { name: string; active: boolean };

const PAGES: Record<OfferKind, string> = {
  upsell: "/upsell",
  upsell2: "/upsell2",
  downsell: "/downsell",
};

/**
 * What an edit of the catalogue would take from the offers after a purchase, a sentence each: to be
 * read before the edit is saved. Both lists hold all products that the edit could be about.
 */
export function offerWarnings(before: OfferedProduct[], after: OfferedProduct[]): string[] {
  return OFFER_KINDS.filter((kind) => isServed(kind, before) && !isServed(kind, after)).map(
    (kind) =>
      `The offer page ${PAGES[kind]} finds its product by the name “${OFFER_NAMES[kind]}”. ` +
      "After this change there is none on sale, and the page shows an error.",
  );
}

function isServed(kind: OfferKind, products: OfferedProduct[]): boolean {
  return products.some(({ name, active }) => active && isOfferName(kind, name));
}
