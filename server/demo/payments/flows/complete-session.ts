import { type CardOutcome, outcomeOf } from "../cards.ts";
import { addCustomer } from "../objects/customer.ts";
import { addPayment, type Payer } from "../objects/payment.ts";
import { payerDetails } from "../objects/session.ts";
import { need, patch } from "../store.ts";
import type { Context, Session, SettlementResult } from "../types.ts";
import { startSubscription } from "./billing.ts";

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
  const payment = { payer, card: input.card, delayed: outcome.kind === "delayed" && !free };
  const links =
    session.mode === "subscription"
      ? startSubscription(context, session, {
          ...payment,
          customer: customerOf(context, session, payer),
        })
      : payOnce(context, session, payment);
  if (outcome.kind === "delayed" && !free) planSettlement(context, session.id, outcome.result);
  const completed = patch(context.store, "checkout.session", {
    id: session.id,
    fields: {
      ...links,
      consent:
        session.consent_collection?.terms_of_service === "required"
          ? { promotions: null, terms_of_service: "accepted" }
          : null,
      customer_details: payerDetails(payer.email, payer.name),
      payment_status: paymentStatus({ free, delayed: payment.delayed }),
      payment_method_types: payment.delayed ? ["us_bank_account"] : session.payment_method_types,
      status: "complete",
      url: null,
    },
  });
  context.emit("checkout.session.completed", completed);
  return { kind: "complete", session: completed };
}

function planSettlement(context: Context, id: string, result: SettlementResult): void {
  const dueAt = Math.min(context.now() + context.settlementSeconds, Number.MAX_SAFE_INTEGER);
  context.store.put("settlement", { id, dueAt, result, done: false });
  context.remind(dueAt);
}

function payOnce(
  context: Context,
  session: Session,
  { payer, card, delayed }: { payer: Payer; card: string; delayed: boolean },
): Partial<Session> {
  const wantsCustomer = session.customer !== null || session.customer_creation === "always";
  const customer = wantsCustomer ? customerOf(context, session, payer) : null;
  if (session.amount_total === 0) return { customer };
  const plan = need(context.store, "session_plan", session.id);
  const { charge, intent } = addPayment(context, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    customer,
    description: plan.paymentDescription,
    metadata: plan.paymentMetadata,
    payer,
    cardNumber: card,
    state: delayed ? "pending" : "succeeded",
  });
  if (!delayed) {
    context.emit("charge.succeeded", charge);
    context.emit("payment_intent.succeeded", intent);
  }
  return { customer, payment_intent: intent.id };
}

function customerOf(context: Context, session: Session, payer: Payer): string {
  if (session.customer) return session.customer;
  return addCustomer(context, {
    email: payer.email,
    name: payer.name,
    description: null,
    phone: null,
    metadata: {},
  }).id;
}

function paymentStatus({ free, delayed }: { free: boolean; delayed: boolean }) {
  if (free) return "no_payment_required";
  return delayed ? "unpaid" : "paid";
}
