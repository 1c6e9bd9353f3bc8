import { invalid, missing, noSuch } from "../api-error.ts";
import { closeDispute, refundCharge } from "../flows/reverse.ts";
import { listPage } from "../list-page.ts";
import { money } from "../pages/money.ts";
import type { ParamReader } from "../params.ts";
import type { ApiCall, Route } from "../call.ts";
import type { Charge, Context, Dispute, Refund } from "../types.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;

export const REVERSAL_ROUTES: Route[] = [
  { method: "POST", path: "/v1/refunds", handler: createRefund },
  { method: "GET", path: "/v1/refunds", handler: listRefunds },
  { method: "GET", path: "/v1/refunds/:id", handler: retrieveRefund },
  { method: "GET", path: "/v1/disputes", handler: listDisputes },
  { method: "GET", path: "/v1/disputes/:id", handler: retrieveDispute },
  { method: "POST", path: "/v1/disputes/:id/close", handler: acceptDispute },
];

function createRefund({ reader, context }: ApiCall): Refund {
  reader.only("charge", "payment_intent", "amount", "reason", "metadata", "expand");
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

function retrieveRefund({ reader, context, id }: ApiCall): Refund {
  reader.only("expand");
  const refund = context.store.find("refund", id);
  if (!refund) throw noSuch("refund", { id, param: "refund" });
  return refund;
}

function listRefunds({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("refund"),
    url: "/v1/refunds",
    filters: {
      charge: (refund, wanted) => refund.charge === wanted,
      payment_intent: (refund, wanted) => refund.payment_intent === wanted,
    },
  });
}

function retrieveDispute({ reader, context, id }: ApiCall): Dispute {
  reader.only("expand");
  const dispute = context.store.find("dispute", id);
  if (!dispute) throw noSuch("dispute", { id, param: "dispute" });
  return dispute;
}

function listDisputes({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("dispute"),
    url: "/v1/disputes",
    filters: {
      charge: (dispute, wanted) => dispute.charge === wanted,
      payment_intent: (dispute, wanted) => dispute.payment_intent === wanted,
    },
  });
}

function acceptDispute({ reader, context, id }: ApiCall): Dispute {
  reader.only("expand");
  const dispute = context.store.find("dispute", id);
  if (!dispute) throw noSuch("dispute", { id, param: "dispute" });
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalid("This dispute is already closed.", { param: "dispute" });
  }
  return closeDispute(context, id, "lost");
}

function readCharge(reader: ParamReader, context: Context): Charge {
  const chargeId = reader.string("charge");
  const intentId = reader.string("payment_intent");
  if (chargeId !== undefined && intentId !== undefined) {
    throw invalid("You may only specify one of these parameters: charge, payment_intent.");
  }
  if (chargeId !== undefined) {
    const charge = context.store.find("charge", chargeId);
    if (charge) return charge;
    throw noSuch("charge", { id: chargeId, param: "charge" });
  }
  if (intentId === undefined) throw missing("payment_intent");
  const intent = context.store.find("payment_intent", intentId);
  if (!intent) throw noSuch("payment_intent", { id: intentId, param: "payment_intent" });
  const charge = context.store.find("charge", intent.latest_charge ?? "");
  if (charge) return charge;
  throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
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
    const [asked, most] = [amount, left].map((each) => money(each, charge.currency));
    throw invalid(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${most})`,
      { param: "amount" },
    );
  }
}
