import { useEffect, useId, useState } from "react";
import { unitWords } from "../../../server/contract/format.ts";
import type { Product } from "../../../server/contract/answers.ts";
import type { Discount } from "../../../server/contract/discounts.ts";
import { fill } from "../../../server/contract/words.ts";
import { ButtonLink, type ButtonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CheckoutForm, StartingStatus } from "../../components/checkout-form.tsx";
import { CrayonCross, CrayonTick } from "../../components/crayon.tsx";
import { LicenceLine } from "../../components/licence-line.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { PagePictures } from "../../components/page-pictures.tsx";
import { FormerPrice, Price } from "../../components/price.tsx";
import { ReplaceablePicture } from "../../components/replaceable-picture.tsx";
import { landingWords } from "../../content/landing-packs.ts";
import { payWords } from "../../content/pay.ts";
import { pictureSlugOf, productPictures } from "../../content/pictures.ts";
import { CANCEL_ROUTER } from "../../../server/contract/checkout-paths.ts";
import { CHECKOUT_ERROR_KEY, useCheckout } from "../../lib/checkout.ts";
import { tabStorage } from "../../lib/storage.ts";
import { usePage } from "../../lib/page-context.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { calls } from "../../lib/typed-client.ts";
import { countStep } from "../../lib/visits.ts";
import { BandHeading } from "./band.tsx";
import { OfferCountdown } from "./countdown.tsx";
import type { Pack, PackFeature } from "./pack-rules.ts";

const words = landingWords.pricing;
/** The cookie with the discount code of this visit. */
const CODE = /(?:^|; )code=([\w-]+)/;

type PricingProps = { packs: Pack[]; first: Discount | null };

/** The packs with their prices; `first` are the prices with the code in the address. */
export function PricingSection({ packs, first }: PricingProps) {
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
        {discount && !packs.some(({ product }) => product.id in discount.prices) && (
          <p role="status" className="mt-6">
            {Object.keys(discount.prices).length > 0 ? words.codeElsewhere : words.codeEnded}
          </p>
        )}
        {packs.length === 0 ? (
          <NoPacks />
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

function NoPacks() {
  return (
    <Card className="mt-8 max-w-[42rem] px-6 py-7 sm:px-8">
      <h3 className="text-xl">{words.empty.heading}</h3>
      <p className="mt-2 text-ink-2">{words.empty.text}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink href="/">{words.empty.reload}</ButtonLink>
        <MailLink className="link" />
      </div>
    </Card>
  );
}

type PricedPack = { pack: Pack; discount: Discount | null };

function PricingCard({ pack, discount }: PricedPack) {
  const { product, highlighted, badge, features } = pack;
  const nameId = useId();
  const frame = highlighted ? "border-teal" : "border-line";
  return (
    <li
      className={`relative row-span-4 grid grid-rows-subgrid gap-y-0 rounded-card border-2 bg-card px-5 pt-8 pb-6 shadow-paper sm:px-8 sm:pb-8 ${frame}`}
    >
      {badge && (
        <p className="absolute top-0 left-5 -translate-y-1/2 rounded-full bg-teal px-4 py-1 text-sm font-semibold tracking-wide text-card [print-color-adjust:exact] sm:left-8">
          {badge}
        </p>
      )}
      <div className="@container">
        <PackCover product={product} />
        <h3 id={nameId} className="text-2xl">
          {product.name}
        </h3>
        <PackPrice pack={pack} discount={discount} />
        <p className="clear-right pt-2 text-sm text-ink-2 max-xs:-mr-3 xs:text-base @md:clear-none">
          {product.billingPeriod
            ? fill(words.subscriptionOffer, { period: unitWords[product.billingPeriod] })
            : words.offer}
        </p>
        <p className="mt-4 text-base text-ink-2">{product.description}</p>
        <LicenceLine licence={product.licence} className="mt-3" />
      </div>
      <div className="flex flex-col justify-end">
        <PagePictures
          product={product}
          sizes="(width >= 40rem) 8rem, 22vw"
          className="mt-5 grid-cols-4 gap-2 sm:gap-3"
        />
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

function PackPrice({ pack: { product, listPrice }, discount }: PricedPack) {
  const { id, price, currency, billingPeriod } = product;
  const reduced = discount?.prices[id];
  const before = reduced === undefined ? listPrice : price;
  return (
    <>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3 leading-none">
        <Price amount={reduced ?? price} currency={currency} label={words.price}>
          {billingPeriod && (
            <span className="text-lg text-ink-2"> / {unitWords[billingPeriod]}</span>
          )}
        </Price>
        {before !== null && (
          <FormerPrice
            amount={before}
            currency={currency}
            label={words.listPrice}
            className="text-xl text-ink-2"
          />
        )}
      </p>
      {discount && reduced !== undefined && (
        <p className="mt-2 font-semibold text-teal">
          {fill(billingPeriod ? words.codeOnce : words.code, discount)}
        </p>
      )}
    </>
  );
}

function Feature({ feature: { text, included } }: { feature: PackFeature }) {
  const Mark = included ? CrayonTick : CrayonCross;
  return (
    <li className={`flex break-inside-avoid gap-3 ${included ? "" : "text-ink-2"}`}>
      <Mark className={`mt-0.5 size-5 shrink-0 ${included ? "text-teal" : "text-danger"}`} />
      <span>
        {included ? text : <s>{text}</s>}{" "}
        {!included && (
          <span className="text-sm font-semibold text-danger">{words.notIncluded}</span>
        )}
      </span>
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
    <div className="float-right -mt-3 -mr-2 ml-5 w-20 @[18.5rem]:w-28 @md:-mt-6 @md:w-40">
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

/** `nameId` is the id of the element with the product's name, for a unique accessible name. */
type BuyFormProps = { productId: number; nameId: string; look: ButtonLook };

/** Buy button of a pack. After the payment, the buyer is sent to the first offer. */
function BuyForm({ productId, nameId, look }: BuyFormProps) {
  const { go } = usePage();
  const back = { successRouter: `/upsell/${productId}`, cancelRouter: CANCEL_ROUTER };
  const checkout = useCheckout(back);
  const { starting } = checkout;
  const buttonId = useId();

  function showError(message: string): void {
    tabStorage.setItem(CHECKOUT_ERROR_KEY, message);
    void go("/checkout/error");
  }

  return (
    <CheckoutForm
      checkout={checkout}
      productIds={[productId]}
      look={look}
      onFail={showError}
      id={buttonId}
      labelledBy={`${buttonId} ${nameId}`}
      status={<StartingStatus starting={starting} />}
    >
      {starting ? payWords.processing : words.button}
    </CheckoutForm>
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

/**
 * Returns the prices with a discount code: `first`, or those with the code of this visit, which the
 * browser fetches because all visitors share the page.
 */
function useDiscount(first: Discount | null): Discount | null {
  const [discount, setDiscount] = useState(first);
  useEffect(() => {
    const code = CODE.exec(document.cookie)?.[1];
    // Without an answer, the page keeps the normal prices; the payment page applies the code.
    if (!first && code) void fetchDiscount(code).then(setDiscount, () => {});
  }, [first]);
  return discount;
}

async function fetchDiscount(code: string): Promise<Discount | null> {
  const answer = await calls.discounts[":code"].$get({ param: { code } });
  return answer.ok ? answer.json() : null;
}
