import { useEffect, useState } from "react";
import { messages } from "../../../server/contract/messages.ts";
import { checkoutWords } from "../../content/checkout.ts";
import type { PageSource } from "../../lib/page-source.ts";
import type { PurchaseAddress } from "./purchase-address.ts";
import { PurchaseFailed, PurchaseLoading, PurchaseNotFound } from "./purchase-notices.tsx";
import { isUnknownPurchase, type PurchaseState } from "./purchase-state.ts";
import { PurchaseView } from "./purchase-view.tsx";
import { watchPurchase } from "./watch-purchase.ts";

type SuccessPageProps = {
  sessionId: string | undefined;
  /** True for readers without JavaScript, who get the purchase with the page. */
  plain: boolean;
  source: PageSource;
  /** The purchase as the server found it, on plain pages. */
  loaded: PurchaseState | undefined;
};

/** The confirmation of a purchase, from its verification to the files. */
export function SuccessPage({ sessionId, plain, source, loaded }: SuccessPageProps) {
  const state = usePurchase(sessionId, source, loaded);
  return (
    <div className="column band">
      {/* One live region for all states: a region that arrives with its text is not read out. */}
      <p role="status" className="sr-only">
        {announcementOf(state)}
      </p>
      <StateView state={state} address={{ sessionId, plain }} />
    </div>
  );
}

function announcementOf(state: PurchaseState): string {
  const words = checkoutWords;
  if (state.kind === "loading") return words.success.verifying;
  if (state.kind === "processing") return words.pending.heading;
  if (state.kind === "paid") return words.success.heading;
  return ""; // Failures are alerts of their own.
}

function StateView({ state, address }: { state: PurchaseState; address: PurchaseAddress }) {
  switch (state.kind) {
    case "loading":
      return <PurchaseLoading address={address} />;
    case "missing-id":
      return <PurchaseFailed text={messages.missingSessionId} address={address} />;
    case "failed":
      return (
        <PurchaseFailed
          text={`${messages.purchaseInfoFailedPrefix}${state.message}`}
          hint={isUnknownPurchase(state.message) ? messages.purchaseNotFoundHint : undefined}
          address={address}
        />
      );
    case "not-found":
      return <PurchaseNotFound />;
    case "processing":
    case "paid":
      return <PurchaseView state={state} address={address} />;
  }
}

function usePurchase(
  sessionId: string | undefined,
  source: PageSource,
  loaded: PurchaseState | undefined,
): PurchaseState {
  const [state, setState] = useState(loaded);
  useEffect(() => {
    if (!sessionId) return;
    setState(loaded);
    return watchPurchase({ source, sessionId, known: loaded, onState: setState, document });
  }, [sessionId, source, loaded]);
  if (!sessionId) return { kind: "missing-id" };
  return state ?? { kind: "loading" };
}
