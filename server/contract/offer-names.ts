// Spec section 5: each offer page finds its product in the list by the name, and the landing page
// leaves these out.

/** The offers after a purchase, in the order of the funnel. */
export const OFFER_KINDS = ["upsell", "upsell2", "downsell"] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

export const OFFER_NAMES: Record<OfferKind, string> = {
  upsell: "Dinosaur Busy Book",
  upsell2: "Color Workbook",
  downsell: "Color Workbook for Kids",
};

/** Says whether a product of this name is what an offer sells. */
export function isOfferName(kind: OfferKind, name: string): boolean {
  return kind === "upsell" ? name.includes(OFFER_NAMES.upsell) : name === OFFER_NAMES[kind];
}
