import { type ReactNode, useId } from "react";
import type { Product } from "../../../server/contract/answers.ts";
import type { Discount } from "../../../server/contract/discounts.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { LicenceLine } from "../../components/licence-line.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { PagePictures } from "../../components/page-pictures.tsx";
import { ReplaceablePicture } from "../../components/replaceable-picture.tsx";
import { landingWords } from "../../content/landing-packs.ts";
import { pictureSlugOf, productPictures } from "../../content/pictures.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { countStep } from "../../lib/visits.ts";
import { BandHeading } from "./band.tsx";
import { OfferCountdown } from "./countdown.tsx";
import {
  BuyForm,
  CodeNote,
  Feature,
  PackPrice,
  PaymentTerms,
  type PricedPack,
  ProductLink,
} from "./pack-parts.tsx";
import type { Pack } from "./pack-rules.ts";
import { useDiscount } from "./use-discount.ts";

const words = landingWords.pricing;

type PricingProps = {
  packs: Pack[];
  first: Discount | null;
  /** Rendered in place of the packs when there are none. */
  without: ReactNode;
};

/** The packs with their prices; `first` are the prices with the code in the address. */
export function PricingSection({ packs, first, without }: PricingProps) {
  const discount = useDiscount(first);
  const subscription = packs.some(({ product }) => product.billingPeriod !== null);
  const intro = subscription ? words.introWithSubscription : words.intro;
  return (
    <section
      ref={countPricing}
      id={PRICING_ID}
      aria-labelledby="pricing-heading"
      className="late print:break-inside-avoid"
    >
      <div className="column band">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <div>
            <BandHeading of={PRICING_ID}>{words.heading}</BandHeading>
            {packs.length > 0 && <p className="mt-3 max-w-[34rem] text-ink-2">{intro}</p>}
          </div>
          {packs.length > 0 && <OfferCountdown />}
        </div>
        {discount && (
          <CodeNote
            discount={discount}
            products={packs.map(({ product }) => product)}
            className="mt-6"
          />
        )}
        {packs.length === 0 ? (
          without
        ) : (
          <>
            <ul className={`mt-12 grid gap-8 print:grid-cols-2 ${gridOf(packs.length)}`}>
              {packs.map((pack) => (
                <PricingCard key={pack.product.id} pack={pack} discount={discount} />
              ))}
            </ul>
            <p className="mt-10 max-w-[31rem] text-base text-ink-2">{words.delivery}</p>
          </>
        )}
      </div>
    </section>
  );
}

function gridOf(count: number): string {
  if (count === 1) return "max-w-[34rem]";
  return count === 2 ? "lg:grid-cols-2" : "md:grid-cols-2 xl:grid-cols-3";
}

/** Tells visitors that the packs cannot be shown. */
export function NoPacks() {
  return (
    <EmptyPacks {...words.empty}>
      <ButtonLink href="/">{words.empty.reload}</ButtonLink>
      <MailLink className="link" />
    </EmptyPacks>
  );
}

/** Tells administrators of a closed shop that no product is on sale yet. */
export function NoProducts() {
  return (
    <EmptyPacks {...words.noProducts}>
      <ButtonLink href="/admin/tables/products">{words.noProducts.link}</ButtonLink>
    </EmptyPacks>
  );
}

type EmptyPacksProps = { heading: string; text: string; children: ReactNode };

function EmptyPacks({ heading, text, children }: EmptyPacksProps) {
  return (
    <Card className="mt-8 max-w-[42rem] px-6 py-7 sm:px-8">
      <h3 className="text-xl">{heading}</h3>
      <p className="mt-2 text-ink-2">{text}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
    </Card>
  );
}

function PricingCard({ pack, discount }: PricedPack) {
  const { product, highlighted, badge, features } = pack;
  const nameId = useId();
  const frame = highlighted ? "border-teal" : "border-line";
  return (
    <li
      className={`relative row-span-4 grid grid-rows-subgrid gap-y-0 rounded-card border-2 bg-card px-5 pt-8 pb-6 shadow-paper sm:px-8 sm:pb-8 ${frame}`}
    >
      {badge && (
        <p className="absolute top-0 start-5 -translate-y-1/2 rounded-full bg-teal px-4 py-1 text-sm font-semibold tracking-wide text-card [print-color-adjust:exact] sm:start-8">
          {badge}
        </p>
      )}
      <div className="@container">
        <PackCover product={product} />
        <h3 id={nameId} className="text-2xl">
          {product.name}
        </h3>
        <PackPrice pack={pack} discount={discount} />
        <p className="clear-end pt-2 text-sm text-ink-2 max-xs:-me-3 xs:text-base @md:clear-none">
          <PaymentTerms product={product} />
        </p>
        <p className="mt-4 text-base text-ink-2">{product.description}</p>
        <LicenceLine licence={product.licence} className="mt-3" />
      </div>
      <div className="flex flex-col justify-end">
        <PagePictures
          product={product}
          sizes="(width >= 40rem) 8rem, 22vw"
          className="mt-5 grid-cols-4 gap-2 sm:gap-3"
        >
          <ProductLink product={product} />
        </PagePictures>
      </div>
      <div className="@container mt-5 mb-7">
        <ul className="gap-x-8 text-base @lg:columns-2 [&>li]:mb-2.5">
          {features.map((feature) => (
            <Feature key={feature.text} feature={feature} />
          ))}
        </ul>
      </div>
      <BuyForm productId={product.id} nameId={nameId} look={highlighted ? "main" : "outline"} />
    </li>
  );
}

type PackPictureProps = { product: Pick<Product, "images"> };

/** Decorative picture of the pack: generated, or uploaded by the owner. */
function PackCover({ product }: PackPictureProps) {
  const slug = pictureSlugOf(product);
  const [uploaded] = product.images;
  if (!slug && !uploaded) return null;
  return (
    <div className="float-end -mt-3 -me-2 ms-5 w-20 @[18.5rem]:w-28 @md:-mt-6 @md:w-40">
      {slug ? (
        <ReplaceablePicture
          from={productPictures}
          name={`${slug}-table`}
          sizes="(width >= 40rem) 11rem, 7rem"
          alt=""
          className="h-auto w-full"
        />
      ) : (
        <img src={uploaded} alt="" loading="lazy" className="aspect-square w-full object-contain" />
      )}
    </div>
  );
}

let isCounted = false;

/** Ref callback that counts, once per document, when the prices reach the middle of the window. */
function countPricing(section: Element | null): (() => void) | undefined {
  if (!section) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (isCounted || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      isCounted = true;
      countStep("pricing");
    },
    { rootMargin: "-50% 0px" },
  );
  observer.observe(section);
  return () => observer.disconnect();
}
