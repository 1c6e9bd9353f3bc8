import type { MouseEvent, ReactNode } from "react";
import { offerPath, orderPath } from "../../../server/contract/checkout-paths.ts";
import { payMessages } from "../../../server/contract/messages.ts";
import type { OfferKind } from "../../../server/contract/offer-names.ts";
import { fill } from "../../../server/contract/words.ts";
import type { Offer } from "../../../server/pages/offers.ts";
import { ButtonLink, type ButtonLook } from "../../components/button.tsx";
import { CheckoutForm, StartingStatus } from "../../components/checkout-form.tsx";
import { OrderLink } from "../../components/order-link.tsx";
import { plainAmount, usePriceText } from "../../components/price.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { payWords } from "../../content/pay.ts";
import { type Checkout, useCheckout } from "../../lib/checkout.ts";
import { usePage } from "../../lib/page-context.ts";
import { countStep } from "../../lib/visits.ts";
import { type AnswersProps, HoldingOrder } from "./offer-page.tsx";
import {
  type DueLine,
  findForeignSession,
  listDue,
  productIdsOf,
  returnPathsOf,
  sumOf,
} from "./offer-rules.ts";

type OfferLinkProps = {
  offer: Offer;
  /** Offer that the link leads to. */
  to: OfferKind;
  look?: ButtonLook;
  /** Answer to count. */
  answer?: "accepted" | "declined";
  disabled?: boolean;
  onFail: (message: string) => void;
  children: ReactNode;
};

/** Link to the next offer, opened in place. */
export function OfferLink(props: OfferLinkProps) {
  const { offer, to, answer, disabled = false, onFail, ...shown } = props;
  const { go } = usePage();
  const href = offerPath({
    kind: to,
    originalId: offer.originalId,
    upsellId: to === "upsell2" ? offer.product.id : undefined,
    sessionId: findForeignSession(offer),
  });

  async function follow(event: MouseEvent): Promise<void> {
    if (disabled) return event.preventDefault();
    if (answer) countStep(answer);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await go(href);
    } catch {
      onFail(payMessages.navigationFailed);
    }
  }

  return (
    <ButtonLink {...shown} href={href} aria-disabled={disabled || undefined} onClick={follow} />
  );
}

type DeclineProps = Omit<AnswersProps, "heldIn"> & { checkout: Checkout };

/** Declines an offer: leads to the next one, to the paid order or to the payment of the rest. */
export function Decline({ offer, checkout, onFail }: DeclineProps) {
  const { kind, declined, ownership } = offer;
  const { order } = ownership;
  const { starting } = checkout;
  const text = funnelWords[kind].decline;
  const productIds = productIdsOf(offer, false);

  /** Handles a failed checkout; opens the paid order if there is nothing left to pay. */
  function fail(message: string): void {
    if (order && sumOf(listDue(offer, false)) === 0) {
      window.location.assign(orderPath(order.sessionId));
    } else onFail(message);
  }

  if (declined) {
    return (
      <OfferLink offer={offer} to={declined} answer="declined" disabled={starting} onFail={onFail}>
        {text}
      </OfferLink>
    );
  }
  if (productIds.length === 0 && order) {
    return (
      <OrderLink
        order={order}
        look="outline"
        aria-disabled={starting || undefined}
        onClick={(event) => (starting ? event.preventDefault() : countStep("declined"))}
      >
        {text}
      </OrderLink>
    );
  }
  return (
    <CheckoutForm checkout={checkout} productIds={productIds} look="outline" onFail={fail}>
      {text}
    </CheckoutForm>
  );
}

/** Answers of an offer whose yes starts the checkout. */
export function OfferCheckout({ offer, onFail }: Omit<AnswersProps, "heldIn">) {
  const { kind, declined } = offer;
  const { currency } = offer.product;
  const priceText = usePriceText();
  const checkout = useCheckout(returnPathsOf(offer));
  const { starting } = checkout;
  const lines = listDue(offer, true);
  const dueWithout = sumOf(listDue(offer, false));
  const toPayment = kind === "upsell" ? funnelWords.upsell.acceptAndPay : funnelWords[kind].accept;
  const accept = sumOf(lines) === 0 ? funnelWords.acceptFree : toPayment;
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
        <Decline offer={offer} checkout={checkout} onFail={onFail} />
      </div>
      {!declined && (
        <p className="mt-4 max-w-[36rem] text-base text-ink-2">
          {dueWithout === 0
            ? funnelWords.summary.nothing
            : fill(funnelWords.summary.without, { amount: priceText(dueWithout, currency) })}
        </p>
      )}
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

/** Answers of an offer whose product is owned, with the rest to pay. */
export function OwnedOffer({ offer, heldIn, onFail }: AnswersProps & { heldIn: string }) {
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
