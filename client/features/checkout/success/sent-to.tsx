import { type ReactNode, useState } from "react";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { BreakableEmail } from "../../../components/fact.tsx";
import { Button, type ButtonLook } from "../../../components/button.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { orderApi } from "../../../lib/order-api.ts";
import { readableMessage } from "../../../lib/answer.ts";
import { SupportLine } from "../support-line.tsx";
import { useEmailCorrection } from "./email-correction.ts";
import { isGiven } from "./purchase-state.ts";
import { EmailCorrection } from "./email-correction.tsx";

type SentToProps = {
  purchase: PurchaseDetail;
  paid: boolean;
  onCorrected: (purchase: PurchaseDetail) => void;
  children: ReactNode;
};

/** The customer's email, in large type to reveal typos, with its correction form. */
export function SentTo({ purchase, paid, onCorrected, children }: SentToProps) {
  const { customerEmail, canCorrectAddress, mail, masked, products } = purchase;
  const isGift = isGiven(purchase);
  const isWithheld = products.some((item) => item.isWithheld);
  const isWaiting = products.some((item) => item.accessFrom);
  const isSent = paid && !isWaiting && !isWithheld;
  const { pending, email: words } = checkoutWords;
  const willSendTo = isGift ? checkoutWords.gift.sendTo : pending.willSendTo;
  const correction = useEmailCorrection(purchase, onCorrected);
  const { state, heading, opener, act } = correction;
  const open = state.kind === "open";
  const lost = canCorrectAddress && mail === "failed";

  function onResent(): void {
    heading.current?.focus();
    onCorrected({ ...purchase, mail: "waiting" });
  }

  return (
    <section className="rounded-card bg-teal-2 px-5 py-6 sm:px-7 print:p-0">
      {customerEmail && (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1.5">
          <h2
            ref={heading}
            tabIndex={-1}
            className="font-sans text-base leading-normal font-semibold"
          >
            {isSent ? sentToOf(purchase) : !isWithheld && willSendTo}
            <span className="mt-1 block font-display text-2xl leading-tight wrap-anywhere text-teal sm:text-3xl">
              <BreakableEmail email={customerEmail} />
            </span>
          </h2>
          {canCorrectAddress && (
            <Button
              ref={opener}
              look="plain"
              className="needs-script -mx-3 sm:-my-1"
              aria-expanded={open}
              onClick={() => act(open ? { type: "close" } : { type: "open", email: customerEmail })}
            >
              {words.open}
            </Button>
          )}
        </div>
      )}
      {customerEmail && (
        <EmailCorrection
          {...{ correction, lost }}
          email={customerEmail}
          mailed={isSent}
          possible={canCorrectAddress}
        />
      )}
      {!open && !lost && isSent === paid && (
        <p className="mt-3 max-w-[38rem] text-base text-ink-2 first:mt-0 print:hidden">
          {hintOf(purchase, paid)}
        </p>
      )}
      {canCorrectAddress && (
        <noscript>
          <p className="mt-3 text-base">
            <SupportLine text={words.noScript} />
          </p>
        </noscript>
      )}
      {isSent && !isGift && (masked || mail === "failed") && !open && (
        <ResendFiles
          look={masked ? "main" : "quiet"}
          sessionId={purchase.checkoutSessionId}
          onSent={onResent}
        />
      )}
      {children}
    </section>
  );
}

function sentToOf(purchase: PurchaseDetail): string {
  const { mail } = purchase;
  const { sentTo, onTheWay, notSent } = checkoutWords.success;
  if (isGiven(purchase)) return checkoutWords.gift.sendTo;
  if (mail === "waiting") return onTheWay;
  return mail === "failed" ? notSent : sentTo;
}

function hintOf(purchase: PurchaseDetail, paid: boolean): string {
  const { masked, mail } = purchase;
  const { pending, masked: hidden, success } = checkoutWords;
  if (!paid) return pending.emailHint;
  if (isGiven(purchase)) return checkoutWords.gift.hint;
  if (masked) return hidden.text;
  return mail === "failed" ? success.notSentHint : success.sentHint;
}

type ResendFilesProps = { sessionId: string; look: ButtonLook; onSent: () => void };

/** Button that emails the files again. */
function ResendFiles({ sessionId, look, onSent }: ResendFilesProps) {
  const [status, setStatus] = useState<"idle" | "sending" | "sent" | { problem: string }>("idle");
  const words = checkoutWords.masked;
  const busy = status === "sending";

  async function resend(): Promise<void> {
    if (busy) return;
    setStatus("sending");
    try {
      await orderApi.resendFiles(sessionId);
      setStatus("sent");
      onSent();
    } catch (error) {
      setStatus({ problem: readableMessage(error) });
    }
  }

  return (
    <div className="mt-5">
      <div className="needs-script">
        {status !== "sent" && (
          <Button look={look} aria-disabled={busy || undefined} onClick={() => void resend()}>
            {busy ? words.sending : words.resend}
          </Button>
        )}
        <p role="status" className="font-semibold text-teal">
          {status === "sent" && words.sent}
        </p>
        {typeof status === "object" && (
          <p role="alert" className="mt-3 text-base font-semibold text-danger">
            {status.problem}
          </p>
        )}
      </div>
      <noscript>
        <p className="text-base">
          <SupportLine text={words.noScript} />
        </p>
      </noscript>
    </div>
  );
}
