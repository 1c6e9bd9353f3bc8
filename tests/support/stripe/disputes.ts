import { newId, patch } from "../../../server/demo/payments/store.ts";
import type { Charge, Context, Dispute } from "../../../server/demo/payments/types.ts";

const DAYS_TO_ANSWER = 20;

/** Lets the buyer's bank dispute a whole charge; it waits for the seller's evidence. */
export function openDispute(
  { store, now, emit }: Context,
  charge: Charge,
  reason: string,
): Dispute {
  const { amount, currency, payment_intent } = charge;
  const dueBy = now() + DAYS_TO_ANSWER * 86_400;
  const record: Dispute = {
    id: newId("dp"),
    object: "dispute",
    amount,
    charge: charge.id,
    created: now(),
    currency,
    evidence_details: { due_by: dueBy } as Dispute["evidence_details"],
    payment_intent,
    reason,
    status: "needs_response",
  };
  store.put("dispute", record);
  patch(store, "charge", { id: charge.id, fields: { disputed: true } });
  emit("charge.dispute.created", record);
  return record;
}

/** Decides a dispute; a lost one takes the money for good. */
export function closeDispute({ store, emit }: Context, id: string, result: "won" | "lost") {
  const closed = patch(store, "dispute", { id, fields: { status: result } });
  emit("charge.dispute.closed", closed);
  return closed;
}
