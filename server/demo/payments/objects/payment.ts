import type { Stripe } from "stripe";
import { findTestCard } from "../cards.ts";
import { newId, randomText } from "../ids.ts";
import type { Charge, Context, PaymentIntent } from "../types.ts";

export type Payer = { email: string; name: string | null };
export type NewPayment = {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Stripe.Metadata;
  payer: Payer;
  cardNumber: string;
  state: "succeeded" | "pending";
};

/** Stores a payment intent with its charge: paid, or on its way from the bank. */
export function addPayment(
  context: Context,
  payment: NewPayment,
): { intent: PaymentIntent; charge: Charge } {
  const intentId = newId("paymentIntent");
  const paymentMethod = newId("paymentMethod");
  const charge = newCharge(context, { ...payment, intentId, paymentMethod });
  const settled = payment.state === "succeeded";
  const intent = {
    id: intentId,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_received: settled ? payment.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${intentId}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: context.now(),
    currency: payment.currency,
    customer: payment.customer,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: charge.id,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [charge.payment_method_details?.type ?? "card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: settled ? "succeeded" : "processing",
    transfer_data: null,
    transfer_group: null,
  } satisfies PaymentIntent;
  context.store.put("charge", charge);
  context.store.put("payment_intent", intent);
  return { intent, charge };
}

function newCharge(
  context: Context,
  payment: NewPayment & { intentId: string; paymentMethod: string },
): Charge {
  const settled = payment.state === "succeeded";
  return {
    id: newId("charge"),
    object: "charge",
    amount: payment.amount,
    amount_captured: settled ? payment.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: null,
      email: payment.payer.email,
      name: payment.payer.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: "DEMO",
    captured: settled,
    created: context.now(),
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: settled ? APPROVED : null,
    paid: settled,
    payment_intent: payment.intentId,
    payment_method: payment.paymentMethod,
    payment_method_details: paymentMethodDetails(payment.cardNumber),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: settled ? "succeeded" : "pending",
    transfer_data: null,
    transfer_group: null,
  };
}

/** What a charge shows of the card network's answer. */
export const APPROVED = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: "approved_by_network",
  reason: null,
  risk_level: "normal",
  risk_score: 12,
  seller_message: "Payment complete.",
  type: "authorized",
} satisfies Stripe.Charge.Outcome;

function paymentMethodDetails(cardNumber: string): Stripe.Charge.PaymentMethodDetails {
  const last4 = cardNumber.replace(/\D/g, "").slice(-4);
  if (findTestCard(cardNumber)?.outcome.kind === "delayed") {
    return {
      type: "us_bank_account",
      us_bank_account: {
        account_holder_type: "individual",
        account_type: "checking",
        bank_name: "DEMO BANK",
        fingerprint: null,
        last4,
        payment_reference: null,
        routing_number: "110000000",
      },
    };
  }
  return {
    type: "card",
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: "visa",
      checks: null,
      country: "US",
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      funding: "credit",
      installments: null,
      last4,
      mandate: null,
      network: "visa",
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
