import { APPROVED } from "../objects/payment.ts";
import { need, patch } from "../store.ts";
import type { Charge, Context, PaymentIntent, Session, SettlementResult } from "../types.ts";
import { markPaid, markUnpaid } from "./billing.ts";

const FAILURE_MESSAGE = "The customer's bank could not complete the debit.";

/** Ends every delayed payment that is due, as its test card says. */
export function settleDue(context: Context): void {
  const due = context.store
    .list("settlement")
    .filter((settlement) => !settlement.done && settlement.dueAt <= context.now());
  for (const settlement of due) settleSession(context, settlement.id, settlement.result);
}

/**
 * Ends the delayed payment of a session, for good or bad, and emits the events.
 * @throws when the session has no payment on its way
 */
export function settleSession(
  context: Context,
  sessionId: string,
  result: SettlementResult,
): Session {
  const settlement = context.store.find("settlement", sessionId);
  if (!settlement || settlement.done) throw new Error(`${sessionId} has no payment on its way`);
  context.store.put("settlement", { ...settlement, result, done: true });
  const session = need(context.store, "checkout.session", sessionId);
  const intent = need(context.store, "payment_intent", intentIdOf(context, session));
  const charge = need(context.store, "charge", intent.latest_charge ?? "");
  return result === "succeeded"
    ? succeed(context, { session, intent, charge })
    : fail(context, { session, intent, charge });
}

type Delayed = { session: Session; intent: PaymentIntent; charge: Charge };

function succeed(context: Context, { session, intent, charge }: Delayed): Session {
  const { store } = context;
  const paidCharge = patch(store, "charge", {
    id: charge.id,
    fields: {
      amount_captured: charge.amount,
      captured: true,
      outcome: APPROVED,
      paid: true,
      status: "succeeded",
    },
  });
  const paidIntent = patch(store, "payment_intent", {
    id: intent.id,
    fields: { amount_received: intent.amount, status: "succeeded" },
  });
  context.emit("charge.succeeded", paidCharge);
  context.emit("payment_intent.succeeded", paidIntent);
  if (session.invoice) markPaid(context, need(store, "invoice", session.invoice));
  const paid = patch(store, "checkout.session", {
    id: session.id,
    fields: { payment_status: "paid" },
  });
  context.emit("checkout.session.async_payment_succeeded", paid);
  return paid;
}

function fail(context: Context, { session, intent, charge }: Delayed): Session {
  const { store } = context;
  patch(store, "charge", {
    id: charge.id,
    fields: {
      failure_code: "payment_intent_payment_attempt_failed",
      failure_message: FAILURE_MESSAGE,
      status: "failed",
    },
  });
  patch(store, "payment_intent", {
    id: intent.id,
    fields: {
      last_payment_error: {
        charge: charge.id,
        code: "payment_intent_payment_attempt_failed",
        message: FAILURE_MESSAGE,
        type: "invalid_request_error",
      },
      status: "requires_payment_method",
    },
  });
  if (session.invoice && session.subscription) {
    markUnpaid(context, need(store, "invoice", session.invoice), session.subscription);
  }
  const unpaid = need(store, "checkout.session", session.id);
  context.emit("checkout.session.async_payment_failed", unpaid);
  return unpaid;
}

function intentIdOf(context: Context, session: Session): string {
  if (session.payment_intent) return session.payment_intent;
  const payment = context.store
    .list("invoice_payment")
    .find((candidate) => candidate.invoice === session.invoice);
  const intent = payment?.payment.payment_intent;
  if (typeof intent !== "string") throw new Error(`${session.id} has no payment intent`);
  return intent;
}
