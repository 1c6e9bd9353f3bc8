import type { Stripe } from "stripe";
import blanks from "./blanks.json";
import { findTestCard } from "./cards.ts";
import { newId, randomText } from "./ids.ts";
import type { Charge, Context, PaymentIntent } from "./types.ts";

export type Payer = { email: string; name: string | null };
export type NewPayment = {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Stripe.Metadata;
  payer: Payer;
  card: string;
  /** Whether the bank answers later. */
  delayed: boolean;
};

/** Stores a payment intent with its charge, and tells of them once they are paid. */
export function addPayment(context: Context, payment: NewPayment): PaymentIntent {
  const id = newId("paymentIntent");
  const charge = newCharge(context, payment, id);
  const intent = {
    ...blanks.payment_intent,
    id,
    object: "payment_intent",
    amount: payment.amount,
    amount_received: payment.delayed ? 0 : payment.amount,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: context.now(),
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    latest_charge: charge.id,
    metadata: payment.metadata,
    payment_method: charge.payment_method,
    payment_method_types: [charge.payment_method_details?.type ?? "card"],
    status: payment.delayed ? "processing" : "succeeded",
  } satisfies PaymentIntent;
  context.store.put("charge", charge);
  context.store.put("payment_intent", intent);
  if (!payment.delayed) {
    context.emit("charge.succeeded", charge);
    context.emit("payment_intent.succeeded", intent);
  }
  return intent;
}

function newCharge(context: Context, payment: NewPayment, intentId: string): Charge {
  const { amount, customer, delayed, payer } = payment;
  return {
    ...blanks.charge,
    id: newId("charge"),
    object: "charge",
    amount,
    amount_captured: delayed ? 0 : amount,
    billing_details: { ...blanks.billing_details, email: payer.email, name: payer.name },
    calculated_statement_descriptor: "DEMO",
    captured: !delayed,
    created: context.now(),
    currency: payment.currency,
    customer,
    description: payment.description,
    metadata: payment.metadata,
    outcome: delayed ? null : APPROVED,
    paid: !delayed,
    payment_intent: intentId,
    payment_method: newId("paymentMethod"),
    payment_method_details: paymentMethodDetails(payment),
    status: delayed ? "pending" : "succeeded",
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

function paymentMethodDetails({ amount, card }: NewPayment): Stripe.Charge.PaymentMethodDetails {
  const last4 = card.replace(/\D/g, "").slice(-4);
  if (findTestCard(card)?.outcome.kind === "delayed") {
    return {
      type: "us_bank_account",
      us_bank_account: {
        ...blanks.us_bank_account,
        account_holder_type: "individual",
        account_type: "checking",
        bank_name: "DEMO BANK",
        last4,
        routing_number: "110000000",
      },
    };
  }
  return {
    type: "card",
    card: {
      ...blanks.card,
      brand: "visa",
      country: "US",
      exp_month: 12,
      exp_year: 2034,
      extended_authorization: { status: "disabled" },
      fingerprint: `demo${last4}`,
      funding: "credit",
      incremental_authorization: { status: "unavailable" },
      last4,
      multicapture: { status: "unavailable" },
      network: "visa",
      overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
      regulated_status: "unregulated",
    },
  };
}
