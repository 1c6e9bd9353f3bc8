import { formatPrice } from "../../../server/contract/format.ts";
import { ButtonLink } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { funnelWords } from "../../content/funnel.ts";
import { orderAddress } from "../../lib/checkout/order-address.ts";
import { useCheckout } from "../../lib/checkout/use-checkout.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { returnPathsOf } from "./funnel-addresses.ts";
import { listDue, type Offer, productIdsOf, sumOf } from "./offer-rules.ts";
import { OfferSummary } from "./offer-summary.tsx";

type OfferCheckoutProps = { offer: Offer; onFail: (message: string) => void };

/** The two answers, each of which starts the checkout. */
export function OfferCheckout({ offer, onFail }: OfferCheckoutProps) {
  const words = funnelWords[offer.kind === "upsell2" ? "upsell2" : "downsell"];
  const { currency } = offer.product;
  const { order } = offer.ownership;
  const back = returnPathsOf(offer);
  const { starting, start } = useCheckout(back);
  const accepted = productIdsOf(offer, true);
  const declined = productIdsOf(offer, false);
  const lines = listDue(offer, true);
  const dueWithout = sumOf(listDue(offer, false));
  const accept = sumOf(lines) === 0 ? funnelWords.acceptFree : words.accept;

  /** With nothing but the paid order left, no failure may stand between the buyer and the files. */
  function failDeclined(message: string): void {
    if (order && dueWithout === 0) window.location.assign(orderAddress(order.sessionId));
    else onFail(message);
  }

  return (
    <>
      <OfferSummary heading={funnelWords.summary.heading} lines={lines} currency={currency} />
      <div className="mt-6 grid gap-3 sm:max-w-[26rem]">
        <CheckoutForm
          look="main"
          productIds={accepted}
          back={back}
          starting={starting}
          onSubmit={() => start(accepted, onFail)}
        >
          {starting ? checkoutWords.processing : accept}
        </CheckoutForm>
        {declined.length === 0 && order ? (
          <ButtonLink
            href={orderAddress(order.sessionId)}
            aria-disabled={starting || undefined}
            onClick={(event) => starting && event.preventDefault()}
          >
            {words.decline}
          </ButtonLink>
        ) : (
          <CheckoutForm
            look="outline"
            productIds={declined}
            back={back}
            starting={starting}
            onSubmit={() => start(declined, failDeclined)}
          >
            {words.decline}
          </CheckoutForm>
        )}
      </div>
      <p className="mt-4 max-w-[36rem] text-base text-ink-2">
        {dueWithout === 0
          ? funnelWords.summary.nothing
          : funnelWords.summary.without(formatPrice(dueWithout, currency))}
      </p>
      <span role="status" className="sr-only">
        {starting && checkoutWords.processing}
      </span>
    </>
  );
}
