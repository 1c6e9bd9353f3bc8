import { addPayment, type Payer } from "./charges.ts";
import blanks from "./blanks.json";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import { nested } from "./params.ts";
import { need, patch } from "./store.ts";
import type {
  ApiCall,
  Context,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  Price,
  Route,
  SimulatorStore,
  Subscription,
} from "./types.ts";

export const INVOICE_ROUTES: Route[] = [
  { method: "GET", path: "/v1/invoice_payments", handler: listInvoicePayments },
];

export type BilledLine = {
  price: Price;
  description: string;
  /** The subscription item behind a recurring line, none for a one-time line. */
  item: string | null;
  period: { start: number; end: number };
};

/** Stores an open invoice of a subscription. */
export function addInvoice(
  context: Context,
  invoice: {
    subscription: Subscription;
    lines: BilledLine[];
    reason: "subscription_create" | "subscription_cycle";
  },
): Invoice {
  const id = newId("invoice");
  const created = context.now();
  const { subscription } = invoice;
  const customer = need(context.store, "customer", subscription.customer);
  const sequence = customer.next_invoice_sequence;
  context.store.put("customer", { ...customer, next_invoice_sequence: sequence + 1 });
  const lines = invoice.lines.map((line) => newLine(line, { id, subscription }));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const record = {
    ...blanks.invoice,
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Demo",
    amount_due: total,
    amount_remaining: total,
    billing_reason: invoice.reason,
    collection_method: "charge_automatically",
    created,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_tax_exempt: "none",
    effective_at: created,
    issuer: { type: "self" },
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: created,
    period_start: created,
    status: "open",
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  } satisfies Invoice;
  context.store.put("invoice", record);
  return record;
}

/** Pays an open invoice, or puts a delayed payment for it on its way. */
export function payInvoice(
  context: Context,
  invoice: Invoice,
  payment: { payer: Payer; card: string; delayed: boolean },
): void {
  if (invoice.total > 0) {
    const first = invoice.billing_reason === "subscription_create";
    const intent = addPayment(context, {
      ...payment,
      amount: invoice.total,
      currency: invoice.currency,
      customer: invoice.customer,
      description: first ? "Subscription creation" : "Subscription update",
      metadata: {},
    });
    addInvoicePayment(context, invoice, intent.id);
    if (payment.delayed) return;
  }
  markPaid(context, invoice);
}

/** Marks an invoice and its payment as paid and tells so. */
export function markPaid(context: Context, invoice: Invoice): void {
  const now = context.now();
  for (const payment of context.store.list("invoice_payment")) {
    if (payment.invoice !== invoice.id || payment.status !== "open") continue;
    patch(context.store, "invoice_payment", {
      id: payment.id,
      fields: {
        amount_paid: payment.amount_requested,
        status: "paid",
        status_transitions: { canceled_at: null, paid_at: now },
      },
    });
  }
  const paid = patch(context.store, "invoice", {
    id: invoice.id,
    fields: {
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
      next_payment_attempt: null,
      status: "paid",
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    },
  });
  context.emit("invoice.paid", paid);
}

/** The payment intent that was made for an invoice first; undefined when there is none. */
export function intentOfInvoice(store: SimulatorStore, invoice: string | null): string | undefined {
  const made = store.list("invoice_payment").find((payment) => payment.invoice === invoice);
  const intent = made?.payment.payment_intent;
  return typeof intent === "string" ? intent : undefined;
}

function addInvoicePayment(context: Context, invoice: Invoice, intentId: string): void {
  context.store.put("invoice_payment", {
    id: newId("invoicePayment"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.total,
    created: context.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intentId, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  } satisfies InvoicePayment);
}

function newLine(
  line: BilledLine,
  invoice: { id: string; subscription: Subscription },
): InvoiceLine {
  const amount = line.price.unit_amount ?? 0;
  return {
    ...blanks.line_item,
    id: newId("invoiceLine"),
    object: "line_item",
    amount,
    currency: line.price.currency,
    description: line.description,
    invoice: invoice.id,
    metadata: line.item ? invoice.subscription.metadata : {},
    parent: parentOf(line, invoice.subscription.id),
    period: line.period,
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: "price_details",
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: "1",
    subscription: invoice.subscription.id,
    subtotal: amount,
  };
}

function parentOf({ item }: BilledLine, subscription: string): InvoiceLine["parent"] {
  const details = { proration: false, proration_details: { credited_items: null }, subscription };
  if (item === null) {
    const invoice_item = newId("invoiceItem");
    return {
      invoice_item_details: { ...details, invoice_item },
      subscription_item_details: null,
      type: "invoice_item_details",
    };
  }
  return {
    invoice_item_details: null,
    subscription_item_details: { ...details, invoice_item: null, subscription_item: item },
    type: "subscription_item_details",
  };
}

// The way from a payment intent to its invoice: neither names the other in this API version.
function listInvoicePayments({ reader, context }: ApiCall) {
  const wanted = nested(reader, "payment");
  wanted?.only("type", "payment_intent");
  const intent = wanted?.string("payment_intent");
  return listPage(reader, {
    items: context.store
      .list("invoice_payment")
      .filter(({ payment }) => intent === undefined || payment.payment_intent === intent),
    url: "/v1/invoice_payments",
    others: ["payment"],
  });
}
