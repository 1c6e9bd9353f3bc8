import type { Ownership } from "../../../server/contract/answers.ts";
import { fill } from "../../../server/contract/words.ts";
import { SideCard } from "../../components/notice.tsx";
import { OrderNote } from "../../components/order-link.tsx";
import { TickList } from "../../components/crayon.tsx";
import { cancelWords as words } from "../../content/unpaid.ts";
import { useNotedOrder } from "../../tracking/use-noted.ts";
import { ReturnPage } from "./return-page.tsx";

type CancelPageProps = {
  /** An earlier order of this browser. */
  order: Ownership["order"];
  /** Path of the offer whose payment was canceled. */
  offer: string | undefined;
};

/** Shown after a canceled payment. */
export function CancelPage({ order, offer }: CancelPageProps) {
  useNotedOrder(order);
  return (
    <ReturnPage
      mark="back"
      words={words}
      offer={offer === undefined ? undefined : { href: offer, label: words.offer }}
      aside={
        !order && (
          <SideCard heading={words.helpHeading}>
            <TickList items={words.help} />
          </SideCard>
        )
      }
    >
      {order && (
        <OrderNote order={order} link={words.order.link} className="mt-6">
          <span>{fill(words.order[order.status], { number: order.orderNumber })}</span>
        </OrderNote>
      )}
      <h2 className="mt-8 font-sans text-lg leading-normal font-semibold">
        {words.reasonsHeading}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-6 text-ink-2 marker:text-ink-2">
        {words.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </ReturnPage>
  );
}
