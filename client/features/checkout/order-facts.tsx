import type { ReactNode } from "react";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { LocalDay } from "../../components/local-day.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { formatAmount } from "../../../server/contract/format.ts";

/** The numbers of an order: what to name to support, what was paid. */
export function OrderFacts({ purchase, paid }: { purchase: PurchaseDetail; paid: boolean }) {
  const words = checkoutWords.success;
  return (
    <dl className="grid gap-4 rounded-card border border-line bg-card px-5 py-5 text-base print:grid-cols-[auto_auto_auto_minmax(0,1fr)]">
      <Fact name={words.orderNumber}>
        <span className="font-semibold">{purchase.orderNumber}</span>
      </Fact>
      <Fact name={words.date}>
        <LocalDay time={purchase.purchaseDate} />
      </Fact>
      <Fact name={paid ? words.total : checkoutWords.pending.total}>
        <span className="font-semibold tabular-nums">
          {formatAmount(purchase.totalAmount, purchase.currency)}
        </span>
      </Fact>
      <Fact name={words.orderId}>
        <span className="text-sm break-all text-ink-2">{purchase.checkoutSessionId}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
