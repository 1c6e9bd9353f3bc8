import type { Stripe } from "stripe";
import { formatAmount } from "../../contract/format.ts";
import { invalid, missing, noSuch } from "./api-error.ts";
import blanks from "./blanks.json";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import type { ParamReader } from "./params.ts";
import { patch } from "./store.ts";
import type { ApiCall, Charge, Context, Refund, Route } from "./types.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;

export const MONEY_BACK_ROUTES: Route[] = [
  { method: "POST", path: "/v1/refunds", handler: createRefund },
  { method: "GET", path: "/v1/refunds", handler: (call) => listOfPayment(call, "refund") },
  { method: "GET", path: "/v1/disputes", handler: (call) => listOfPayment(call, "dispute") },
];

type NewRefund = {
  charge: Charge;
  /** At most what is left of the charge. */
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
};

/** Gives back some or all of a charge. */
export function refundCharge(context: Context, refund: NewRefund): Refund {
  const { charge } = refund;
  const refunded = charge.amount_refunded + refund.amount;
  const record = addRefund(context, refund);
  const after = patch(context.store, "charge", {
    id: charge.id,
    fields: { amount_refunded: refunded, refunded: refunded === charge.amount },
  });
  context.emit("refund.created", record);
  context.emit("charge.refunded", after, {
    amount_refunded: charge.amount_refunded,
    ...(after.refunded && { refunded: false }),
  });
  return record;
}

function addRefund(context: Context, { charge, amount, reason, metadata }: NewRefund): Refund {
  const record = {
    ...blanks.refund,
    id: newId("refund"),
    object: "refund",
    amount,
    charge: charge.id,
    created: context.now(),
    currency: charge.currency,
    customer: charge.customer,
    destination_details: {
      card: {
        reference_status: "pending",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    status: "succeeded",
  } satisfies Refund;
  context.store.put("refund", record);
  return record;
}

function createRefund({ reader, context }: ApiCall): Refund {
  reader.only("payment_intent", "amount", "reason", "metadata");
  const charge = readCharge(reader, context);
  const left = charge.amount - charge.amount_refunded;
  const amount = reader.integer("amount", { minimum: 1 }) ?? left;
  checkRefundable(charge, amount);
  return refundCharge(context, {
    charge,
    amount,
    reason: reader.choice("reason", REASONS) ?? null,
    metadata: reader.metadata(),
  });
}

function listOfPayment({ reader, context }: ApiCall, kind: "refund" | "dispute") {
  return listPage(reader, {
    items: context.store.list(kind),
    url: `/v1/${kind}s`,
    filters: { payment_intent: (item) => item.payment_intent },
  });
}

function readCharge(reader: ParamReader, { store }: Context): Charge {
  const id = reader.string("payment_intent");
  if (id === undefined) throw missing("payment_intent");
  const intent = store.find("payment_intent", id);
  if (!intent) throw noSuch("payment_intent", { id, param: "payment_intent" });
  const charge = store.find("charge", intent.latest_charge ?? "");
  if (charge) return charge;
  throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
}

function checkRefundable(charge: Charge, amount: number): void {
  if (!charge.paid) {
    throw invalid(`This charge (${charge.id}) has not been paid and cannot be refunded.`, {
      code: "charge_not_refundable",
    });
  }
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (charge.refunded) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (amount > left) {
    const [asked, most] = [amount, left].map((each) => formatAmount(each, charge.currency));
    throw invalid(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${most})`,
      { param: "amount" },
    );
  }
}
