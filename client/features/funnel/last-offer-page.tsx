import { fill } from "../../../server/contract/words.ts";
import type { OfferState } from "../../../server/pages/offers.ts";
import { CheckoutForm, StartingStatus } from "../../components/checkout-form.tsx";
import { OrderLink } from "../../components/order-link.tsx";
import { plainAmount, usePriceText } from "../../components/price.tsx";
import { payWords } from "../../content/pay.ts";
import { funnelWords } from "../../content/funnel.ts";
import { orderPath } from "../../../server/contract/checkout-paths.ts";
import { useCheckout } from "../../lib/checkout.ts";
import { countStep } from "../../lib/visits.ts";
import { useNotedOrder } from "../../tracking/use-noted.ts";
import { orderOf } from "./open-offer.ts";
import { type AnswersProps, HoldingOrder, OfferPage } from "./offer-page.tsx";
import { type DueLine, listDue, productIdsOf, returnPathsOf, sumOf } from "./offer-rules.ts";

/** The second offer: both answers start the checkout, unless the product is owned. */
export function LastOfferPage({ state }: { state: OfferState }) {
  useNotedOrder(orderOf(state));
  return <OfferPage state={state} Answers={Answers} />;
}

function Answers({ offer, heldIn, onFail }: AnswersProps) {
  if (heldIn === undefined) return <OfferCheckout offer={offer} onFail={onFail} />;
  return <OwnedOffer offer={offer} heldIn={heldIn} onFail={onFail} />;
}

function OfferCheckout({ offer, onFail }: Omit<AnswersProps, "heldIn">) {
  const words = funnelWords[offer.kind === "upsell2" ? "upsell2" : "downsell"];
  const { currency } = offer.product;
  const { order } = offer.ownership;
  const priceText = usePriceText();
  const checkout = useCheckout(returnPathsOf(offer));
  const { starting } = checkout;
  const declined = productIdsOf(offer, false);
  const lines = listDue(offer, true);
  const dueWithout = sumOf(listDue(offer, false));
  const accept = sumOf(lines) === 0 ? funnelWords.acceptFree : words.accept;

  /** Handles a failed checkout; opens the paid order if there is nothing left to pay. */
  function failDeclined(message: string): void {
    if (order && dueWithout === 0) window.location.assign(orderPath(order.sessionId));
    else onFail(message);
  }

  return (
    <>
      <OfferSummary heading={funnelWords.summary.heading} lines={lines} currency={currency} />
      <div className="mt-6 grid gap-3 sm:max-w-[26rem]">
        <CheckoutForm
          checkout={checkout}
          productIds={productIdsOf(offer, true)}
          look="main"
          onFail={onFail}
        >
          {starting ? payWords.processing : accept}
        </CheckoutForm>
        {declined.length === 0 && order ? (
          <OrderLink
            order={order}
            look="outline"
            aria-disabled={starting || undefined}
            onClick={(event) => (starting ? event.preventDefault() : countStep("declined"))}
          >
            {words.decline}
          </OrderLink>
        ) : (
          <CheckoutForm
            checkout={checkout}
            productIds={declined}
            look="outline"
            onFail={failDeclined}
          >
            {words.decline}
          </CheckoutForm>
        )}
      </div>
      <p className="mt-4 max-w-[36rem] text-base text-ink-2">
        {dueWithout === 0
          ? funnelWords.summary.nothing
          : fill(funnelWords.summary.without, { amount: priceText(dueWithout, currency) })}
      </p>
      <StartingStatus starting={starting} />
    </>
  );
}

type OfferSummaryProps = { heading: string; lines: DueLine[]; currency: string };

function OfferSummary({ heading, lines, currency }: OfferSummaryProps) {
  const priceText = usePriceText();
  return (
    <section
      aria-labelledby="summary-heading"
      className="mt-7 rounded-control border border-line bg-card px-5 py-4 text-base sm:max-w-[26rem]"
    >
      <h2 id="summary-heading" className="font-sans text-base leading-normal font-semibold">
        {heading}
      </h2>
      <dl className="mt-2 grid gap-1.5">
        {lines.map((line) => (
          <div key={line.id} className="flex justify-between gap-4">
            <dt className="text-ink-2">{line.name}</dt>
            <dd className="tabular-nums">{plainAmount(line.price, currency)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{funnelWords.summary.total}</dt>
          <dd className="tabular-nums">{priceText(sumOf(lines), currency)}</dd>
        </div>
      </dl>
    </section>
  );
}

function OwnedOffer({ offer, heldIn, onFail }: AnswersProps & { heldIn: string }) {
  const words = funnelWords.owned;
  const { order } = offer.ownership;
  const checkout = useCheckout(returnPathsOf(offer));
  const { starting } = checkout;
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
            checkout={checkout}
            productIds={productIdsOf(offer, false)}
            look="outline"
            onFail={onFail}
          >
            {starting ? payWords.processing : onward}
          </CheckoutForm>
        )}
        {due.length === 0 && order && order.sessionId !== heldIn && (
          <OrderLink order={order} look="outline">
            {words.files}
          </OrderLink>
        )}
      </div>
      <StartingStatus starting={starting} />
    </>
  );
}
