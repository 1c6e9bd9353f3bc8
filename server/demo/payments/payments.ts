import { outcomeOf } from "./cards.ts";
import { addPayment, type Payer } from "./charges.ts";
import { intentOfInvoice, markPaid } from "./invoices.ts";
import { payerDetails } from "./sessions.ts";
import { need, patch } from "./store.ts";
import { markUnpaid, startSubscription } from "./subscriptions.ts";
import type { Context, Session, SettlementResult } from "./types.ts";

export type PayInput = { email: string; name: string | null; card: string };
export type PayOutcome =
  | { kind: "complete"; session: Session }
  | { kind: "declined"; message: string }
  | { kind: "closed"; session: Session };

/**
 * Pays an open session as its hosted page does: creates the payment (and in subscription mode
 * the customer, subscription and invoice), completes the session and emits the events. A
 * declined card leaves the session open. A session that is not open is left as it is.
 */
export function completeSession(context: Context, sessionId: string, input: PayInput): PayOutcome {
  const session = need(context.store, "checkout.session", sessionId);
  if (session.status !== "open") return { kind: "closed", session };
  const isFree = session.amount_total === 0;
  const isRecurring = session.mode === "subscription";
  const { refusal, later } = isFree && !isRecurring ? {} : outcomeOf(input.card);
  if (refusal) return { kind: "declined", message: refusal };
  const payer: Payer = { email: session.customer_email ?? input.email, name: input.name };
  const delayed = later !== undefined && !isFree;
  const payment = { payer, card: input.card, delayed };
  const pay = isRecurring ? startSubscription : payOnce;
  const links = pay(context, session, payment);
  if (delayed) planSettlement(context, session.id, later);
  const completed = patch(context.store, "checkout.session", {
    id: session.id,
    fields: {
      ...links,
      customer_details: payerDetails(payer.email, payer.name),
      payment_status: isFree ? "no_payment_required" : delayed ? "unpaid" : "paid",
      payment_method_types: [delayed ? "us_bank_account" : "card"],
      status: "complete",
      url: null,
    },
  });
  context.emit("checkout.session.completed", completed);
  return { kind: "complete", session: completed };
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
    metadata: need(context.store, "session_plan", session.id).metadata,
  });
  return { payment_intent: intent.id };
}

function planSettlement(context: Context, id: string, result: SettlementResult): void {
  const dueAt = Math.min(context.now() + context.settlementSeconds, Number.MAX_SAFE_INTEGER);
  context.store.put("settlement", { id, dueAt, result, done: false });
  context.remind(dueAt);
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
  const { store, emit } = context;
  const settlement = store.find("settlement", sessionId);
  if (!settlement || settlement.done) throw new Error(`${sessionId} has no payment on its way`);
  store.put("settlement", { ...settlement, result, done: true });
  const session = need(store, "checkout.session", sessionId);
  const { invoice, subscription } = session;
  const intentId = session.payment_intent ?? intentOfInvoice(store, invoice) ?? "";
  if (result === "failed") {
    failPayment(context, intentId);
    if (invoice && subscription) markUnpaid(context, need(store, "invoice", invoice), subscription);
    emit("checkout.session.async_payment_failed", session);
    return session;
  }
  capturePayment(context, intentId);
  if (invoice) markPaid(context, need(store, "invoice", invoice));
  const fields = { payment_status: "paid" } as const;
  const paid = patch(store, "checkout.session", { id: sessionId, fields });
  emit("checkout.session.async_payment_succeeded", paid);
  return paid;
}

function capturePayment({ store, emit }: Context, intentId: string): void {
  const { amount, latest_charge } = need(store, "payment_intent", intentId);
  const charge = patch(store, "charge", {
    id: latest_charge ?? "",
    fields: { amount_captured: amount, captured: true, paid: true, status: "succeeded" },
  });
  const intent = patch(store, "payment_intent", {
    id: intentId,
    fields: { amount_received: amount, status: "succeeded" },
  });
  emit("charge.succeeded", charge);
  emit("payment_intent.succeeded", intent);
}

function failPayment({ store }: Context, intentId: string): void {
  const { latest_charge } = need(store, "payment_intent", intentId);
  patch(store, "charge", { id: latest_charge ?? "", fields: { status: "failed" } });
  const fields = { status: "requires_payment_method" } as const;
  patch(store, "payment_intent", { id: intentId, fields });
}
