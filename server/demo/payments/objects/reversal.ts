import type { Stripe } from "stripe";
import { newId } from "../ids.ts";
import type { Charge, Context, Dispute, Refund } from "../types.ts";

const EVIDENCE_DAYS = 9;
const DAY_SECONDS = 86_400;

/** Stores a refund of some or all of a charge. */
export function addRefund(
  context: Context,
  refund: {
    charge: Charge;
    amount: number;
    reason: Stripe.Refund.Reason | null;
    metadata: Stripe.Metadata;
  },
): Refund {
  const record = {
    id: newId("refund"),
    object: "refund",
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge.id,
    created: context.now(),
    currency: refund.charge.currency,
    customer: refund.charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: "pending",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata: refund.metadata,
    payment_intent: refund.charge.payment_intent,
    payment_method: refund.charge.payment_method,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  } satisfies Refund;
  context.store.put("refund", record);
  return record;
}

/** Stores a dispute of a whole charge, waiting for the seller's evidence. */
export function addDispute(
  context: Context,
  { charge, reason }: { charge: Charge; reason: string },
): Dispute {
  const created = context.now();
  const record = {
    id: newId("dispute"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(charge.billing_details),
    evidence_details: {
      due_by: created + EVIDENCE_DAYS * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  } satisfies Dispute;
  context.store.put("dispute", record);
  return record;
}

function noEvidence(payer: Stripe.Charge.BillingDetails): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: payer.email,
    customer_name: payer.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
