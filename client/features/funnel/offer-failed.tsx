import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { funnelWords } from "../../content/funnel.ts";
import type { Ownership } from "../../../server/contract/store.ts";
import { orderAddress } from "./funnel-addresses.ts";

type OfferFailedProps = { message: string; order: Ownership["order"] };

/** The offer is not to be had. Whoever has paid is led to the order, everybody else home. */
export function OfferFailed({ message, order }: OfferFailedProps) {
  const words = funnelWords.failed;
  return (
    <Notice
      heading={words.heading}
      mark={<SheetMark kind="problem" className="mb-5 h-24 w-auto" />}
    >
      <p role="alert" className="mt-4">
        {message}
      </p>
      {order?.status === "paid" && <p className="mt-2 text-ink-2">{words.safe}</p>}
      <Actions>
        {order && (
          <ButtonLink href={orderAddress(order.sessionId)} look="main">
            {words.order}
          </ButtonLink>
        )}
        <ButtonRoute to="/" look={order ? "outline" : "main"}>
          {words.home}
        </ButtonRoute>
      </Actions>
    </Notice>
  );
}
