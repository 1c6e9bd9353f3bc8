import type { Stripe } from "stripe";
import { newId } from "../ids.ts";
import type { Context, LineItem, Price, Session } from "../types.ts";

export type NewSession = {
  mode: "payment" | "subscription";
  lines: LineItem[];
  expiresAt: number;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerCreation: "always" | "if_required" | null;
  customerEmail: string | null;
  allowPromotionCodes: boolean | null;
  billingAddressCollection: "auto" | "required" | null;
  locale: Stripe.Checkout.Session.Locale | null;
  submitType: Stripe.Checkout.Session.SubmitType | null;
  termsOfService: "none" | "required" | null;
  termsText: string | null;
  submitText: string | null;
  metadata: Stripe.Metadata;
};

/** Stores an open session. */
export function addSession(context: Context, session: NewSession): Session {
  const id = newId("session");
  const total = session.lines.reduce((sum, line) => sum + line.amount_total, 0);
  const record = {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: session.allowPromotionCodes,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: session.billingAddressCollection,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: session.termsOfService && {
      payment_method_reuse_agreement: null,
      promotions: "none",
      terms_of_service: session.termsOfService,
    },
    created: context.now(),
    currency: session.lines[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: session.submitText === null ? null : { message: session.submitText },
      terms_of_service_acceptance:
        session.termsText === null ? null : { message: session.termsText },
    },
    customer: session.customer,
    customer_account: null,
    customer_creation: session.customerCreation,
    customer_details: session.customerEmail ? payerDetails(session.customerEmail, null) : null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: session.mode === "payment" ? noInvoice() : null,
    livemode: false,
    locale: session.locale,
    managed_payments: { enabled: false },
    metadata: session.metadata,
    mode: session.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: session.mode === "payment" ? "if_required" : "always",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: session.submitType,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${context.siteUrl}/demo/pay/${id}`,
    wallet_options: null,
  } satisfies Session;
  context.store.put("checkout.session", record);
  context.remind(record.expires_at);
  return record;
}

/** One line of a session. */
export function lineItem(price: Price, line: { quantity: number; description: string }): LineItem {
  const amount = (price.unit_amount ?? 0) * line.quantity;
  return {
    id: newId("lineItem"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: line.description,
    metadata: {},
    price,
    quantity: line.quantity,
  };
}

/** Who paid, as a session shows it. */
export function payerDetails(email: string, name: string | null) {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  } satisfies Stripe.Checkout.Session.CustomerDetails;
}

function noInvoice(): Stripe.Checkout.Session.InvoiceCreation {
  return {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  };
}
