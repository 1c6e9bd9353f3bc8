import { ButtonLink } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { funnelWords } from "../../content/funnel.ts";
import { orderAddress } from "../../lib/checkout/order-address.ts";
import { useCheckout } from "../../lib/checkout/use-checkout.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { returnPathsOf } from "./funnel-addresses.ts";
import { HoldingOrder } from "./holding-order.tsx";
import { listDue, type Offer, productIdsOf, sumOf } from "./offer-rules.ts";
import { OfferSummary } from "./offer-summary.tsx";

type OwnedOfferProps = { offer: Offer; heldIn: string; onFail: (message: string) => void };

/** The ways on from a last offer that is owned: to its order, or on as a no leads. */
export function OwnedOffer({ offer, heldIn, onFail }: OwnedOfferProps) {
  const words = funnelWords.owned;
  const { order } = offer.ownership;
  const back = returnPathsOf(offer);
  const { starting, start } = useCheckout(back);
  const productIds = productIdsOf(offer, false);
  const due = listDue(offer, false);
  const onward = sumOf(due) === 0 ? words.next : words.payment;
  return (
    <>
      {due.length > 0 && (
        <OfferSummary heading={words.due} lines={due} currency={offer.product.currency} />
      )}
      <div className="mt-6 grid gap-3 sm:max-w-[26rem]">
        <HoldingOrder offer={offer} heldIn={heldIn} />
        {due.length > 0 && (
          <CheckoutForm
            look="outline"
            productIds={productIds}
            back={back}
            starting={starting}
            onSubmit={() => start(productIds, onFail)}
          >
            {starting ? checkoutWords.processing : onward}
          </CheckoutForm>
        )}
        {due.length === 0 && order && order.sessionId !== heldIn && (
          <ButtonLink href={orderAddress(order.sessionId)}>{words.files}</ButtonLink>
        )}
      </div>
      <span role="status" className="sr-only">
        {starting && checkoutWords.processing}
      </span>
    </>
  );
}
