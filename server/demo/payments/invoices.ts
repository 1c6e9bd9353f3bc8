import { addPayment } from "./charges.ts";
import { newId, patch } from "./store.ts";
import type { Context, Invoice, Session } from "./types.ts";

type NewInvoice = {
  customer: string;
  currency: string;
  /** In the currency's smallest unit. */
  total: number;
  reason: "subscription_create" | "subscription_cycle" | "manual";
  /** Id of the subscription; null for a one-time payment. */
  subscription: string | null;
};

/** Stores an open invoice with the next number of its customer. */
export function addInvoice({ store, now, siteUrl }: Context, invoice: NewInvoice): Invoice {
  const { customer, currency, total, reason, subscription } = invoice;
  const earlier = store.list("invoice").filter((other) => other.customer === customer);
  const id = newId("in");
  const url = `${siteUrl}/demo/invoice/${id}`;
  const record: Invoice = {
    id,
    object: "invoice",
    amount_paid: 0,
    billing_reason: reason,
    created: now(),
    currency,
    customer,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    number: `${customer.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, "0")}`,
    parent: subscription === null ? null : { subscription_details: { subscription } },
    status: "open",
    status_transitions: transitionsAt(null),
    total,
  };
  store.put("invoice", record);
  return record;
}

/** Adds the paid invoice of a one-time payment; `intent` is its payment, if it was not free. */
export function invoicePayment(
  context: Context,
  session: Session,
  intent: string | null,
): Pick<Session, "customer" | "invoice"> {
  const customer = newId("cus");
  const { amount_total: total, currency } = session;
  const invoice = addInvoice(context, {
    customer,
    currency: currency ?? "usd",
    total: total ?? 0,
    reason: "manual",
    subscription: null,
  });
  if (intent !== null) linkPayment(context, invoice.id, intent);
  markPaid(context, invoice);
  return { customer, invoice: invoice.id };
}

/** Pays an open invoice, or starts a delayed payment for it. */
export function payInvoice(context: Context, invoice: Invoice, isDelayed = false): void {
  const { id, total, currency } = invoice;
  if (total > 0) {
    linkPayment(context, id, addPayment(context, { amount: total, currency, isDelayed }).id);
    if (isDelayed) return;
  }
  markPaid(context, invoice);
}

function linkPayment({ store, now }: Context, invoice: string, payment_intent: string): void {
  store.put("invoice_payment", {
    id: newId("inpay"),
    object: "invoice_payment",
    created: now(),
    invoice,
    payment: { payment_intent, type: "payment_intent" },
    status: "open",
  });
}

/** Marks an invoice and its open payments as paid, and emits `invoice.paid`. */
export function markPaid({ store, now, emit }: Context, { id, total }: Invoice): void {
  for (const payment of store.list("invoice_payment")) {
    if (payment.invoice !== id || payment.status !== "open") continue;
    patch(store, "invoice_payment", { id: payment.id, fields: { status: "paid" } });
  }
  const status_transitions = transitionsAt(now());
  const fields = { amount_paid: total, status: "paid", status_transitions } as const;
  emit("invoice.paid", patch(store, "invoice", { id, fields }));
}

function transitionsAt(paid_at: number | null): Invoice["status_transitions"] {
  return { finalized_at: null, marked_uncollectible_at: null, paid_at, voided_at: null };
}

/** Returns the first payment intent of an invoice. */
export function intentOfInvoice(
  store: Context["store"],
  invoice: string | null,
): string | undefined {
  const made = store.list("invoice_payment").find((payment) => payment.invoice === invoice);
  return made?.payment.payment_intent;
}
