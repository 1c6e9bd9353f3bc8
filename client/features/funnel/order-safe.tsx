import { suggestEmail } from "../../../server/contract/email-suggestion.ts";
import { CrayonTick } from "../../components/crayon-marks.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { orderAddress } from "../../lib/checkout/order-address.ts";
import type { Offer } from "./offer-rules.ts";

/** Says at the top what is certain already: what was paid, or that nothing was. */
export function OrderSafe({ offer: { ownership, original } }: { offer: Offer }) {
  const words = funnelWords.safe;
  const { order } = ownership;
  const text = !order
    ? words.unpaid
    : order.status === "paid"
      ? words.paid(original?.name ?? words.yourPack, order.email)
      : words.processing;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 rounded-card bg-teal-2 px-5 py-3.5 text-base sm:px-6">
      <p className="flex min-w-0 flex-1 basis-72 gap-3">
        <CrayonTick className="mt-0.5 size-5 shrink-0 text-teal" />
        <span className="min-w-0 wrap-anywhere">
          {order && <strong className="font-semibold">{words.heading}. </strong>}
          {text}
        </span>
      </p>
      {order && (
        <a className="link inline-flex min-h-8 items-center" href={orderAddress(order.sessionId)}>
          {order.email && suggestEmail(order.email) ? words.slip : words.order}
        </a>
      )}
    </div>
  );
}
