import { asc } from "drizzle-orm";
import { products } from "../../../db/schema.ts";
import { findOffer, OFFER_KINDS, OFFER_TITLES } from "../../contract/offer-names.ts";
import type { Deps } from "../../deps.ts";
import { offerSource } from "../orders/offers.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Whether buyers can see the product of each offer after a purchase. */
export function offersFinding({ db }: Pick<Deps, "db">): Finding {
  const { products: onSale, choice } = offerSource.read(db);
  if (!choice.offers) return ok("Offers after a purchase are switched off.");
  const { id, name, currency, position } = products;
  const all = db
    .select({ id, name, currency })
    .from(products)
    .orderBy(asc(position), asc(id))
    .all();
  const offers = OFFER_KINDS.flatMap((kind) => {
    const product = findOffer(kind, onSale, choice) ?? findOffer(kind, all, choice);
    return product ? [{ product, title: OFFER_TITLES[kind] }] : [];
  });
  if (offers.length === 0) return ok("No product is offered after a purchase.");
  const hidden = offers.flatMap(({ product, title }) => {
    const intro = `“${product.name}” is the ${title}, but buyers don't see it`;
    const isBefore = (other: typeof product) =>
      other.id !== product.id && other.currency === product.currency;
    if (!onSale.some((each) => each.id === product.id)) {
      return { product, text: `${intro}: it is not on sale.` };
    }
    if (onSale.some(isBefore)) return [];
    return { product, text: `${intro}: no other product on sale has its currency.` };
  });
  if (hidden.length === 0) {
    return ok(offers.map(({ product, title }) => `The ${title} is “${product.name}”.`).join(" "));
  }
  const rows = hidden.map(({ product }) => ({
    table: "products",
    id: product.id,
    label: product.name,
  }));
  const text = hidden.map((each) => each.text).join(" ");
  return { ...warn(text, "Put it on sale, or choose another product in the settings."), rows };
}
