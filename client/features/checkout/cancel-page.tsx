import type { Ownership } from "../../../server/contract/store.ts";
import { CrayonTick } from "../../components/crayon-marks.tsx";
import { SideCard } from "../../components/notice.tsx";
import { OrderLink } from "../../components/order-link.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { TickList } from "../../components/tick-list.tsx";
import { cancelWords } from "../../content/unpaid.ts";
import { useNotedOrder } from "../../tracking/note-purchase.ts";
import { ReturnActions } from "./return-actions.tsx";

type Order = NonNullable<Ownership["order"]>;

type CancelPageProps = {
  /** The order that this browser holds already, if any. */
  order: Order | null;
  /** The path of the offer whose payment was cancelled. */
  offer: string | undefined;
};

/** The buyer came back without paying: nothing happened, and what was paid before stays so. */
export function CancelPage({ order, offer }: CancelPageProps) {
  const words = cancelWords;
  useNotedOrder(order);
  return (
    <div className="column band grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="max-w-[38rem]">
        <SheetMark kind="back" className="mb-5 h-24 w-auto" />
        <h1 className="text-4xl">{words.heading}</h1>
        <p className="mt-4">{words.text}</p>
        {order && <OrderNote order={order} />}
        <h2 className="mt-8 font-sans text-lg leading-normal font-semibold">
          {words.reasonsHeading}
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-6 text-ink-2 marker:text-ink-2">
          {words.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <ReturnActions
          offer={offer === undefined ? undefined : { href: offer, label: words.offer }}
          retry={words.retry}
          home={words.home}
          back={words.back}
        />
      </div>
      {!order && (
        <SideCard heading={words.helpHeading}>
          <TickList items={words.help} />
        </SideCard>
      )}
    </div>
  );
}

function OrderNote({ order }: { order: Order }) {
  const { status, orderNumber } = order;
  const words = cancelWords.order;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-card bg-teal-2 px-5 py-3.5 text-base">
      <p className="flex min-w-0 flex-1 basis-72 gap-3">
        <CrayonTick className="mt-0.5 size-5 shrink-0 text-teal" />
        <span>{words[status](orderNumber)}</span>
      </p>
      <OrderLink order={order} className="link inline-flex min-h-8 items-center">
        {words.link}
      </OrderLink>
    </div>
  );
}
