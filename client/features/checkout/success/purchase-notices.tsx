import type { ReactNode } from "react";
import { orderMessages } from "../../../../server/contract/messages.ts";
import { Button, ButtonLink, ButtonRoute } from "../../../components/button.tsx";
import { Actions, Spinner } from "../../../components/notice.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { PRICING_ID } from "../../../lib/scroll.ts";
import { plainPath, type PurchaseQuery } from "./purchase-state.ts";
import { PurchaseHeading, PurchaseLayout } from "./purchase-layout.tsx";
import { SupportLine } from "../support-line.tsx";

const words = checkoutWords.success;

/** Placeholder while the purchase is verified; redirects readers without JavaScript. */
export function PurchaseLoading({ query }: { query: PurchaseQuery }) {
  return (
    <PurchaseLayout
      mark="wait"
      heading={words.verifying}
      lead={<NoScriptWay query={query} />}
      main={<Placeholder className="h-72" />}
      aside={<Placeholder className="h-44" />}
    >
      <Placeholder className="h-32" />
    </PurchaseLayout>
  );
}

function NoScriptWay({ query }: { query: PurchaseQuery }) {
  if (!query.sessionId) return null;
  const plain = plainPath(query.sessionId, query);
  return (
    <>
      <span className="needs-script">
        <Spinner label={words.patience} />
      </span>
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${plain}`} />
        {words.noScriptText}{" "}
        <a className="link" href={plain}>
          {words.noScript}
        </a>
      </noscript>
    </>
  );
}

function Placeholder({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`needs-script animate-pulse rounded-card bg-paper-2 ${className}`}
    />
  );
}

type PurchaseFailedProps = {
  text: string;
  hint?: string;
  /** The bank has refused the payment. */
  refused?: boolean;
  query: PurchaseQuery;
};

/** The verification failed; the button reloads the page. */
export function PurchaseFailed({ text, hint, refused, query }: PurchaseFailedProps) {
  const { sessionId, plain } = query;
  return (
    <Problem
      heading={words.failed}
      text={text}
      hint={refused ? words.refusedHint : hint}
      help={refused ? words.refusedHelp : words.help}
    >
      {refused && (
        <ButtonLink href={`/#${PRICING_ID}`} look="main">
          {words.orderAgain}
        </ButtonLink>
      )}
      {sessionId && (
        <form action="/checkout/success" className="contents">
          <input type="hidden" name="sessionId" value={sessionId} />
          {plain && <input type="hidden" name="plain" value="1" />}
          <Button type="submit" look={refused ? "outline" : "main"}>
            {words.retry}
          </Button>
        </form>
      )}
      <ButtonRoute to="/" look={sessionId ? "outline" : "main"}>
        {words.backHome}
      </ButtonRoute>
    </Problem>
  );
}

export function PurchaseNotFound() {
  return (
    <Problem
      heading={orderMessages.purchaseNotFound}
      text={orderMessages.purchaseNotFoundHint}
      help={words.help}
    >
      <ButtonRoute to="/" look="main">
        {words.backHome}
      </ButtonRoute>
    </Problem>
  );
}

type ProblemProps = {
  heading: string;
  text: string;
  hint?: string;
  help: string;
  children: ReactNode;
};

function Problem({ heading, text, hint, help, children }: ProblemProps) {
  return (
    <PurchaseHeading mark="problem" heading={heading}>
      <div role="alert">
        <p className="text-ink">{text}</p>
        {hint && <p className="mt-1">{hint}</p>}
      </div>
      <p className="mt-4 text-base">
        <SupportLine text={help} />
      </p>
      <Actions>{children}</Actions>
    </PurchaseHeading>
  );
}
