import { useId } from "react";
import type { Product } from "../../../server/contract/answers.ts";
import type { Discount } from "../../../server/contract/discounts.ts";
import { countText } from "../../../server/contract/format.ts";
import type { Paper } from "../../../server/contract/site.ts";
import type { PageData } from "../../../server/pages/loaders.ts";
import { Card } from "../../components/card.tsx";
import { InsidePages } from "../../components/inside-pages.tsx";
import { LicenceLine } from "../../components/licence-line.tsx";
import { ProductCover } from "../../components/product-cover.tsx";
import { productWords as words } from "../../content/product.ts";
import { useSite } from "../../lib/page-context.ts";
import { GiftForm } from "./gift-form.tsx";
import { useLinkedCheckout } from "./linked-checkout.ts";
import { BuyForm, CodeNote, Feature, PackPrice, PaymentTerms, ProductLink } from "./pack-parts.tsx";
import { packOf } from "./pack-rules.ts";
import { useDiscount } from "./use-discount.ts";

const LICENCES_ID = "licenses";

type ProductPageProps = { data: PageData["/products/:id"] };

/** Page of one product: pictures, price, whole description, and its licences side by side. */
export function ProductPage({ data }: ProductPageProps) {
  const { product, licences } = data;
  const discount = useDiscount(data.discount);
  const hasCover = product.images.length > 0;
  return (
    <article>
      <div className="column pt-8 pb-14 lg:pt-12 lg:pb-20">
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:gap-x-14 ${
            hasCover
              ? "md:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] md:*:col-start-2"
              : "max-w-[40rem]"
          }`}
        >
          <ProductHead {...data} discount={discount} />
        </div>
      </div>
      <InsidePages product={product} heading={words.inside} hasUploads />
      {licences.length > 0 && (
        <Licences products={licences} shownId={product.id} discount={discount} />
      )}
    </article>
  );
}

type ProductHeadProps = ProductPageProps["data"];

function ProductHead({ product, discount, wantsCheckout, ...data }: ProductHeadProps) {
  const site = useSite();
  const pack = packOf(product, site);
  const nameId = useId();
  const buyForm = useLinkedCheckout(wantsCheckout);
  return (
    <>
      <header>
        {pack.badge && (
          <p className="mb-3 w-fit rounded-full bg-teal px-4 py-1 text-sm font-semibold tracking-wide text-card">
            {pack.badge}
          </p>
        )}
        <h1 id={nameId} className="text-4xl">
          {product.name}
        </h1>
      </header>
      {product.images.length > 0 && (
        <div className="md:sticky md:top-24 md:col-start-1! md:row-span-2 md:row-start-1 md:self-start">
          <ProductCover product={product} />
        </div>
      )}
      <div>
        <PackPrice pack={pack} discount={discount} />
        <p className="mt-2 text-base text-ink-2">
          <PaymentTerms product={product} />
        </p>
        {discount && <CodeNote discount={discount} products={[product]} className="mt-2" />}
        <div ref={buyForm} className="mt-5 sm:max-w-[26rem]">
          <BuyForm productId={product.id} nameId={nameId} look="main" isFocused={wantsCheckout} />
        </div>
        {site.gifts && product.type === "digital" && <GiftForm productId={product.id} />}
        <Extent {...data} />
        <div
          dir="auto"
          className="prose mt-6 max-w-[36rem]"
          // Safe: the server renders Markdown and escapes raw HTML.
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
        {pack.features.length > 0 && (
          <>
            <h2 className="mt-8 text-xl">{words.features}</h2>
            <ul className="mt-4 max-w-[36rem] text-base [&>li]:mb-2.5">
              {pack.features.map((feature) => (
                <Feature key={feature.text} feature={feature} />
              ))}
            </ul>
          </>
        )}
        <LicenceLine licence={product.licence} className="mt-6 max-w-[36rem]" />
        {data.licences.length > 0 && (
          <p className="mt-2 text-base print:hidden">
            <a href={`#${LICENCES_ID}`} className="link">
              {words.licences.compare}
            </a>
          </p>
        )}
        <p className="mt-6 max-w-[36rem] text-sm text-ink-2">{words.delivery}</p>
      </div>
    </>
  );
}

/** Number of pages and paper sizes, if known. */
function Extent({ pages, papers }: Pick<ProductHeadProps, "pages" | "papers">) {
  const facts = [
    ...(pages === null ? [] : [countText(pages, "page")]),
    ...(papers.length === 0 ? [] : [papersText(papers)]),
  ];
  if (facts.length === 0) return null;
  return (
    <ul className="mt-6 flex flex-wrap gap-2">
      {facts.map((fact) => (
        <li
          key={fact}
          className="rounded-full bg-teal-2 px-3.5 py-1 text-sm font-semibold text-teal"
        >
          {fact}
        </li>
      ))}
    </ul>
  );
}

function papersText([first, second]: Paper[]): string {
  return words.papers[second || !first ? "both" : first];
}

type LicencesProps = { products: Product[]; shownId: number; discount: Discount | null };

/** The product with each licence; `shownId` is the one on this page. */
function Licences({ products, shownId, discount }: LicencesProps) {
  return (
    <section id={LICENCES_ID} aria-labelledby={`${LICENCES_ID}-heading`}>
      <div className="column py-12 lg:py-16">
        <h2 id={`${LICENCES_ID}-heading`} className="text-2xl">
          {words.licences.heading}
        </h2>
        <ul className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
          {products.map((product) => (
            <LicenceCard
              key={product.id}
              product={product}
              isShown={product.id === shownId}
              discount={discount}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

type LicenceCardProps = { product: Product; isShown: boolean; discount: Discount | null };

function LicenceCard({ product, isShown, discount }: LicenceCardProps) {
  const nameId = useId();
  return (
    <Card as="li" className="flex flex-col px-5 py-6 sm:px-8">
      <h3 id={nameId} className="text-xl">
        {product.name}
      </h3>
      <PackPrice pack={packOf(product, useSite())} discount={discount} />
      <LicenceLine licence={product.licence} className="mt-4" />
      {!isShown && (
        <p className="mt-2 text-base print:hidden">
          <ProductLink product={product} />
        </p>
      )}
      <div className="mt-auto pt-6">
        <BuyForm productId={product.id} nameId={nameId} look="outline" />
      </div>
    </Card>
  );
}
