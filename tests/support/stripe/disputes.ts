import { randomText } from "../../../server/demo/payments/ids.ts";
import { need, patch } from "../../../server/demo/payments/store.ts";
import type { Charge, Context, Dispute } from "../../../server/demo/payments/types.ts";

const DAY_SECONDS = 86_400;
const EVIDENCE_SECONDS = 9 * DAY_SECONDS;

/** Lets the buyer's bank dispute a whole charge; it waits for the seller's evidence. */
export function openDispute(context: Context, charge: Charge, reason: string): Dispute {
  const { store } = context;
  const created = context.now();
  const { email, name } = charge.billing_details;
  const record: Dispute = {
    id: `dp_1${randomText(23)}`,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, customer_email_address: email, customer_name: name },
    evidence_details: {
      due_by: created + EVIDENCE_SECONDS,
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
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason,
    status: "needs_response",
  };
  store.put("dispute", record);
  patch(store, "charge", { id: charge.id, fields: { disputed: true } });
  context.emit("charge.dispute.created", record);
  return record;
}

/** Decides a dispute; a lost one takes the money for good. */
export function closeDispute(context: Context, id: string, result: "won" | "lost"): Dispute {
  const before = need(context.store, "dispute", id);
  const closed = patch(context.store, "dispute", { id, fields: { status: result } });
  context.emit("charge.dispute.closed", closed, { status: before.status });
  return closed;
}

const NO_EVIDENCE: Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
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
