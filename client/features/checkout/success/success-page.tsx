import { useEffect, useState } from "react";
import { orderMessages } from "../../../../server/contract/messages.ts";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { checkoutWords } from "../../../content/checkout.ts";
import { api } from "../../../lib/api.ts";
import { usePage, usePageTitle } from "../../../lib/page-context.ts";
import { useNotedPurchase } from "../../../tracking/use-noted.ts";
import { PurchaseFailed, PurchaseLoading, PurchaseNotFound } from "./purchase-notices.tsx";
import {
  isRefusedPayment,
  isUnknownPurchase,
  type PurchaseQuery,
  type PurchaseState,
  toPurchaseState,
} from "./purchase-state.ts";
import { headingOf, PurchaseView } from "./purchase-view.tsx";
import { watchPurchase } from "./watch-purchase.ts";

type SuccessPageProps = {
  sessionId: string | undefined;
  /** The session is being looked up, because the URL has only the order number. */
  finding: boolean;
  /** The page without JavaScript, which contains the purchase. */
  plain: boolean;
  /** The buyer was redirected here instead of paying twice. */
  again: boolean;
  /** Set by the server on plain pages. */
  loaded: PurchaseState | undefined;
};

const LOADING: PurchaseState = { kind: "loading" };

/** Verifies a purchase and shows its files. */
export function SuccessPage(props: SuccessPageProps) {
  const { sessionId, plain, again } = props;
  const { state, replace } = usePurchase(props);
  useNotedPurchase(sessionId, "purchase" in state ? state.purchase : undefined);
  useSavedSubscription(state);
  usePageTitle(titleOf(state, again));
  return (
    <div className="column band">
      {/* One live region for all states: screen readers skip one that appears with its text. */}
      <p role="status" className="sr-only">
        {announcementOf(state, again)}
      </p>
      <StateView state={state} query={{ sessionId, plain, again }} onCorrected={replace} />
    </div>
  );
}

function titleOf(state: PurchaseState, again: boolean): string | undefined {
  if (state.kind === "loading") return undefined;
  if (state.kind === "not-found") return orderMessages.purchaseNotFound;
  if (state.kind === "processing" || state.kind === "paid") return headingOf(state.kind, again);
  return checkoutWords.success.failed;
}

function announcementOf(state: PurchaseState, again: boolean): string {
  if (state.kind === "loading") return checkoutWords.success.verifying;
  if (state.kind === "processing" || state.kind === "paid") return headingOf(state.kind, again);
  return ""; // Failures are alerts of their own.
}

type StateViewProps = {
  state: PurchaseState;
  query: PurchaseQuery;
  onCorrected: (purchase: PurchaseDetail) => void;
};

function StateView({ state, query, onCorrected }: StateViewProps) {
  switch (state.kind) {
    case "loading":
      return <PurchaseLoading query={query} />;
    case "missing-id":
      return <PurchaseFailed text={orderMessages.missingSessionId} query={query} />;
    case "failed":
      return (
        <PurchaseFailed
          text={`${orderMessages.purchaseInfoFailedPrefix}${state.message}`}
          hint={isUnknownPurchase(state) ? orderMessages.purchaseNotFoundHint : undefined}
          refused={isRefusedPayment(state)}
          query={query}
        />
      );
    case "not-found":
      return <PurchaseNotFound />;
    case "processing":
    case "paid":
      return <PurchaseView {...{ state, query, onCorrected }} />;
  }
}

/** Watches the purchase. `replace` sets it after the buyer's own change. */
function usePurchase({ sessionId, finding, loaded }: SuccessPageProps): {
  state: PurchaseState;
  replace: (purchase: PurchaseDetail) => void;
} {
  const { source } = usePage();
  const [known, setKnown] = useState(loaded);
  const [state, setState] = useState(loaded);
  useEffect(() => {
    if (!sessionId) return;
    setState(known);
    return watchPurchase({ source, sessionId, known, onState: setState, document });
  }, [sessionId, source, known]);

  function replace(purchase: PurchaseDetail): void {
    const replaced = toPurchaseState(purchase);
    setKnown(replaced);
    setState(replaced);
  }

  if (!sessionId) return { state: finding ? LOADING : { kind: "missing-id" }, replace };
  return { state: state ?? LOADING, replace };
}

/** Saves the record of a paid subscription. The webhook does so too, so failures are only reported. */
function useSavedSubscription(state: PurchaseState): void {
  const sessionId = subscriptionOf(state);
  useEffect(() => {
    if (sessionId) api.saveSubscription(sessionId).catch(reportError);
  }, [sessionId]);
}

function subscriptionOf(state: PurchaseState): string | undefined {
  if (state.kind !== "paid") return undefined;
  const { products, checkoutSessionId } = state.purchase;
  return products.some(({ type }) => type === "subscription") ? checkoutSessionId : undefined;
}
