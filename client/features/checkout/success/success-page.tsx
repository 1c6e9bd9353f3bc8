import { type ReactNode, useEffect, useState } from "react";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { orderMessages } from "../../../../server/contract/messages.ts";
import { Button, ButtonLink, ButtonRoute } from "../../../components/button.tsx";
import { Actions, Spinner } from "../../../components/notice.tsx";
import { TextLink } from "../../../components/page-link.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { orderApi } from "../../../lib/order-api.ts";
import { useHasPacks, usePageTitle } from "../../../lib/page-context.ts";
import { PRICING_ID } from "../../../lib/scroll.ts";
import { useNotedPurchase } from "../../../tracking/use-noted.ts";
import { SupportLine } from "../support-line.tsx";
import {
  isRefusedPayment,
  type PurchaseState,
  toPurchaseState,
  watchPurchase,
} from "./purchase-state.ts";
import {
  headingOf,
  plainPath,
  PurchaseHeading,
  PurchaseLayout,
  type PurchaseQuery,
  PurchaseView,
} from "./purchase-view.tsx";

const words = checkoutWords.success;

type SuccessPageProps = PurchaseQuery & {
  /** Whether the session id is being looked up by the order number in the URL. */
  finding: boolean;
  /** Purchase rendered by the server, on pages for browsers without JavaScript. */
  loaded: PurchaseState | undefined;
};

const LOADING: PurchaseState = { kind: "loading" };

/** Verifies a purchase and shows its files. */
export function SuccessPage({ finding, loaded, ...query }: SuccessPageProps) {
  const { sessionId, again } = query;
  const { state, replace } = usePurchase(sessionId, loaded);
  const shown = showState();
  const isLoading = shown.kind === "loading";
  const purchase = "purchase" in shown ? shown.purchase : undefined;
  const heading = "purchase" in shown ? headingOf(shown, again) : undefined;
  useNotedPurchase(sessionId, purchase);
  useSavedSubscription(shown);
  usePageTitle(isLoading ? undefined : (heading ?? problemTexts(shown).heading));

  function showState(): PurchaseState {
    if (!sessionId && !finding) return { kind: "missing-id" };
    return (sessionId && state) || LOADING;
  }

  return (
    <div className="column band">
      {/* One live region for all states: screen readers skip one that appears with its text. */}
      <p role="status" className="sr-only">
        {isLoading ? words.verifying : heading}
      </p>
      {isLoading && <PurchaseLoading query={query} />}
      {"purchase" in shown && <PurchaseView state={shown} query={query} onCorrected={replace} />}
      {!isLoading && !purchase && <PurchaseProblem state={shown} query={query} />}
    </div>
  );
}

/** Polls the purchase. `replace` sets a new state after the buyer changed the purchase. */
function usePurchase(sessionId: string | undefined, loaded: PurchaseState | undefined) {
  const [known, setKnown] = useState(loaded);
  const [state, setState] = useState(loaded);
  useEffect(() => {
    if (!sessionId) return;
    setState(known);
    return watchPurchase({ source: orderApi, sessionId, known, onState: setState, document });
  }, [sessionId, known]);
  const replace = (purchase: PurchaseDetail) => {
    const replaced = toPurchaseState(purchase);
    setKnown(replaced);
    setState(replaced);
  };
  return { state, replace };
}

/** Saves the record of a paid subscription. The webhook does so too, so failures are only reported. */
function useSavedSubscription(state: PurchaseState): void {
  const { products, checkoutSessionId } = state.kind === "paid" ? state.purchase : {};
  const subscribed = products?.some(({ type }) => type === "subscription");
  const sessionId = subscribed ? checkoutSessionId : undefined;
  useEffect(() => {
    if (sessionId) orderApi.saveSubscription(sessionId).catch(reportError);
  }, [sessionId]);
}

/** Placeholder while the purchase is verified; redirects browsers without JavaScript. */
function PurchaseLoading({ query }: { query: PurchaseQuery }) {
  const plain = query.sessionId && plainPath(query.sessionId, query);
  const placeholder = (height: string): ReactNode => (
    <div
      aria-hidden="true"
      className={`needs-script animate-pulse rounded-card bg-paper-2 ${height}`}
    />
  );
  return (
    <PurchaseLayout
      mark="wait"
      heading={words.verifying}
      lead={
        plain && (
          <>
            <span className="needs-script">
              <Spinner label={words.patience} />
            </span>
            <noscript>
              <meta httpEquiv="refresh" content={`0; url=${plain}`} />
              {words.noScriptText} <TextLink to={plain}>{words.noScript}</TextLink>
            </noscript>
          </>
        )
      }
      main={placeholder("h-72")}
      aside={placeholder("h-44")}
    >
      {placeholder("h-32")}
    </PurchaseLayout>
  );
}

type PurchaseProblemProps = { state: PurchaseState; query: PurchaseQuery };

/** Error shown when there is no purchase. The retry button reloads the page. */
function PurchaseProblem({ state, query: { sessionId, plain } }: PurchaseProblemProps) {
  const { heading, text, hint } = problemTexts(state);
  const refused = isRefusedPayment(state);
  const hasPacks = useHasPacks();
  const retries = sessionId !== undefined && state.kind !== "not-found";
  return (
    <PurchaseHeading mark="problem" heading={heading}>
      <div role="alert">
        <p className="text-ink">{text}</p>
        {hint && <p className="mt-1">{hint}</p>}
      </div>
      <p className="mt-4 text-base">
        <SupportLine text={refused ? words.refusedHelp : words.help} />
      </p>
      <Actions>
        {refused && hasPacks && (
          <ButtonLink href={`/#${PRICING_ID}`} look="main">
            {words.orderAgain}
          </ButtonLink>
        )}
        {retries && (
          <form action="/checkout/success" className="contents">
            <input type="hidden" name="sessionId" value={sessionId} />
            {plain && <input type="hidden" name="plain" value="1" />}
            <Button type="submit" look={refused ? "outline" : "main"}>
              {words.retry}
            </Button>
          </form>
        )}
        <ButtonRoute to="/" look={retries ? "outline" : "main"}>
          {words.backHome}
        </ButtonRoute>
      </Actions>
    </PurchaseHeading>
  );
}

function problemTexts(state: PurchaseState): { heading: string; text: string; hint?: string } {
  const { purchaseNotFound, purchaseNotFoundHint } = orderMessages;
  if (state.kind === "not-found") return { heading: purchaseNotFound, text: purchaseNotFoundHint };
  const heading = words.failed;
  if (state.kind !== "failed") return { heading, text: orderMessages.missingSessionId };
  // An unknown session id is probably a mistyped or truncated URL.
  const hint = state.reason === "unknown_session" ? purchaseNotFoundHint : undefined;
  return {
    heading,
    text: orderMessages.purchaseInfoFailedPrefix + state.message,
    hint: isRefusedPayment(state) ? words.refusedHint : hint,
  };
}
