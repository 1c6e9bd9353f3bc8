// Each offer page finds its product in the list by name.

/** Offers after a purchase, in funnel order. */
export const OFFER_KINDS = ["upsell", "upsell2", "downsell"] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

export const OFFER_NAMES: Record<OfferKind, string> = {
  upsell: "Dinosaur Busy Book",
  upsell2: "Color Workbook",
  downsell: "Color Workbook for Kids",
};

export function isOfferName(kind: OfferKind, name: string): boolean {
  return kind === "upsell" ? name.includes(OFFER_NAMES.upsell) : name === OFFER_NAMES[kind];
}
