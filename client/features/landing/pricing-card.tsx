import { useId } from "react";
import { formatPrice } from "../../../server/contract/format.ts";
import type { Product } from "../../../server/contract/answers.ts";
import { CrayonCross, CrayonTick } from "../../components/crayon.tsx";
import { Picture } from "../../components/picture.tsx";
import { landingWords } from "../../content/landing.ts";
import { pagePicturesOf, pictureSlugOf, productPictures } from "../../content/pictures.ts";
import { BuyForm } from "./buy-form.tsx";
import type { Pack, PackFeature } from "./pack-rules.ts";

const words = landingWords.pricing;

export function PricingCard({ pack }: { pack: Pack }) {
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
        <Price pack={pack} />
        <p className="clear-right pt-2 text-sm text-ink-2 max-xs:-mr-3 xs:text-base @md:clear-none">
          {product.billingPeriod ? words.subscriptionOffer(product.billingPeriod) : words.offer}
        </p>
        <p className="mt-4 text-base text-ink-2">{product.description}</p>
      </div>
      <div className="flex flex-col justify-end">
        <PackPages product={product} />
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

function Price({ pack: { product, listPrice } }: { pack: Pack }) {
  const { price, currency, billingPeriod } = product;
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-3 font-display leading-none font-semibold">
      <span className="text-[2.75rem] whitespace-nowrap tabular-nums">
        <span className="sr-only">{words.price} </span>
        {formatPrice(price, currency)}
        {billingPeriod && <span className="text-lg text-ink-2"> / {billingPeriod}</span>}
      </span>
      {listPrice !== null && (
        <s className="font-sans text-xl font-normal text-ink-2">
          <span className="sr-only">{words.listPrice} </span>
          {formatPrice(listPrice, currency)}
        </s>
      )}
    </p>
  );
}

function Feature({ feature: { text, included } }: { feature: PackFeature }) {
  if (included) {
    return (
      <li className="flex break-inside-avoid gap-3">
        <CrayonTick className="mt-0.5 size-5 shrink-0 text-teal" />
        <span>{text}</span>
      </li>
    );
  }
  return (
    <li className="flex break-inside-avoid gap-3 text-ink-2">
      <CrayonCross className="mt-0.5 size-5 shrink-0 text-danger" />
      <span>
        <s>{text}</s> <span className="text-sm font-semibold text-danger">{words.notIncluded}</span>
      </span>
    </li>
  );
}

type PackPictureProps = { product: Pick<Product, "images"> };

/** The pack's picture, or the owner's upload. Decoration. */
function PackCover({ product }: PackPictureProps) {
  const slug = pictureSlugOf(product);
  const [uploaded] = product.images;
  if (!slug && !uploaded) return null;
  return (
    <div className="float-right -mt-3 -mr-2 ml-5 w-20 @[18.5rem]:w-28 @md:-mt-6 @md:w-40">
      {slug ? (
        <Picture
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

function PackPages({ product }: PackPictureProps) {
  const names = pagePicturesOf(product);
  if (names.length === 0) return null;
  return (
    <ul className="mt-5 grid grid-cols-4 gap-2 sm:gap-3">
      {names.map((name) => (
        <li
          key={name}
          className="overflow-hidden rounded-sheet border border-line odd:-rotate-1 even:rotate-1"
        >
          <Picture
            from={productPictures}
            name={name}
            sizes="(width >= 40rem) 8rem, 22vw"
            className="h-auto w-full"
          />
        </li>
      ))}
    </ul>
  );
}
