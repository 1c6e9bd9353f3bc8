import type { ReactNode } from "react";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { BreakableAddress } from "../../components/breakable-address.tsx";
import { Button } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { AddressCorrection } from "./address-correction-view.tsx";
import { ResendFiles } from "./resend-files.tsx";
import { SupportLine } from "./support-line.tsx";
import { useAddressCorrection } from "./use-address-correction.ts";

type SentToProps = {
  purchase: PurchaseDetail;
  paid: boolean;
  source: PageSource;
  /** Takes the purchase as it is after the buyer's own change. */
  onCorrected: (purchase: PurchaseDetail) => void;
  children: ReactNode;
};

/** The address that the files go to, large enough to notice a slip in it, and the way to correct it. */
export function SentTo({ purchase, paid, source, onCorrected, children }: SentToProps) {
  const { customerEmail, canCorrectAddress, mail } = purchase;
  const { pending, address: words } = checkoutWords;
  const { state, heading, opener, field, act } = useAddressCorrection({
    purchase,
    source,
    onCorrected,
  });
  const open = state.kind === "open";
  const lost = canCorrectAddress && mail === "failed";

  function noteResent(): void {
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
            {paid ? sentToOf(mail) : pending.willSendTo}
            <span className="mt-1 block font-display text-2xl leading-tight wrap-anywhere text-teal sm:text-3xl">
              <BreakableAddress address={customerEmail} />
            </span>
          </h2>
          {canCorrectAddress && (
            <Button
              ref={opener}
              look="plain"
              className="needs-script -mx-3 sm:-my-1"
              aria-expanded={open}
              onClick={() =>
                act(open ? { type: "close" } : { type: "open", address: customerEmail })
              }
            >
              {words.open}
            </Button>
          )}
        </div>
      )}
      {customerEmail && (
        <AddressCorrection
          state={state}
          address={customerEmail}
          mailed={paid}
          lost={lost}
          possible={canCorrectAddress}
          field={field}
          act={act}
        />
      )}
      {!open && !lost && (
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
      {paid && mail === "failed" && !open && (
        <ResendFiles look="quiet" sessionId={purchase.checkoutSessionId} onSent={noteResent} />
      )}
      {children}
    </section>
  );
}

function sentToOf(mail: PurchaseDetail["mail"]): string {
  const { sentTo, onTheWay, notSent } = checkoutWords.success;
  if (mail === "waiting") return onTheWay;
  return mail === "failed" ? notSent : sentTo;
}

function hintOf({ masked, mail }: PurchaseDetail, paid: boolean): string {
  const { pending, masked: hidden, success } = checkoutWords;
  if (!paid) return pending.addressHint;
  if (masked) return hidden.text;
  return mail === "failed" ? success.notSentHint : success.sentHint;
}
