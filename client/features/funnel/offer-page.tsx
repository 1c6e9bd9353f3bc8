import { type ComponentType, type ReactNode, useState, type MouseEvent } from "react";
import { formatDay, formatMoney } from "../../../server/contract/format.ts";
import { maskEmail } from "../../../server/contract/email.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import type { Ownership } from "../../../server/contract/answers.ts";
import { fill } from "../../../server/contract/words.ts";
import type { Offer, OfferState } from "../../../server/pages/offers.ts";
import { CrayonTick, TickList } from "../../components/crayon.tsx";
import { InsidePages } from "../../components/inside-pages.tsx";
import { OrderLink, OrderNote } from "../../components/order-link.tsx";
import { Price } from "../../components/price.tsx";
import { ProductCover } from "../../components/product-cover.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { orderPath } from "../../../server/contract/checkout-paths.ts";
import { useHasTrackers, usePage, usePageTitle, useSite } from "../../lib/page-context.ts";
import { findHoldingSession, priceOf } from "./offer-rules.ts";
import { Actions, Notice } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { pageWords } from "../../content/pages.ts";

export type AnswersProps = {
  offer: Offer;
  /** Session id of the order that already contains the product. */
  heldIn: string | undefined;
  onFail: (message: string) => void;
};

type OfferPageProps = { state: OfferState; Answers: ComponentType<AnswersProps> };

/** Offer page, or its error. After a failed checkout, retrying shows the offer again. */
export function OfferPage({ state, Answers }: OfferPageProps) {
  const { reload } = usePage();
  const [failure, setFailure] = useState<string>();
  const [retrying, setRetrying] = useState(false);

  async function retry(): Promise<void> {
    setRetrying(true);
    await reload();
    setRetrying(false);
  }

  if (state.kind === "failed") {
    const { message, order, retryable } = state;
    const onRetry = retryable ? () => void retry() : undefined;
    return <OfferFailed {...{ message, order, onRetry, retrying }} />;
  }
  const { offer } = state;
  if (failure !== undefined) {
    const { order } = offer.ownership;
    return <OfferFailed message={failure} order={order} onRetry={() => setFailure(undefined)} />;
  }
  const heldIn = findHoldingSession(offer, offer.product.id);
  return (
    <OfferLayout offer={offer} owned={heldIn !== undefined}>
      <Answers offer={offer} heldIn={heldIn} onFail={setFailure} />
    </OfferLayout>
  );
}

type OfferFailedProps = {
  message: string;
  order: Ownership["order"];
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
};

/** Error of an offer page, with a link to the order or to the home page. */
function OfferFailed({ message, order, onRetry, retrying = false }: OfferFailedProps) {
  const words = funnelWords.failed;
  usePageTitle(pageWords.failure.title);
  const retry = (event: MouseEvent) => {
    event.preventDefault();
    if (!retrying) onRetry?.();
  };
  return (
    <Notice
      heading={words.heading}
      mark={<SheetMark kind="problem" className="mb-5 h-24 w-auto" />}
    >
      <p role="alert" className="mt-4">
        {message}
      </p>
      {order?.status === "paid" && (
        <p className="mt-2 text-ink-2">{order.accessFrom ? words.safeWaiting : words.safe}</p>
      )}
      <Actions>
        {order && (
          <OrderLink order={order} look="main">
            {words.order}
          </OrderLink>
        )}
        {onRetry && (
          // Link to the same page, so that the retry works without JavaScript.
          <ButtonLink
            href=""
            look={order ? "outline" : "main"}
            aria-disabled={retrying || undefined}
            onClick={retry}
          >
            {retrying ? words.retrying : words.retry}
          </ButtonLink>
        )}
        <ButtonRoute to="/" look={order || onRetry ? "outline" : "main"}>
          {words.home}
        </ButtonRoute>
      </Actions>
    </Notice>
  );
}

type OfferLayoutProps = { offer: Offer; owned: boolean; children: ReactNode };

