// Finds the product of each offer: chosen in the settings, or named as in the demo's catalogue.

/** Offers after a purchase, in funnel order. */
export const OFFER_KINDS = ["upsell", "upsell2", "downsell"] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

export const OFFER_NAMES: Record<OfferKind, string> = {
  upsell: "Dinosaur Busy Book",
  upsell2: "Color Workbook",
  downsell: "Color Workbook for Kids",
};

/** Names of the offers for the owner, as in a sentence. */
export const OFFER_TITLES: Record<OfferKind, string> = {
  upsell: "first offer",
  upsell2: "second offer",
  downsell: "last offer",
};

/**
 * Settings of the offers. If no product is chosen, each offer finds its product by name; if one is
 * chosen, an offer without a product is left out.
 */
export type OfferChoice = {
  offers: boolean;
  firstOfferId: number | null;
  secondOfferId: number | null;
  lastOfferId: number | null;
};

/** Offers of a shop whose owner has chosen nothing. */
export const OFFERS_BY_NAME: OfferChoice = {
  offers: true,
  firstOfferId: null,
  secondOfferId: null,
  lastOfferId: null,
};

/** Returns the first product of a list that an offer shows; undefined for an offer without one. */
export function findOffer<Item extends { id: number; name: string }>(
  kind: OfferKind,
  products: readonly Item[],
  choice: OfferChoice,
): Item | undefined {
  if (isFoundByName(choice)) return products.find(({ name }) => isOfferName(kind, name));
  const chosen = chosenOffer(kind, choice);
  return products.find(({ id }) => id === chosen);
}

/** Returns the id of the product that the owner has chosen for an offer; null without one. */
export function chosenOffer(kind: OfferKind, choice: OfferChoice): number | null {
  const { offers, firstOfferId: upsell, secondOfferId: upsell2, lastOfferId: downsell } = choice;
  return offers ? { upsell, upsell2, downsell }[kind] : null;
}

/** Whether the offers find their products by name. */
export function isFoundByName(choice: OfferChoice): boolean {
  return choice.offers && OFFER_KINDS.every((kind) => chosenOffer(kind, choice) === null);
}

function isOfferName(kind: OfferKind, name: string): boolean {
  return kind === "upsell" ? name.includes(OFFER_NAMES.upsell) : name === OFFER_NAMES[kind];
}
