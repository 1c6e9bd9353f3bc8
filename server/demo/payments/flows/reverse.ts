import type { Stripe } from "stripe";
import { addDispute, addRefund } from "../objects/reversal.ts";
import { need, patch } from "../store.ts";
import type { Charge, Context, Dispute, Refund } from "../types.ts";

/** Gives back some or all of a charge; `amount` is at most what is left of it. */
export function refundCharge(
  context: Context,
  refund: {
    charge: Charge;
    amount: number;
    reason: Stripe.Refund.Reason | null;
    metadata: Stripe.Metadata;
  },
): Refund {
  const { charge } = refund;
  const refunded = charge.amount_refunded + refund.amount;
  const record = addRefund(context, refund);
  const after = patch(context.store, "charge", {
    id: charge.id,
    fields: { amount_refunded: refunded, refunded: refunded === charge.amount },
  });
  context.emit("refund.created", record);
  context.emit("charge.refunded", after, {
    amount_refunded: charge.amount_refunded,
    ...(after.refunded && { refunded: false }),
  });
  return record;
}

/** Lets the buyer's bank dispute a charge. */
export function openDispute(
  context: Context,
  dispute: { charge: Charge; reason: string },
): Dispute {
  const record = addDispute(context, dispute);
  patch(context.store, "charge", { id: dispute.charge.id, fields: { disputed: true } });
  context.emit("charge.dispute.created", record);
  return record;
}

/** Decides a dispute; a lost one takes the money for good. */
export function closeDispute(context: Context, id: string, result: "won" | "lost"): Dispute {
  const before = need(context.store, "dispute", id);
  const closed = patch(context.store, "dispute", { id, fields: { status: result } });
  context.emit("charge.dispute.closed", closed, { status: before.status });
  return closed;
}
