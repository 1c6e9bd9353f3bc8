// Each offer page finds its product in the list by name.

/** Offers after a purchase, in funnel order. */
const OFFER_KINDS = ["upsell", "upsell2", "downsell"] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

export const OFFER_NAMES: Record<OfferKind, string> = {
  upsell: "Dinosaur Busy Book",
  upsell2: "Color Workbook",
  downsell: "Color Workbook for Kids",
};

export function isOfferName(kind: OfferKind, name: string): boolean {
  return kind === "upsell" ? name.includes(OFFER_NAMES.upsell) : name === OFFER_NAMES[kind];
}

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
