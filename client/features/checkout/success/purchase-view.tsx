import { formatAmount } from "../../../../server/contract/format.ts";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { ButtonLink, ButtonRoute } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Fact, LocalDay } from "../../../components/fact.tsx";
import { Spinner } from "../../../components/notice.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { SupportLine } from "../support-line.tsx";
import { OrderList, OtherOrders } from "./order-list.tsx";
import { PurchaseLayout } from "./purchase-layout.tsx";
import { plainPath, type PurchaseQuery, type PurchaseState } from "./purchase-state.ts";
import { ResendFiles, SentTo } from "./sent-to.tsx";

type PurchaseViewProps = {
  state: Extract<PurchaseState, { purchase: PurchaseDetail }>;
  query: PurchaseQuery;
  onCorrected: (purchase: PurchaseDetail) => void;
};

/** A paid or processing purchase. */
export function PurchaseView({ state: { kind, purchase }, query, onCorrected }: PurchaseViewProps) {
  const { success } = checkoutWords;
  const paid = kind === "paid";
  return (
    <PurchaseLayout
      mark={paid ? "done" : "wait"}
      heading={headingOf(kind, query.again)}
      lead={<p>{query.again ? leadAgain(purchase) : leadOf(kind)}</p>}
      main={
        <>
          <OrderList purchase={purchase} />
          <OtherOrders orders={purchase.otherOrders} />
        </>
      }
      aside={
        <>
          <OrderFacts purchase={purchase} paid={paid} />
          <LaterLine paid={paid} />
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
        {!paid && <Waiting query={query} />}
        {paid && purchase.masked && (
          <ResendFiles look="main" sessionId={purchase.checkoutSessionId} />
        )}
      </SentTo>
    </PurchaseLayout>
  );
}

/** Heading of a purchase; differs after an attempt to buy it again. */
export function headingOf(kind: "paid" | "processing", again: boolean): string {
  const { success, pending, again: owned } = checkoutWords;
  if (kind === "processing") return pending.heading;
  return again ? owned.heading : success.heading;
}

function leadOf(kind: "paid" | "processing"): string {
  return kind === "paid" ? checkoutWords.success.thanks : checkoutWords.pending.text;
}

function leadAgain({ status, masked }: PurchaseDetail): string {
  const words = checkoutWords.again;
  if (status === "processing") return words.processing;
  return masked ? words.nothing : words.files;
}

/** Where to find the files later. */
function LaterLine({ paid }: { paid: boolean }) {
  const words = checkoutWords.success;
  if (!paid) return null;
  return (
    <p className="mt-6 text-sm text-ink-2 print:hidden">
      {words.later}{" "}
      <a className="link" href="/account">
        {words.account}
      </a>
      . {words.laterHow} {words.findOrderText}{" "}
      <a className="link" href="/orders/find">
        {words.findOrder}
      </a>
      .
    </p>
  );
}

/** The page polls; without JavaScript the reader reloads. */
function Waiting({ query }: { query: PurchaseQuery }) {
  const { sessionId } = query;
  const words = checkoutWords.pending;
  return (
    <div className="mt-4">
      <div className="needs-script">
        <Spinner label={words.waiting} />
      </div>
      {sessionId && (
        <noscript>
          <ButtonLink href={plainPath(sessionId, query)}>{words.reload}</ButtonLink>
        </noscript>
      )}
    </div>
  );
}

function OrderFacts({ purchase, paid }: { purchase: PurchaseDetail; paid: boolean }) {
  const words = checkoutWords.success;
  const { orderNumber, purchaseDate, totalAmount, currency, checkoutSessionId } = purchase;
  return (
    <Card
      as="dl"
      className="grid gap-4 px-5 py-5 text-base print:grid-cols-[auto_auto_auto_minmax(0,1fr)]"
    >
      {orderNumber && (
        <Fact name={words.orderNumber}>
          <span className="font-semibold">{orderNumber}</span>
        </Fact>
      )}
      {purchaseDate !== null && (
        <Fact name={words.date}>
          <LocalDay time={purchaseDate} />
        </Fact>
      )}
      {totalAmount !== null && (
        <Fact name={paid ? words.total : checkoutWords.pending.total}>
          <span className="font-semibold tabular-nums">{formatAmount(totalAmount, currency)}</span>
        </Fact>
      )}
      <Fact name={words.orderId}>
        <span className="text-sm break-all text-ink-2">{checkoutSessionId}</span>
      </Fact>
    </Card>
  );
}
