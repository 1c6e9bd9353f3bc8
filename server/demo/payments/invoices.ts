import { addPayment } from "./charges.ts";
import { type ApiCall, listPage, paramsAt, type Route, textAt } from "./requests.ts";
import { newId, patch } from "./store.ts";
import type { Context, Invoice, SimulatorStore, Subscription } from "./types.ts";

export const INVOICE_ROUTES: Route[] = [
  { method: "GET", path: "/v1/invoice_payments", answer: listInvoicePayments },
];

// The only link from a payment intent to its invoice in this API version.
function listInvoicePayments({ params, context }: ApiCall) {
  const intent = textAt(paramsAt(params, "payment"), "payment_intent");
  const made = context.store.list("invoice_payment");
  return listPage(
    params,
    made.filter(({ payment }) => payment.payment_intent === intent),
  );
}

type NewInvoice = {
  subscription: Subscription;
  /** In the currency's smallest unit. */
  total: number;
  reason: "subscription_create" | "subscription_cycle";
};

/** Stores an open invoice of a subscription. */
export function addInvoice({ store, now }: Context, invoice: NewInvoice): Invoice {
  const { subscription, total, reason } = invoice;
  const { customer, currency } = subscription;
  const earlier = store.list("invoice").filter((other) => other.customer === customer);
  const record: Invoice = {
    id: newId("in"),
    object: "invoice",
    amount_paid: 0,
    billing_reason: reason,
    created: now(),
    currency,
    customer,
    number: `${customer.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, "0")}`,
    parent: { subscription_details: { subscription: subscription.id } },
    status: "open",
    total,
  };
  store.put("invoice", record);
  return record;
}

/** Pays an open invoice, or starts a delayed payment for it. */
export function payInvoice(context: Context, invoice: Invoice, isDelayed = false): void {
  const { id, total, currency } = invoice;
  if (total > 0) {
    const intent = addPayment(context, { amount: total, currency, isDelayed });
    context.store.put("invoice_payment", {
      id: newId("inpay"),
      object: "invoice_payment",
      created: context.now(),
      invoice: id,
      payment: { payment_intent: intent.id, type: "payment_intent" },
      status: "open",
    });
    if (isDelayed) return;
  }
  markPaid(context, invoice);
}

/** Marks an invoice and its payment as paid. */
export function markPaid({ store, emit }: Context, { id, total }: Invoice): void {
  for (const payment of store.list("invoice_payment")) {
    if (payment.invoice !== id || payment.status !== "open") continue;
    patch(store, "invoice_payment", { id: payment.id, fields: { status: "paid" } });
  }
  const fields = { amount_paid: total, status: "paid" } as const;
  emit("invoice.paid", patch(store, "invoice", { id, fields }));
}

/** Returns the first payment intent of an invoice. */
export function intentOfInvoice(store: SimulatorStore, invoice: string | null): string | undefined {
  const made = store.list("invoice_payment").find((payment) => payment.invoice === invoice);
  return made?.payment.payment_intent;
}
