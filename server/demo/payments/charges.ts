import {
  type ApiCall,
  invalid,
  listPage,
  metadataAt,
  noSuch,
  numberAt,
  type Route,
  textAt,
} from "./requests.ts";
import { newId, patch } from "./store.ts";
import type { Charge, Context, PaymentIntent, Refund } from "./types.ts";

const listOfPayment =
  (kind: "refund" | "dispute") =>
  ({ params, context }: ApiCall) => {
    const intent = textAt(params, "payment_intent");
    return listPage(
      params,
      context.store.list(kind).filter((item) => !intent || item.payment_intent === intent),
    );
  };

export const CHARGE_ROUTES: Route[] = [
  { method: "POST", path: "/v1/refunds", answer: createRefund },
  { method: "GET", path: "/v1/refunds", answer: listOfPayment("refund") },
  { method: "GET", path: "/v1/disputes", answer: listOfPayment("dispute") },
];

/** `isDelayed`: the bank confirms the payment later. */
export type NewPayment = { amount: number; currency: string; isDelayed: boolean };

/** Stores a payment intent with its charge. */
export function addPayment({ store, now, emit }: Context, payment: NewPayment): PaymentIntent {
  const { amount, currency, isDelayed } = payment;
  const base = { amount, created: now(), currency };
  const charge: Charge = {
    ...base,
    id: newId("ch"),
    object: "charge",
    amount_refunded: 0,
    disputed: false,
    paid: !isDelayed,
    payment_intent: newId("pi"),
    refunded: false,
    status: isDelayed ? "pending" : "succeeded",
  };
  const intent: PaymentIntent = {
    ...base,
    id: charge.payment_intent,
    object: "payment_intent",
    latest_charge: charge.id,
    status: isDelayed ? "processing" : "succeeded",
  };
  store.put("charge", charge);
  store.put("payment_intent", intent);
  if (!isDelayed) emit("payment_intent.succeeded", intent);
  return intent;
}

function createRefund({ params, context }: ApiCall): Refund {
  const id = textAt(params, "payment_intent") ?? "";
  const intent = context.store.find("payment_intent", id);
  const charge = context.store.find("charge", intent?.latest_charge ?? "");
  if (!charge) throw noSuch("payment_intent", id);
  const left = charge.amount - charge.amount_refunded;
  const amount = numberAt(params, "amount") ?? left;
  const refuse = (code: string, reason: string) =>
    invalid(`Charge ${charge.id} ${reason}.`, { code });
  if (!charge.paid) throw refuse("charge_not_refundable", "has not been paid");
  if (charge.disputed) throw refuse("charge_disputed", "has been charged back");
  if (charge.refunded) throw refuse("charge_already_refunded", "has already been refunded");
  if (amount > left) throw invalid("Refund amount is greater than unrefunded amount on charge.");
  return refundCharge(context, { charge, amount, metadata: metadataAt(params) });
}

type NewRefund = {
  charge: Charge;
  /** At most the amount not yet refunded; the caller checks it. */
  amount: number;
  metadata: Record<string, string>;
};

/** Refunds some or all of a charge. */
export function refundCharge({ store, now, emit }: Context, refund: NewRefund): Refund {
  const { charge, amount, metadata } = refund;
  const record: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    status: "succeeded",
  };
  store.put("refund", record);
  const amount_refunded = charge.amount_refunded + amount;
  const after = patch(store, "charge", {
    id: charge.id,
    fields: { amount_refunded, refunded: amount_refunded === charge.amount },
  });
  emit("refund.created", record);
  emit("charge.refunded", after);
  return record;
}
