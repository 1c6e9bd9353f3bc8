import type { ReactNode } from "react";
import { TickList } from "../../components/tick-list.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { OwnedNote } from "./holding-order.tsx";
import { OfferCover, OfferPages } from "./offer-pictures.tsx";
import { OfferPrice } from "./offer-price.tsx";
import type { Offer } from "./offer-rules.ts";
import { OrderSafe } from "./order-safe.tsx";

type OfferLayoutProps = {
  offer: Offer;
  /** The visitor has the product already: it has no price any more. */
  owned: boolean;
  children: ReactNode;
};

/** One calm page for one offer: what it is, what it costs, and the two answers to it. */
export function OfferLayout({ offer, owned, children }: OfferLayoutProps) {
  const { kind, product } = offer;
  const words = funnelWords[kind];
  return (
    <>
      <div className="column pt-6 pb-14 lg:pt-8 lg:pb-20">
        <OrderSafe offer={offer} />
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] md:grid-rows-[auto_1fr] lg:mt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-x-14">
          <div className="md:col-start-2">
            <p className="font-semibold text-teal">{words.step}</p>
            <h1 className="mt-1 text-4xl">{owned ? product.name : words.heading(product.name)}</h1>
          </div>
          <div className="md:sticky md:top-24 md:col-start-1 md:row-span-2 md:row-start-1 md:self-start">
            <OfferCover product={product} />
          </div>
          <div className="md:col-start-2">
            {owned ? <OwnedNote /> : <OfferPrice offer={offer} />}
            <p className="mt-4 max-w-[36rem] text-ink-2">{product.description}</p>
            <div className="mt-5">
              <TickList items={benefitsOf(offer)} />
            </div>
            {children}
          </div>
        </div>
      </div>
      <OfferPages product={product} />
    </>
  );
}

/** The owner's feature lines, with what the spec promises on this page. */
function benefitsOf({ kind, product }: Offer): string[] {
  const { upsell2, downsell } = funnelWords;
  const features = product.features ?? [];
  if (kind === "upsell2") return [...features, upsell2.bonus];
  return kind === "downsell" ? [downsell.pages, ...features, downsell.bonus] : features;
}
