import { type CardOutcome, outcomeOf } from "./cards.ts";
import { addPayment, APPROVED, type Payer } from "./charges.ts";
import { intentOfInvoice, markPaid } from "./invoices.ts";
import { payerDetails } from "./sessions.ts";
import { need, patch } from "./store.ts";
import { markUnpaid, startSubscription } from "./subscriptions.ts";
import type { Charge, Context, PaymentIntent, Session, SettlementResult } from "./types.ts";

const FAILURE = {
  code: "payment_intent_payment_attempt_failed",
  message: "The customer's bank could not complete the debit.",
} as const;

export type PayInput = { email: string; name: string | null; card: string };
export type PayOutcome =
  | { kind: "complete"; session: Session }
  | { kind: "declined"; declineCode: string; message: string }
  | { kind: "closed"; session: Session };

/**
 * Pays an open session as its hosted page does: creates the payment (and in subscription mode
 * the customer, subscription and invoice), completes the session and emits the events. A
 * declined card leaves the session open. A session that is not open is left as it is.
 */
export function completeSession(context: Context, sessionId: string, input: PayInput): PayOutcome {
  const session = need(context.store, "checkout.session", sessionId);
  if (session.status !== "open") return { kind: "closed", session };
  const free = session.amount_total === 0;
  const outcome: CardOutcome =
    free && session.mode === "payment" ? { kind: "succeeds" } : outcomeOf(input.card);
  if (outcome.kind === "declines") {
    return { kind: "declined", declineCode: outcome.declineCode, message: outcome.message };
  }
  const payer: Payer = { email: session.customer_email ?? input.email, name: input.name };
  const delayed = outcome.kind === "delayed" && !free;
  const payment = { payer, card: input.card, delayed };
  const links =
    session.mode === "subscription"
      ? startSubscription(context, session, payment)
      : payOnce(context, session, payment);
  if (outcome.kind === "delayed" && !free) planSettlement(context, session.id, outcome.result);
  const completed = patch(context.store, "checkout.session", {
    id: session.id,
    fields: {
      ...links,
      customer_details: payerDetails(payer.email, payer.name),
      payment_status: paymentStatus({ free, delayed }),
      payment_method_types: delayed ? ["us_bank_account"] : session.payment_method_types,
      status: "complete",
      url: null,
    },
  });
  context.emit("checkout.session.completed", completed);
  return { kind: "complete", session: completed };
}

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
  const { store } = context;
  const settlement = store.find("settlement", sessionId);
  if (!settlement || settlement.done) throw new Error(`${sessionId} has no payment on its way`);
  store.put("settlement", { ...settlement, result, done: true });
  const session = need(store, "checkout.session", sessionId);
  const intentId = session.payment_intent ?? intentOfInvoice(store, session.invoice);
  const intent = need(store, "payment_intent", intentId ?? "");
  const charge = need(store, "charge", intent.latest_charge ?? "");
  const settle = result === "succeeded" ? succeed : fail;
  return settle(context, { session, intent, charge });
}

function payOnce(
  context: Context,
  session: Session,
  payment: { payer: Payer; card: string; delayed: boolean },
): Partial<Session> {
  if (session.amount_total === 0) return {};
  const intent = addPayment(context, {
    ...payment,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    customer: null,
    description: null,
    metadata: need(context.store, "session_plan", session.id).paymentMetadata,
  });
  return { payment_intent: intent.id };
}

function paymentStatus({ free, delayed }: { free: boolean; delayed: boolean }) {
  if (free) return "no_payment_required";
  return delayed ? "unpaid" : "paid";
}

function planSettlement(context: Context, id: string, result: SettlementResult): void {
  const dueAt = Math.min(context.now() + context.settlementSeconds, Number.MAX_SAFE_INTEGER);
  context.store.put("settlement", { id, dueAt, result, done: false });
  context.remind(dueAt);
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
    fields: { failure_code: FAILURE.code, failure_message: FAILURE.message, status: "failed" },
  });
  patch(store, "payment_intent", {
    id: intent.id,
    fields: {
      last_payment_error: { ...FAILURE, charge: charge.id, type: "invalid_request_error" },
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
