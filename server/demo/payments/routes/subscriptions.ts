import { missing, noSuch } from "../api-error.ts";
import { changeSubscription, endSubscription } from "../flows/billing.ts";
import { cancelAtPeriodEnd } from "../flows/cancel.ts";
import { newId } from "../ids.ts";
import { listPage } from "../list-page.ts";
import type { ApiCall, Route } from "../call.ts";
import type { PortalSession, Subscription } from "../types.ts";

export const SUBSCRIPTION_ROUTES: Route[] = [
  { method: "GET", path: "/v1/subscriptions", handler: listSubscriptions },
  { method: "GET", path: "/v1/subscriptions/:id", handler: retrieveSubscription },
  { method: "POST", path: "/v1/subscriptions/:id", handler: updateSubscription },
  { method: "DELETE", path: "/v1/subscriptions/:id", handler: cancelSubscription },
  { method: "POST", path: "/v1/billing_portal/sessions", handler: createPortalSession },
];

function retrieveSubscription({ reader, context, id }: ApiCall): Subscription {
  reader.only("expand");
  const subscription = context.store.find("subscription", id);
  if (!subscription) throw noSuch("subscription", { id, param: "id" });
  return subscription;
}

function listSubscriptions({ reader, context }: ApiCall) {
  const anyStatus = reader.has("status");
  return listPage(reader, {
    items: context.store
      .list("subscription")
      .filter((subscription) => anyStatus || subscription.status !== "canceled"),
    url: "/v1/subscriptions",
    filters: {
      customer: (subscription, wanted) => subscription.customer === wanted,
      price: (subscription, wanted) =>
        subscription.items.data.some((item) => item.price.id === wanted),
      status: (subscription, wanted) => wanted === "all" || subscription.status === wanted,
    },
  });
}

function updateSubscription({ reader, context, id }: ApiCall): Subscription {
  reader.only("cancel_at_period_end", "metadata", "description", "expand");
  const subscription = running(context.store.find("subscription", id), id);
  const cancel = reader.boolean("cancel_at_period_end");
  return changeSubscription(context, id, {
    ...(cancel !== undefined && cancelAtPeriodEnd(context, subscription, cancel)),
    description: reader.text("description", subscription.description),
    metadata: reader.mergedMetadata(subscription.metadata),
  });
}

function cancelSubscription({ reader, context, id }: ApiCall): Subscription {
  reader.only("invoice_now", "prorate", "cancellation_details", "expand");
  running(context.store.find("subscription", id), id);
  return endSubscription(context, id);
}

function createPortalSession({ reader, context }: ApiCall): PortalSession {
  reader.only("customer", "return_url", "configuration", "locale", "expand");
  const customer = reader.string("customer");
  if (customer === undefined) throw missing("customer");
  if (!context.store.find("customer", customer)) {
    throw noSuch("customer", { id: customer, param: "customer", status: 400 });
  }
  const id = newId("portalSession");
  const session = {
    id,
    object: "billing_portal.session",
    configuration: "bpc_demo",
    created: context.now(),
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: reader.url("return_url") ?? null,
    url: `${context.siteUrl}/demo/portal/${id}`,
  } satisfies PortalSession;
  context.store.put("billing_portal.session", session);
  return session;
}

// Stripe answers for an ended subscription as if it did not exist.
function running(subscription: Subscription | undefined, id: string): Subscription {
  if (subscription && subscription.status !== "canceled") return subscription;
  throw noSuch("subscription", { id, param: "id" });
}
