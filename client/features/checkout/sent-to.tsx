import type { ReactNode } from "react";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { checkoutWords } from "../../content/checkout.ts";

type SentToProps = { purchase: PurchaseDetail; paid: boolean; children: ReactNode };

/** The address that the files go to, large enough to notice a slip in it. */
export function SentTo({ purchase: { customerEmail, masked }, paid, children }: SentToProps) {
  const { success, pending } = checkoutWords;
  return (
    <section className="rounded-card bg-teal-2 px-5 py-6 sm:px-7">
      {customerEmail && (
        <h2 className="font-sans text-base leading-normal font-semibold">
          {paid ? success.sentTo : pending.willSendTo}
          <span className="mt-1 block font-display text-2xl leading-tight wrap-anywhere text-teal sm:text-3xl">
            <BreakableAddress address={customerEmail} />
          </span>
        </h2>
      )}
      <p className="mt-3 max-w-[38rem] text-base text-ink-2 first:mt-0">{hintOf(paid, masked)}</p>
      {children}
    </section>
  );
}

/** An address that breaks after the @ before it breaks anywhere else. */
function BreakableAddress({ address }: { address: string }) {
  const at = address.lastIndexOf("@") + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

function hintOf(paid: boolean, masked: boolean): string {
  if (!paid) return checkoutWords.pending.addressHint;
  return masked ? checkoutWords.masked.text : checkoutWords.success.sentHint;
}
