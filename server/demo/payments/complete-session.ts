import { sessionAmounts, taxIdType, withTax } from "./amounts.ts";
import {
  addPayment,
  intentOfInvoice,
  invoicePayment,
  markPaid,
  markUnpaid,
  startSubscription,
} from "./billing.ts";
import { outcomeOf } from "./cards.ts";
import { customerOf, saveCard } from "./customers.ts";
import { type Context, need, patch, type Session, type SettlementResult } from "./objects.ts";
import { knownEmail } from "./pay-form.ts";
import { redeem } from "./promotions.ts";

export type PayInput = {
  email: string;
  name: string | null;
  card: string;
  /** Billing country, ISO code. */
  country?: string | null;
  /** Whether the buyer agrees to reminders. */
  promotions?: boolean;
  /** VAT number. */
  taxId?: string | null;
};

/**
 * Pays an open session: creates the payment and invoice, completes the session and emits the
 * events. With `declined`, the reason of the card, the session stays open. Does nothing if the session
 * is not open.
 */
export function completeSession(
  context: Context,
  sessionId: string,
  input: PayInput,
): { session: Session; declined?: string } {
  const open = need(context.store, "checkout.session", sessionId);
  if (open.status !== "open") return { session: open };
  const { lines, session: unpaid } = priced(context, open, input);
  const isFree = unpaid.amount_total === 0;
  const isRecurring = unpaid.mode === "subscription";
  const { refusal, later } = isFree && !isRecurring ? {} : outcomeOf(input.card);
  if (refusal) return { session: open, declined: refusal };
  const isDelayed = later !== undefined && !isFree;
  // Like the provider, creates the customer when the payment is confirmed, even if it is delayed.
  const session = { ...unpaid, customer: customerOf(context, unpaid) };
  if (!isFree && !isDelayed) saveCard(context, session, input.card);
  context.store.put("session_plan", { id: session.id, lines });
  const pay = isRecurring ? startSubscription : payOnce;
  const links = pay(context, session, isDelayed);
  if (isDelayed) {
    const dueAt = context.now() + context.settlementSeconds;
    context.store.put("settlement", { id: session.id, dueAt, result: later, done: false });
  }
  const completed = patch(context.store, "checkout.session", {
    id: session.id,
    fields: {
      ...session,
      ...links,
      consent: givenConsent(session, input.promotions ?? false),
      payment_status: isFree ? "no_payment_required" : isDelayed ? "unpaid" : "paid",
      status: "complete",
      url: null,
    },
  });
  redeem(context, completed);
  context.emit("checkout.session.completed", completed);
  return { session: completed };
}

/** Returns an open session as its buyer pays it: with the tax of the country. */
export function priced({ store }: Context, open: Session, input: Omit<PayInput, "card">) {
  const { automatic_tax: tax } = open;
  const { name, country = null, taxId = null } = input;
  const { lines: net } = need(store, "session_plan", open.id);
  const lines = tax.enabled ? withTax(net, { country, taxId }) : net;
  const session = {
    ...open,
    ...sessionAmounts(lines),
    automatic_tax: { ...tax, status: tax.enabled ? "complete" : null },
    customer_details: {
      email: knownEmail(open) ?? input.email,
      name: name ?? open.customer_details?.name ?? null,
      address: country === null ? null : { country },
      tax_ids: taxId ? [{ type: taxIdType(country), value: taxId }] : [],
    },
  } as Session;
  return { lines, session };
}

/** Returns the consent of a buyer who pays; the page requires the terms. */
function givenConsent(session: Session, promotions: boolean): Session["consent"] {
  const { consent_collection: collection } = session;
  if (!collection) return null;
  return {
    promotions: collection.promotions === "auto" ? (promotions ? "opt_in" : "opt_out") : null,
    terms_of_service: collection.terms_of_service === "required" ? "accepted" : null,
  };
}

function payOnce(context: Context, session: Session, isDelayed: boolean): Partial<Session> {
  const { amount_total: amount, currency } = session;
  const payment = { amount: amount ?? 0, currency: currency ?? "usd", isDelayed };
  const payment_intent = amount ? addPayment(context, payment).id : null;
  return { payment_intent, ...(!isDelayed && invoiced(context, session, payment_intent)) };
}

/** Returns the references to the invoice of a one-time payment, if the session asks for one. */
function invoiced(context: Context, session: Session, intent: string | null): Partial<Session> {
  const isWanted = session.mode === "payment" && session.invoice_creation?.enabled;
  return isWanted ? invoicePayment(context, session, intent) : {};
}

/** Settles the delayed payment of a session. Throws when no payment is pending. */
export function settlePayment(
  context: Context,
  sessionId: string,
  result: SettlementResult,
): Session {
  const { store, emit } = context;
  const settlement = store.find("settlement", sessionId);
  if (!settlement || settlement.done) throw new Error(`${sessionId} has no payment under way`);
  store.put("settlement", { ...settlement, result, done: true });
  const session = need(store, "checkout.session", sessionId);
  const { invoice, subscription } = session;
  const id = session.payment_intent ?? intentOfInvoice(context, invoice) ?? "";
  if (result === "failed") {
    patch(store, "payment_intent", { id, fields: { status: "requires_payment_method" } });
    if (invoice && subscription) markUnpaid(context, need(store, "invoice", invoice), subscription);
    emit("checkout.session.async_payment_failed", session);
    return session;
  }
  const intent = patch(store, "payment_intent", { id, fields: { status: "succeeded" } });
  const charge = need(store, "charge", intent.latest_charge);
  patch(store, "charge", { id: charge.id, fields: { paid: true } });
  emit("payment_intent.succeeded", intent);
  if (invoice) markPaid(context, need(store, "invoice", invoice));
  const fields = { ...invoiced(context, session, id), payment_status: "paid" } as const;
  const paid = patch(store, "checkout.session", { id: sessionId, fields });
  emit("checkout.session.async_payment_succeeded", paid);
  return paid;
}
