import { useId } from "react";
import type { MoreProduct } from "../../server/contract/answers.ts";
import { unitWords } from "../../server/contract/format.ts";
import { type TaxNote, withTaxNote } from "../../server/contract/tax.ts";
import { fill } from "../../server/contract/words.ts";
import { offeredWords as words } from "../content/parts.ts";
import { SUCCESS_ROUTER } from "../../server/contract/checkout-paths.ts";
import { useSite } from "../lib/page-context.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { LicenceLine } from "./licence-line.tsx";
import { FormerPrice, plainAmount } from "./price.tsx";

type MoreForYouProps = {
  products: MoreProduct[];
  /** Path after a canceled payment. */
  cancelRouter: string;
  className?: string;
};

/** Products that the buyer has not bought, each with a form that starts its checkout. */
export function MoreForYou({ products, cancelRouter, className = "" }: MoreForYouProps) {
  const id = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={id} className={`print:hidden ${className}`}>
      <h2 id={id} className="text-2xl">
        {words.heading}
      </h2>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        {products.map((product) => (
          <MoreCard key={product.id} product={product} cancelRouter={cancelRouter} />
        ))}
      </ul>
    </section>
  );
}

function MoreCard({ product, cancelRouter }: { product: MoreProduct; cancelRouter: string }) {
  const { name, description, price, currency, upgrade, licence } = product;
  const [picture] = product.images;
  const { tax } = useSite();
  const nameId = useId();
  const buttonId = useId();
  return (
    <Card
      as="li"
      className="flex flex-col gap-x-6 gap-y-4 px-5 py-5 sm:px-6 md:flex-row md:items-center md:justify-between"
    >
      <div className="flex min-w-0 items-start gap-x-4 sm:gap-x-5">
        {picture && (
          <img
            src={picture}
            alt=""
            loading="lazy"
            className="aspect-square w-16 shrink-0 rounded-sheet border border-line bg-paper object-contain sm:w-20"
          />
        )}
        <div className="min-w-0">
          <h3 id={nameId} className="text-xl">
            {name}
          </h3>
          <p className="mt-1.5 text-base text-ink-2">{description}</p>
          {licence !== "personal" && <LicenceLine licence={licence} className="mt-2" />}
          {upgrade && (
            <p className="mt-2 text-base font-semibold text-teal">
              {fill(words.difference, {
                credit: plainAmount(price - upgrade.price, currency),
                name: upgrade.from,
              })}{" "}
              <FormerPrice
                amount={price}
                currency={currency}
                label={words.fullPrice}
                className="font-normal whitespace-nowrap text-ink-2"
              />
            </p>
          )}
        </div>
      </div>
      <form method="post" action="/checkout/start" className="md:w-60 md:shrink-0">
        <input type="hidden" name="productId" value={product.id} />
        <input type="hidden" name="successRouter" value={SUCCESS_ROUTER} />
        <input type="hidden" name="cancelRouter" value={cancelRouter} />
        <Button
          type="submit"
          id={buttonId}
          look={upgrade ? "main" : "dark"}
          className="w-full"
          aria-labelledby={`${buttonId} ${nameId}`}
        >
          {actionOf(product, tax)}
        </Button>
      </form>
    </Card>
  );
}

/** Text of the button, with the price that this buyer pays. */
function actionOf(
  { price, currency, billingPeriod, upgrade }: MoreProduct,
  tax: TaxNote | undefined,
): string {
  if (upgrade?.price === 0) return words.upgradeFree;
  const amount = plainAmount(upgrade?.price ?? price, currency);
  const period = billingPeriod && unitWords[billingPeriod];
  const rate = period && !upgrade ? fill(words.rate, { price: amount, period }) : amount;
  return fill(upgrade ? words.upgrade : words.buy, { price: withTaxNote(rate, tax) });
}
