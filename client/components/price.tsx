import type { ReactNode } from "react";
import { formatPrice } from "../../server/contract/format.ts";
import { taxWords, withTaxNote } from "../../server/contract/tax.ts";
import { useSite } from "../lib/page-context.ts";

// Every price on a page is shown by this file, so that its tax note cannot be forgotten.

type PriceProps = {
  amount: number;
  currency: string;
  /** Precedes the price for screen readers. */
  label: string;
  /** Follows the price, such as its billing period. */
  children?: ReactNode;
};

/** Large price with its tax note, for a wrapping flex row. */
export function Price({ amount, currency, label, children }: PriceProps) {
  const { tax } = useSite();
  return (
    <>
      <span className="font-display text-[2.75rem] leading-none font-semibold whitespace-nowrap tabular-nums">
        <span className="sr-only">{label} </span>
        {formatPrice(amount, currency)}
        {children}
      </span>
      {tax && <span className="text-base text-ink-2">{taxWords[tax]}</span>}
    </>
  );
}

/** Struck-through price next to the one to pay, without a tax note of its own. */
export function FormerPrice({
  amount,
  currency,
  label,
  className,
}: Omit<PriceProps, "children"> & { className: string }) {
  return (
    <s className={className}>
      <span className="sr-only">{label} </span>
      {formatPrice(amount, currency)}
    </s>
  );
}

/** Returns a function that formats a price in a sentence, with its tax note: "$37 plus tax". */
export function usePriceText(): (amount: number, currency: string) => string {
  const { tax } = useSite();
  return (amount, currency) => withTaxNote(formatPrice(amount, currency), tax);
}

/** Formats an amount whose tax note is elsewhere: a part of a sum, or an earlier payment. */
export const plainAmount = formatPrice;
