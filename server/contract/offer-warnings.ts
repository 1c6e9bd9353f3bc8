import {
  findOffer,
  isFoundByName,
  OFFER_KINDS,
  OFFER_TITLES,
  type OfferChoice,
  type OfferKind,
} from "./offer-names.ts";

export type OfferedProduct = { id: number; name: string; active: boolean };

/** Returns warnings about offers that an edit ends. Both lists contain all products. */
export function offerWarnings(
  before: OfferedProduct[],
  after: OfferedProduct[],
  choice: OfferChoice,
): string[] {
  const find = (kind: OfferKind, products: OfferedProduct[]) =>
    findOffer(
      kind,
      products.filter(({ active }) => active),
      choice,
    );
  return OFFER_KINDS.flatMap((kind) => {
    const lost = find(kind, before);
    if (!lost || find(kind, after)) return [];
    const reason = isFoundByName(choice) ? ", which is found by this name" : "";
    return `Buyers see “${lost.name}” as the ${OFFER_TITLES[kind]} after a purchase${reason}. After this change there is no such offer.`;
  });
}
