import { noSuch } from "../api-error.ts";
import { listPage } from "../list-page.ts";
import type { ApiCall, Route } from "../call.ts";
import type { Charge, PaymentIntent } from "../types.ts";

export const PAYMENT_ROUTES: Route[] = [
  { method: "GET", path: "/v1/payment_intents", handler: listPaymentIntents },
  { method: "GET", path: "/v1/payment_intents/:id", handler: retrievePaymentIntent },
  { method: "GET", path: "/v1/charges", handler: listCharges },
  { method: "GET", path: "/v1/charges/:id", handler: retrieveCharge },
];

function retrievePaymentIntent({ reader, context, id }: ApiCall): PaymentIntent {
  reader.only("expand", "client_secret");
  const intent = context.store.find("payment_intent", id);
  if (!intent) throw noSuch("payment_intent", { id, param: "intent" });
  return intent;
}

function listPaymentIntents({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("payment_intent"),
    url: "/v1/payment_intents",
    filters: { customer: (intent, wanted) => intent.customer === wanted },
  });
}

function retrieveCharge({ reader, context, id }: ApiCall): Charge {
  reader.only("expand");
  const charge = context.store.find("charge", id);
  if (!charge) throw noSuch("charge", { id, param: "id" });
  return charge;
}

function listCharges({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("charge"),
    url: "/v1/charges",
    filters: {
      customer: (charge, wanted) => charge.customer === wanted,
      payment_intent: (charge, wanted) => charge.payment_intent === wanted,
    },
  });
}
