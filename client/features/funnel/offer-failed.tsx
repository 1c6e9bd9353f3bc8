import type { MouseEvent } from "react";
import type { Ownership } from "../../../server/contract/answers.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { OrderLink } from "../../components/order-link.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { pageWords } from "../../content/pages.ts";
import { usePageTitle } from "../../lib/page-context.ts";

type OfferFailedProps = {
  message: string;
  order: Ownership["order"];
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
};

/** The offer failed; links to the order, or home. */
export function OfferFailed({ message, order, onRetry, retrying = false }: OfferFailedProps) {
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
      {order?.status === "paid" && <p className="mt-2 text-ink-2">{words.safe}</p>}
      <Actions>
        {order && (
          <OrderLink order={order} look="main">
            {words.order}
          </OrderLink>
        )}
        {onRetry && (
          // A link to this page works without script.
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
