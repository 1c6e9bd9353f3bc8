import { newId } from "../ids.ts";
import { need, patch } from "../store.ts";
import type {
  Context,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  Price,
  Subscription,
} from "../types.ts";

export type BilledLine = {
  price: Price;
  quantity: number;
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
  const sequence = customer.next_invoice_sequence ?? 1;
  patch(context.store, "customer", {
    id: customer.id,
    fields: { next_invoice_sequence: sequence + 1 },
  });
  const lines = invoice.lines.map((line) => newLine(line, { id, subscription }));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const record = {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Demo",
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: "charge_automatically",
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  } satisfies Invoice;
  context.store.put("invoice", record);
  return record;
}

/** Stores the tie between an invoice and the payment intent that pays it. */
export function addInvoicePayment(
  context: Context,
  { invoice, intentId }: { invoice: Invoice; intentId: string },
): InvoicePayment {
  const record = {
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
  } satisfies InvoicePayment;
  context.store.put("invoice_payment", record);
  return record;
}

function newLine(
  line: BilledLine,
  invoice: { id: string; subscription: Subscription },
): InvoiceLine {
  const amount = (line.price.unit_amount ?? 0) * line.quantity;
  const subscription = invoice.subscription.id;
  return {
    id: newId("invoiceLine"),
    object: "line_item",
    amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: line.item ? invoice.subscription.metadata : {},
    parent: line.item
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: { credited_items: null },
            subscription,
            subscription_item: line.item,
          },
          type: "subscription_item_details",
        }
      : {
          invoice_item_details: {
            invoice_item: newId("invoiceLine").replace("il_", "ii_"),
            proration: false,
            proration_details: { credited_items: null },
            subscription,
          },
          subscription_item_details: null,
          type: "invoice_item_details",
        },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: "price_details",
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}
