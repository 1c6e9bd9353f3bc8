import { formatAmount } from "./format.ts";

/** What the owner reads of an order's note, by its kind (decision: order-notes). */
const WORDING = {
  missing_products: "Some of its products no longer exist in this shop.",
  other_total: "The payment provider has another total: compare it with this order.",
  dispute_open: "A dispute is open: answer it at the payment provider.",
  dispute_lost: "A dispute was lost.",
  renewal_dispute_open: "A dispute of a renewal is open: answer it at the payment provider.",
  renewal_dispute_lost: "A dispute of a renewal was lost.",
} as const;

/** A note as it is stored; only `refund_kept_access` has an amount, only `text` its own words. */
type NoteFacts = {
  kind: keyof typeof WORDING | "refund_kept_access" | "text";
  amount: number | null;
  text: string | null;
};

/** A note of an order in this currency as a sentence: "$3.00 USD refunded; access was kept." */
export function noteText({ kind, amount, text }: NoteFacts, currency: string): string {
  if (kind === "text") return text ?? "";
  if (kind !== "refund_kept_access") return WORDING[kind];
  return `${formatAmount(amount ?? 0, currency)} refunded; access was kept.`;
}
