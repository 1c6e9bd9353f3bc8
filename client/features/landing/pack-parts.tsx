import { useId } from "react";
import { CANCEL_ROUTER } from "../../../server/contract/checkout-paths.ts";
import type { Discount } from "../../../server/contract/discounts.ts";
import type { Product } from "../../../server/contract/answers.ts";
import { unitWords } from "../../../server/contract/format.ts";
import { productPath } from "../../../server/contract/paths.ts";
import { fill } from "../../../server/contract/words.ts";
import type { ButtonLook } from "../../components/button.tsx";
import { CheckoutForm, StartingStatus } from "../../components/checkout-form.tsx";
import { CrayonCross, CrayonTick } from "../../components/crayon.tsx";
import { FormerPrice, Price } from "../../components/price.tsx";
import { landingWords } from "../../content/landing-packs.ts";
import { payWords } from "../../content/pay.ts";
import { CHECKOUT_ERROR_KEY, useCheckout } from "../../lib/checkout.ts";
import { usePage } from "../../lib/page-context.ts";
import { tabStorage } from "../../lib/storage.ts";
import type { Pack, PackFeature } from "./pack-rules.ts";

// Parts of a pack's card, which the product's own page shows as well.

const words = landingWords.pricing;

export type PricedPack = { pack: Pack; discount: Discount | null };

export function PackPrice({ pack: { product, listPrice }, discount }: PricedPack) {
  const { id, price, currency, billingPeriod } = product;
  const reduced = discount?.prices[id];
  const before = reduced === undefined ? listPrice : price;
  return (
    <>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 leading-none">
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

/** How a product is paid: once, or for each period. */
export function PaymentTerms({ product: { billingPeriod } }: Pick<Pack, "product">) {
  return billingPeriod
    ? fill(words.subscriptionOffer, { period: unitWords[billingPeriod] })
    : words.offer;
}

type CodeNoteProps = { discount: Discount; products: readonly Product[]; className: string };

/** Says why a discount code lowers none of the shown prices. */
export function CodeNote({ discount: { prices }, products, className }: CodeNoteProps) {
  if (products.some(({ id }) => id in prices)) return null;
  return (
    <p role="status" className={className}>
      {Object.keys(prices).length > 0 ? words.codeElsewhere : words.codeEnded}
    </p>
  );
}

/** Link to a product's page. */
export function ProductLink({ product: { slug, name } }: Pick<Pack, "product">) {
  if (!slug) return null;
  return (
    <a href={productPath(slug)} className="link">
      {words.closer}
      <span className="sr-only"> {name}</span>
    </a>
  );
}

export function Feature({ feature: { text, included } }: { feature: PackFeature }) {
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

/** `nameId` is the id of the element with the product's name, for a unique accessible name. */
type BuyFormProps = {
  productId: number;
  nameId: string;
  look: ButtonLook;
  /** Whether the button has the focus when the page opens. */
  isFocused?: boolean;
};

/** Returns a function that shows why a checkout could not be started, on the error page. */
export function useShowCheckoutError(): (message: string) => void {
  const { go } = usePage();
  return (message) => {
    tabStorage.setItem(CHECKOUT_ERROR_KEY, message);
    void go("/checkout/error");
  };
}

/** Buy button of a pack. After the payment, the buyer is sent to the first offer. */
export function BuyForm({ productId, nameId, look, isFocused = false }: BuyFormProps) {
  const showError = useShowCheckoutError();
  const back = { successRouter: `/upsell/${productId}`, cancelRouter: CANCEL_ROUTER };
  const checkout = useCheckout(back);
  const { starting } = checkout;
  const buttonId = useId();

  return (
    <CheckoutForm
      checkout={checkout}
      productIds={[productId]}
      isFocused={isFocused}
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
