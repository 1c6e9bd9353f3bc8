import { isOfferName, OFFER_KINDS, OFFER_NAMES, type OfferKind } from "./offer-names.ts";

export type OfferedProduct = { name: string; active: boolean };

const PAGES: Record<OfferKind, string> = {
  upsell: "/upsell",
  upsell2: "/upsell2",
  downsell: "/downsell",
};

/** Returns warnings about offer pages that an edit breaks. Both lists contain all products. */
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
