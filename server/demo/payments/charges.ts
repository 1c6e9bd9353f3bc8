import type { Stripe } from "stripe";
import { z } from "zod";
import { formatAmount } from "../../contract/format.ts";
import { listPage, listParams } from "./answers.ts";
import blanks from "./blanks.json";
import { type Call, integer, invalid, metadata, noSuch, route, text } from "./requests.ts";
import { newId, newObject, patch } from "./store.ts";
import type { Charge, Context, PaymentIntent, Refund } from "./types.ts";

const newRefund = z.strictObject({
  payment_intent: text,
  amount: integer(1).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata,
});

const ofPayment = listParams.extend({ payment_intent: text.optional() });
const listOfPayment =
  (kind: "refund" | "dispute") =>
  ({ params: { payment_intent, ...page }, context }: Call<z.infer<typeof ofPayment>>) => {
    const items = context.store
      .list(kind)
      .filter((item) => !payment_intent || item.payment_intent === payment_intent);
    return listPage(page, { items, url: `/v1/${kind}s` });
  };

export const CHARGE_ROUTES = [
  route("POST", "/v1/refunds", { schema: newRefund, answer: createRefund }),
  route("GET", "/v1/refunds", { schema: ofPayment, answer: listOfPayment("refund") }),
  route("GET", "/v1/disputes", { schema: ofPayment, answer: listOfPayment("dispute") }),
];

export type Payer = { email: string; name: string | null };
export type NewPayment = {
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Stripe.Metadata;
  payer: Payer;
  card: string;
  /** Whether the bank answers later. */
  delayed: boolean;
};

/** Stores a payment intent with its charge, and tells of them once they are paid. */
export function addPayment({ store, now, emit }: Context, payment: NewPayment): PaymentIntent {
  const { amount, currency, customer, metadata, payer, delayed } = payment;
  const id = newId("payment_intent");
  const created = now();
  const charge = newObject("charge", {
    id: newId("charge"),
    amount,
    amount_captured: delayed ? 0 : amount,
    billing_details: { ...blanks.billing_details, ...payer },
    captured: !delayed,
    created,
    currency,
    customer,
    metadata,
    paid: !delayed,
    payment_intent: id,
    payment_method: newId("payment_method"),
    payment_method_details: methodOf(payment),
    status: delayed ? "pending" : "succeeded",
  });
  const intent = newObject("payment_intent", {
    id,
    amount,
    amount_received: delayed ? 0 : amount,
    client_secret: `${id}_secret_demo`,
    created,
    currency,
    customer,
    latest_charge: charge.id,
    metadata,
    payment_method: charge.payment_method,
    payment_method_types: [delayed ? "us_bank_account" : "card"],
    status: delayed ? "processing" : "succeeded",
  });
  store.put("charge", charge);
  store.put("payment_intent", intent);
  if (!delayed) {
    emit("charge.succeeded", charge);
    emit("payment_intent.succeeded", intent);
  }
  return intent;
}

function methodOf({ card, delayed }: NewPayment) {
  const last4 = card.replace(/\D/g, "").slice(-4);
  return delayed
    ? { type: "us_bank_account", us_bank_account: { ...blanks.us_bank_account, last4 } }
    : { type: "card", card: { ...blanks.card, last4 } };
}

function createRefund({ params, context }: Call<z.infer<typeof newRefund>>): Refund {
  const { payment_intent: id, amount, reason = null, metadata } = params;
  const intent = context.store.find("payment_intent", id);
  if (!intent) throw noSuch("payment_intent", { id, param: "payment_intent" });
  const charge = context.store.find("charge", intent.latest_charge ?? "");
  if (!charge) throw invalid(`This PaymentIntent (${id}) does not have a charge to refund.`);
  const left = charge.amount - charge.amount_refunded;
  checkRefundable(charge, amount ?? left);
  return refundCharge(context, { charge, amount: amount ?? left, reason, metadata });
}

function checkRefundable(charge: Charge, amount: number): void {
  const refuse = (code: string, reason: string) =>
    invalid(`Charge ${charge.id} ${reason}.`, { code });
  if (!charge.paid) throw refuse("charge_not_refundable", "has not been paid");
  if (charge.disputed) throw refuse("charge_disputed", "has been charged back");
  if (charge.refunded) throw refuse("charge_already_refunded", "has already been refunded");
  const left = charge.amount - charge.amount_refunded;
  if (amount > left) {
    const [asked, most] = [amount, left].map((each) => formatAmount(each, charge.currency));
    throw invalid(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${most})`,
      { param: "amount" },
    );
  }
}

type NewRefund = {
  charge: Charge;
  /** At most what is left of the charge. */
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
};

/** Gives back some or all of a charge. */
export function refundCharge({ store, now, emit }: Context, refund: NewRefund): Refund {
  const { charge, ...fields } = refund;
  const record = newObject("refund", {
    ...fields,
    id: newId("refund"),
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    customer: charge.customer,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
  });
  store.put("refund", record);
  const amount_refunded = charge.amount_refunded + refund.amount;
  const after = patch(store, "charge", {
    id: charge.id,
    fields: { amount_refunded, refunded: amount_refunded === charge.amount },
  });
  emit("refund.created", record);
  emit("charge.refunded", after);
  return record;
}
