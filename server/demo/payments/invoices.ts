import { z } from "zod";
import { listPage, listParams } from "./answers.ts";
import { addPayment, type Payer } from "./charges.ts";
import { type Call, route, text } from "./requests.ts";
import { need, newId, newObject, patch } from "./store.ts";
import type { Context, Invoice, SimulatorStore, Subscription } from "./types.ts";

const paymentList = listParams.extend({
  payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text }),
});

export const INVOICE_ROUTES = [
  route("GET", "/v1/invoice_payments", { schema: paymentList, answer: listInvoicePayments }),
];

// The way from a payment intent to its invoice: neither names the other in this API version.
function listInvoicePayments({ params, context }: Call<z.infer<typeof paymentList>>) {
  const { payment: wanted, ...page } = params;
  const items = context.store
    .list("invoice_payment")
    .filter(({ payment }) => payment.payment_intent === wanted.payment_intent);
  return listPage(page, { items, url: "/v1/invoice_payments" });
}

/** Stores an open invoice of a subscription. Its lines are left out: the store reads its total. */
export function addInvoice(
  { store, now }: Context,
  invoice: {
    subscription: Subscription;
    /** In the currency's smallest unit. */
    total: number;
    reason: "subscription_create" | "subscription_cycle";
  },
): Invoice {
  const { subscription, total } = invoice;
  const id = newId("invoice");
  const created = now();
  const customer = need(store, "customer", subscription.customer);
  const earlier = store.list("invoice").filter((other) => other.customer === customer.id);
  const record = newObject("invoice", {
    id,
    amount_due: total,
    amount_remaining: total,
    billing_reason: invoice.reason,
    created,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    effective_at: created,
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    number: `${customer.id.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, "0")}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: created,
    period_start: created,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  });
  store.put("invoice", record);
  return record;
}

/** Pays an open invoice, or puts a delayed payment for it on its way. */
export function payInvoice(
  context: Context,
  invoice: Invoice,
  payment: { payer: Payer; card: string; delayed: boolean },
): void {
  const { id, total, currency, customer } = invoice;
  if (total > 0) {
    const paid = { ...payment, amount: total, currency, customer, metadata: {} };
    const intent = addPayment(context, paid);
    const record = newObject("invoice_payment", {
      id: newId("invoice_payment"),
      amount_requested: total,
      created: context.now(),
      currency,
      invoice: id,
      payment: { payment_intent: intent.id, type: "payment_intent" },
    });
    context.store.put("invoice_payment", record);
    if (payment.delayed) return;
  }
  markPaid(context, invoice);
}

/** Marks an invoice and its payment as paid and tells so. */
export function markPaid({ store, emit }: Context, { id, total }: Invoice): void {
  for (const payment of store.list("invoice_payment")) {
    if (payment.invoice !== id || payment.status !== "open") continue;
    const fields = { amount_paid: payment.amount_requested, status: "paid" };
    patch(store, "invoice_payment", { id: payment.id, fields });
  }
  const fields = { amount_paid: total, amount_remaining: 0, status: "paid" } as const;
  emit("invoice.paid", patch(store, "invoice", { id, fields }));
}

/** The payment intent that was made for an invoice first; undefined when there is none. */
export function intentOfInvoice(store: SimulatorStore, invoice: string | null): string | undefined {
  const made = store.list("invoice_payment").find((payment) => payment.invoice === invoice);
  const intent = made?.payment.payment_intent;
  return typeof intent === "string" ? intent : undefined;
}
