import type { ReactNode } from "react";
import { formatPrice } from "../../../server/contract/format.ts";
import { Button, ButtonLink, type ButtonLook } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { funnelWords } from "../../content/funnel.ts";
import { orderAddress } from "../../lib/checkout/order-address.ts";
import type { ReturnPaths } from "../../lib/checkout/start-checkout.ts";
import { useCheckout } from "../../lib/checkout/use-checkout.ts";
import { returnPathsOf } from "./funnel-addresses.ts";
import { dueOf, type Offer, productIdsOf, summaryOf } from "./offer-rules.ts";
import { OfferSummary } from "./offer-summary.tsx";

type OfferCheckoutProps = { offer: Offer; onFail: (message: string) => void };

/** The two answers, each of which starts the checkout; plain forms until the page is live. */
export function OfferCheckout({ offer, onFail }: OfferCheckoutProps) {
  const words = funnelWords[offer.kind === "upsell2" ? "upsell2" : "downsell"];
  const { order } = offer.ownership;
  const back = returnPathsOf(offer);
  const { starting, start } = useCheckout(back);
  const accepted = productIdsOf(offer, true);
  const declined = productIdsOf(offer, false);
  const lines = summaryOf(offer);
  const due = dueOf(lines.filter((line) => line.id !== offer.product.id));

  /** With nothing but the paid order left, no failure may stand between the buyer and the files. */
  function failDeclined(message: string): void {
    if (order && due === 0) window.location.assign(orderAddress(order.sessionId));
    else onFail(message);
  }

  return (
    <>
      <OfferSummary lines={lines} currency={offer.product.currency} />
      <div className="mt-6 grid gap-3 sm:max-w-[26rem]">
        <CheckoutForm
          look="main"
          productIds={accepted}
          back={back}
          starting={starting}
          onSubmit={() => start(accepted, onFail)}
        >
          {starting ? checkoutWords.processing : words.accept}
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
        {due === 0
          ? funnelWords.summary.nothing
          : funnelWords.summary.without(formatPrice(due, offer.product.currency))}
      </p>
      <span role="status" className="sr-only">
        {starting && checkoutWords.processing}
      </span>
    </>
  );
}

type CheckoutFormProps = {
  look: ButtonLook;
  productIds: number[];
  back: ReturnPaths;
  starting: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

function CheckoutForm({ look, productIds, back, starting, onSubmit, children }: CheckoutFormProps) {
  return (
    <form
      method="post"
      action="/checkout/start"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {productIds.map((id) => (
        <input key={id} type="hidden" name="productId" value={id} />
      ))}
      <input type="hidden" name="successRouter" value={back.successRouter} />
      <input type="hidden" name="cancelRouter" value={back.cancelRouter} />
      {/* aria-disabled keeps the focus where it is; `start` ignores a second press. */}
      <Button type="submit" look={look} className="w-full" aria-disabled={starting || undefined}>
        {children}
      </Button>
    </form>
  );
}
