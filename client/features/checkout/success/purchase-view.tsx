import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OtherOrders } from "./other-orders.tsx";
import { plainAddress, type PurchaseAddress } from "./purchase-address.ts";
import { PurchaseItem } from "./purchase-item.tsx";
import { PurchaseLayout } from "./purchase-layout.tsx";
import type { PurchaseState } from "./purchase-state.ts";
import { ResendFiles } from "./resend-files.tsx";
import { SentTo } from "./sent-to.tsx";
import { SupportLine } from "./support-line.tsx";

type PurchaseViewProps = {
  state: Extract<PurchaseState, { purchase: PurchaseDetail }>;
  address: PurchaseAddress;
  source: PageSource;
  onCorrected: (purchase: PurchaseDetail) => void;
};

/** A purchase that exists: paid with its files, paid but not for this browser, or still waiting. */
export function PurchaseView({
  state: { kind, purchase },
  address,
  source,
  onCorrected,
}: PurchaseViewProps) {
  const { success } = checkoutWords;
  const paid = kind === "paid";
  return (
    <PurchaseLayout
      mark={paid ? "done" : "wait"}
      heading={headingOf(kind, address.again)}
      lead={<p>{address.again ? leadAgain(purchase) : leadOf(kind)}</p>}
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
            <SupportLine />
          </p>
          <ButtonRoute to="/" className="mt-6 w-full">
            {success.backHome}
          </ButtonRoute>
        </>
      }
    >
      <SentTo purchase={purchase} paid={paid} source={source} onCorrected={onCorrected}>
        {!paid && <Waiting address={address} />}
        {paid && purchase.masked && (
          <ResendFiles look="main" sessionId={purchase.checkoutSessionId} />
        )}
      </SentTo>
    </PurchaseLayout>
  );
}

type Found = "paid" | "processing";

/** The headline of a purchase that exists; another one for who wanted to buy it a second time. */
export function headingOf(kind: Found, again: boolean): string {
  const { success, pending, again: owned } = checkoutWords;
  if (kind === "processing") return pending.heading;
  return again ? owned.heading : success.heading;
}

function leadOf(kind: Found): string {
  return kind === "paid" ? checkoutWords.success.thanks : checkoutWords.pending.text;
}

function leadAgain({ status, masked }: PurchaseDetail): string {
  const words = checkoutWords.again;
  if (status === "processing") return words.processing;
  return masked ? words.nothing : words.files;
}

/** Where the files are when this page is long gone. */
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

function OrderList({ purchase }: { purchase: PurchaseDetail }) {
  const { products, currency, customerEmail } = purchase;
  return (
    <section aria-labelledby="order-heading">
      <h2 id="order-heading" className="text-2xl">
        Your Order ({products.length} item(s))
      </h2>
      <ul className="mt-5 grid gap-5">
        {products.map((item, index) => (
          <PurchaseItem
            key={item.id}
            item={item}
            position={index + 1}
            currency={currency}
            email={customerEmail}
          />
        ))}
      </ul>
    </section>
  );
}

/** The page asks by itself; without JavaScript the reader does. */
function Waiting({ address }: { address: PurchaseAddress }) {
  const { sessionId } = address;
  const words = checkoutWords.pending;
  return (
    <div className="mt-4">
      <div className="needs-script">
        <Spinner label={words.waiting} />
      </div>
      {sessionId && (
        <noscript>
          <ButtonLink href={plainAddress(sessionId, address)}>{words.reload}</ButtonLink>
        </noscript>
      )}
    </div>
  );
}
