import { useEffect, useState } from "react";
import { messages } from "../../../server/contract/messages.ts";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { checkoutWords } from "../../content/checkout.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { usePageTitle } from "../../lib/use-page-title.ts";
import type { PurchaseAddress } from "./purchase-address.ts";
import { PurchaseFailed, PurchaseLoading, PurchaseNotFound } from "./purchase-notices.tsx";
import {
  isRefusedPayment,
  isUnknownPurchase,
  type PurchaseState,
  toPurchaseState,
} from "./purchase-state.ts";
import { headingOf, PurchaseView } from "./purchase-view.tsx";
import { useNotedPurchase } from "./use-noted-purchase.ts";
import { useSavedSubscription } from "./use-saved-subscription.ts";
import { watchPurchase } from "./watch-purchase.ts";

type SuccessPageProps = {
  sessionId: string | undefined;
  /** True while the session is still looked up, because the address names the order alone. */
  finding: boolean;
  /** True for readers without JavaScript, who get the purchase with the page. */
  plain: boolean;
  /** True when the buyer was led here instead of paying again. */
  again: boolean;
  source: PageSource;
  /** The purchase as the server found it, on plain pages. */
  loaded: PurchaseState | undefined;
};

const LOADING: PurchaseState = { kind: "loading" };

/** The confirmation of a purchase, from its verification to the files. */
export function SuccessPage({
  sessionId,
  finding,
  plain,
  again,
  source,
  loaded,
}: SuccessPageProps) {
  const { state, replace } = usePurchase({ sessionId, finding, source, loaded });
  useNotedPurchase(state, source);
  useSavedSubscription(state);
  usePageTitle(titleOf(state, again));
  return (
    <div className="column band">
      {/* One live region for all states: a region that arrives with its text is not read out. */}
      <p role="status" className="sr-only">
        {announcementOf(state, again)}
      </p>
      <StateView
        state={state}
        address={{ sessionId, plain, again }}
        source={source}
        onCorrected={replace}
      />
    </div>
  );
}

/** What the document is called in this state; as it came while that is not known. */
function titleOf(state: PurchaseState, again: boolean): string | undefined {
  if (state.kind === "loading") return undefined;
  if (state.kind === "not-found") return messages.purchaseNotFound;
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
  address: PurchaseAddress;
  source: PageSource;
  onCorrected: (purchase: PurchaseDetail) => void;
};

function StateView({ state, address, source, onCorrected }: StateViewProps) {
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
          refused={isRefusedPayment(state)}
          address={address}
        />
      );
    case "not-found":
      return <PurchaseNotFound />;
    case "processing":
    case "paid":
      return <PurchaseView {...{ state, address, source, onCorrected }} />;
  }
}

/** The purchase as it is watched; `replace` gives it anew after a change of the buyer's own. */
function usePurchase({
  sessionId,
  finding,
  source,
  loaded,
}: Pick<SuccessPageProps, "sessionId" | "finding" | "source" | "loaded">): {
  state: PurchaseState;
  replace: (purchase: PurchaseDetail) => void;
} {
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