/** Layout of an offer; `owned` means that the visitor already has the product. */
function OfferLayout({ offer, owned, children }: OfferLayoutProps) {
  const { kind, product, isOneOfTwo } = offer;
  const words = funnelWords[kind];
  return (
    <>
      <div className="column pt-6 pb-14 lg:pt-8 lg:pb-20">
        <OrderSafe offer={offer} />
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] md:grid-rows-[auto_1fr] lg:mt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-x-14">
          <div className="md:col-start-2">
            {isOneOfTwo && <p className="font-semibold text-teal">{words.step}</p>}
            <h1 className="mt-1 text-4xl">
              {owned ? product.name : fill(words.heading, { name: product.name })}
            </h1>
          </div>
          <div className="md:sticky md:top-24 md:col-start-1 md:row-span-2 md:row-start-1 md:self-start">
            <ProductCover product={product} />
          </div>
          <div className="md:col-start-2">
            {owned ? (
              <>
                <p className="flex items-center gap-3 font-display text-2xl leading-tight font-semibold text-teal">
                  <CrayonTick className="size-7 shrink-0" />
                  {funnelWords.owned.note}
                </p>
                <p className="mt-2 text-base text-ink-2">{funnelWords.owned.text}</p>
              </>
            ) : (
              <OfferPrice offer={offer} />
            )}
            <p className="mt-4 max-w-[36rem] text-ink-2">{product.description}</p>
            <div className="mt-5">
              <TickList items={product.features} />
            </div>
            {children}
          </div>
        </div>
      </div>
      <InsidePages product={product} heading={funnelWords.inside} />
    </>
  );
}

function OfferPrice({ offer }: { offer: Offer }) {
  const { price, value, percentOff } = priceOf(offer, useSite());
  const { currency } = offer.product;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Price amount={price} currency={currency} label={funnelWords.price} />
      </p>
      {value !== null && (
        <p className="text-lg text-ink-2">
          {funnelWords[offer.kind].value} <s>{formatMoney(value, currency)}</s>
        </p>
      )}
      {offer.kind === "downsell" && percentOff !== null && (
        <p className="rounded-full bg-teal px-4 py-1 text-sm font-semibold tracking-wide text-card">
          {fill(funnelWords.downsell.off, { percent: percentOff })}
        </p>
      )}
    </div>
  );
}

/** Payment status of the original purchase. The email is masked on pages with trackers. */
function OrderSafe({ offer: { ownership, original } }: { offer: Offer }) {
  const words = funnelWords.safe;
  const { order } = ownership;
  const tracked = useHasTrackers();
  const email = order && (tracked ? maskEmail(order.email) : order.email);
  const { timeZone } = useSite();
  const text = orderSafeText(ownership, {
    timeZone,
    name: original?.name ?? words.yourPack,
    email: email ?? words.yourMailbox,
  });
  return (
    <OrderNote order={order} link={order?.mistyped ? words.slip : words.order} className="sm:px-6">
      <span className="min-w-0 wrap-anywhere">
        {order && <strong className="font-semibold">{words.heading}. </strong>}
        {text}
      </span>
    </OrderNote>
  );
}

type TextValues = { name: string; email: string; timeZone: string };

function orderSafeText({ order }: Ownership, { timeZone, ...values }: TextValues): string {
  const words = funnelWords.safe;
  if (!order) return words.unpaid;
  if (order.status !== "paid") return words.processing;
  if (!order.accessFrom) return fill(words.paid, values);
  return fill(words.waiting, { ...values, day: formatDay(new Date(order.accessFrom), timeZone) });
}

/** Link to the order that already contains the offered product. */
export function HoldingOrder({ offer, heldIn }: { offer: Offer; heldIn: string }) {
  const words = funnelWords.owned;
  const { order } = offer.ownership;
  const text = (
    <span>
      {words.order}
      {/* Makes the accessible name differ from the link to the original order. */}
      <span className="sr-only"> {fill(words.orderWith, { name: offer.product.name })}</span>
    </span>
  );
  return order?.sessionId === heldIn ? (
    <OrderLink order={order} look="main">
      {text}
    </OrderLink>
  ) : (
    <ButtonLink href={orderPath(heldIn)} look="main">
      {text}
    </ButtonLink>
  );
}
