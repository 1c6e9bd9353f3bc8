import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { formatAmount } from "../../../../server/contract/format.ts";
import { AGAIN_PARAM, receiptPath } from "../../../../server/contract/paths.ts";
import { sellerLines, sellerWords } from "../../../../server/contract/seller.ts";
import { fill } from "../../../../server/contract/words.ts";
import { ButtonLink, ButtonRoute } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { MoreForYou } from "../../../components/more-for-you.tsx";
import { Fact, LocalDay } from "../../../components/fact.tsx";
import { Spinner } from "../../../components/notice.tsx";
import { NewsForm } from "../../../components/news-form.tsx";
import { TextLink } from "../../../components/page-link.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { orderPath } from "../../../../server/contract/checkout-paths.ts";
import { useSite } from "../../../lib/page-context.ts";
import { SupportLine } from "../support-line.tsx";
import { OrderList, OtherOrders } from "./order-list.tsx";
import { isGiven, type ShownPurchase } from "./purchase-state.ts";
import { SentTo } from "./sent-to.tsx";
import type { ReactNode } from "react";
import { SheetMark, type SheetMarkKind } from "../../../components/sheet-mark.tsx";

const { success, pending, again: owned, gift } = checkoutWords;

export type PurchaseQuery = {
  sessionId: string | undefined;
  /** Whether this is the server-rendered page for browsers without JavaScript. */
  plain: boolean;
  /** Whether the buyer was redirected here to prevent a duplicate purchase. */
  again: boolean;
};

/** Path of the success page for browsers without JavaScript. */
export function plainPath(sessionId: string, { again }: Pick<PurchaseQuery, "again">): string {
  const query = { sessionId, plain: "1", ...(again && { [AGAIN_PARAM]: "1" }) };
  return `/checkout/success?${new URLSearchParams(query)}`;
}

/** Heading of a purchase; differs for a gift, and after an attempt to buy it again. */
export function headingOf({ kind, purchase }: ShownPurchase, again: boolean): string {
  if (kind === "processing") return pending.heading;
  if (isGiven(purchase)) return again ? gift.again : gift.heading;
  return again ? owned.heading : success.heading;
}

function leadOf({ kind, purchase }: ShownPurchase, again: boolean): string {
  if (kind === "processing") {
    if (again) return owned.processing;
    return isGiven(purchase) ? gift.pending : pending.text;
  }
  if (again) return owned.nothing;
  return isGiven(purchase) ? gift.thanks : success.thanks;
}

type PurchaseViewProps = {
  state: ShownPurchase;
  query: PurchaseQuery;
  onCorrected: (purchase: PurchaseDetail) => void;
};

/** A paid or processing purchase. */
export function PurchaseView({ state, query, onCorrected }: PurchaseViewProps) {
  const { kind, purchase } = state;
  const paid = kind === "paid";
  return (
    <PurchaseLayout
      mark={paid ? "done" : "wait"}
      heading={headingOf(state, query.again)}
      lead={<p>{leadOf(state, query.again)}</p>}
      main={
        <>
          <OrderList purchase={purchase} />
          <OtherOrders orders={purchase.otherOrders} />
          <MoreForYou
            products={purchase.more ?? []}
            cancelRouter={orderPath(purchase.checkoutSessionId)}
          />
        </>
      }
      aside={
        <>
          <OrderFacts purchase={purchase} paid={paid} />
          {paid && !isGiven(purchase) && (
            <p className="mt-6 text-sm text-ink-2 print:hidden">
              {success.later} <TextLink to="/account">{success.account}</TextLink>.{" "}
              {success.laterHow} {success.findOrderText}{" "}
              <TextLink to="/orders/find">{success.findOrder}</TextLink>.
            </p>
          )}
          {paid && purchase.news !== undefined && (
            <div className="mt-4 print:hidden">
              <NewsForm wanted={purchase.news} sessionId={purchase.checkoutSessionId} />
            </div>
          )}
          {paid && purchase.reviews !== undefined && (
            <div className="mt-4 print:hidden">
              <NewsForm
                topic="reviews"
                wanted={purchase.reviews}
                sessionId={purchase.checkoutSessionId}
              />
            </div>
          )}
          <p className="mt-4 text-sm text-ink-2">
            <SupportLine text={success.support} />
          </p>
          <ButtonRoute to="/" className="mt-6 w-full">
            {success.backHome}
          </ButtonRoute>
        </>
      }
    >
      <SentTo purchase={purchase} paid={paid} onCorrected={onCorrected}>
        {!paid && (
          // Reload link for browsers without JavaScript, where the page cannot poll.
          <div className="mt-4">
            <div className="needs-script">
              <Spinner label={pending.waiting} />
            </div>
            {query.sessionId && (
              <noscript>
                <ButtonLink href={plainPath(query.sessionId, query)}>{pending.reload}</ButtonLink>
              </noscript>
            )}
          </div>
        )}
      </SentTo>
    </PurchaseLayout>
  );
}

function OrderFacts({ purchase, paid }: { purchase: PurchaseDetail; paid: boolean }) {
  const { orderNumber, purchaseDate, totalAmount, currency, checkoutSessionId } = purchase;
  const { discountAmount = 0, taxAmount = 0 } = purchase;
  const { seller } = useSite();
  const hasReceipt = purchase.gift?.hasReceipt ?? (paid && !purchase.masked);
  return (
    <Card
      as="dl"
      className="grid gap-4 px-5 py-5 text-base print:grid-cols-[auto_auto_auto_minmax(0,1fr)]"
    >
      {orderNumber && (
        <Fact name={success.orderNumber}>
          <span className="font-semibold">{orderNumber}</span>
          {hasReceipt && (
            <a href={receiptPath(orderNumber)} className="link ms-3 print:hidden">
              {success.receipt}
            </a>
          )}
        </Fact>
      )}
      {purchaseDate !== null && (
        <Fact name={success.date}>
          <LocalDay time={purchaseDate} />
        </Fact>
      )}
      {totalAmount !== null && (
        <Fact name={paid ? success.total : pending.total}>
          <span className="font-semibold tabular-nums">{formatAmount(totalAmount, currency)}</span>
          {discountAmount > 0 && amountLine(success.discounted, discountAmount, currency)}
          {taxAmount > 0 && amountLine(success.withTax, taxAmount, currency)}
        </Fact>
      )}
      {seller && (
        <Fact name={sellerWords.soldBy}>
          {sellerLines(seller).map((line) => (
            <span key={line} className="block text-sm wrap-anywhere">
              {line}
            </span>
          ))}
        </Fact>
      )}
      <Fact name={success.orderId}>
        <span className="text-sm break-all text-ink-2">{checkoutSessionId}</span>
      </Fact>
    </Card>
  );
}

function amountLine(text: string, amount: number, currency: string) {
  return (
    <span className="block text-sm text-ink-2">
      {fill(text, { amount: formatAmount(amount, currency) })}
    </span>
  );
}

type PurchaseHeadingProps = { mark: SheetMarkKind; heading: string; children: ReactNode };

/** Heading and icon for the status of the purchase. */
export function PurchaseHeading({ mark, heading, children }: PurchaseHeadingProps) {
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:gap-7">
      <SheetMark kind={mark} className="h-24 w-auto shrink-0 self-start print:hidden" />
      <div className="min-w-0 sm:pt-3">
        <h1 className="text-4xl">{heading}</h1>
        <div className="mt-3 min-h-8 max-w-[40rem] text-ink-2">{children}</div>
      </div>
    </div>
  );
}

type PurchaseLayoutProps = PurchaseHeadingProps & Record<"lead" | "main" | "aside", ReactNode>;

/** Layout of the success page, also used while loading to avoid layout shift. */
export function PurchaseLayout({ lead, main, aside, children, ...heading }: PurchaseLayoutProps) {
  return (
    <>
      <PurchaseHeading {...heading}>{lead}</PurchaseHeading>
      <div className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-9">
          {children}
          {main}
        </div>
        <aside>{aside}</aside>
      </div>
    </>
  );
}
