import type { Stripe } from "stripe";
import { invalid, noSuch } from "./api-error.ts";
import blanks from "./blanks.json";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import { patch } from "./store.ts";
import type { ApiCall, Context, LineItem, Price, Product, Route, Session } from "./types.ts";

const PATH = "/v1/checkout/sessions";

/** What the API does with sessions once they are made. */
export const SESSION_ROUTES: Route[] = [
  { method: "GET", path: PATH, handler: listSessions },
  { method: "GET", path: `${PATH}/:id`, handler: retrieveSession },
  { method: "POST", path: `${PATH}/:id/expire`, handler: expire },
];

export type NewSession = {
  mode: "payment" | "subscription";
  lines: LineItem[];
  expiresAt: number;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customerEmail: string | null;
  metadata: Stripe.Metadata;
};

/** A line that is not stored yet. */
export type LineDraft = {
  name: string;
  metadata: Stripe.Metadata;
  currency: string;
  /** In the currency's smallest unit. */
  amount: number;
  /** Null for what is paid once. */
  interval: "month" | "year" | null;
};

/** Stores an open session. */
export function addSession(context: Context, session: NewSession): Session {
  const id = newId("session");
  const total = session.lines.reduce((sum, line) => sum + line.amount_total, 0);
  const once = session.mode === "payment";
  const record = {
    ...blanks["checkout.session"],
    id,
    object: "checkout.session",
    amount_subtotal: total,
    amount_total: total,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: context.now(),
    currency: session.lines[0]?.currency ?? null,
    customer_creation: once ? "if_required" : "always",
    customer_details: session.customerEmail ? payerDetails(session.customerEmail, null) : null,
    customer_email: session.customerEmail,
    expires_at: session.expiresAt,
    invoice_creation: once ? blanks.session_invoice : null,
    metadata: session.metadata,
    mode: session.mode,
    payment_method_collection: once ? "if_required" : "always",
    payment_method_types: ["card"],
    payment_status: "unpaid",
    status: "open",
    success_url: session.successUrl,
    ui_mode: "hosted_page",
    url: `${context.siteUrl}/demo/pay/${id}`,
  } satisfies Session;
  context.store.put("checkout.session", record);
  context.remind(record.expires_at);
  return record;
}

/** A line of a session, with a price of its own for a stored product of its own. */
export function sessionLine(context: Context, line: LineDraft): LineItem {
  const product = addProduct(context, line);
  return {
    ...blanks.item,
    id: newId("lineItem"),
    object: "item",
    amount_subtotal: line.amount,
    amount_total: line.amount,
    currency: line.currency,
    description: line.name,
    price: newPrice(context, { ...line, product: product.id }),
    quantity: 1,
  };
}

/** Who paid, as a session shows it. */
export function payerDetails(email: string, name: string | null) {
  return {
    ...blanks.customer_details,
    email,
    name,
    tax_exempt: "none",
  } satisfies Stripe.Checkout.Session.CustomerDetails;
}

/** Ends an open session without payment and tells so. */
export function expireSession(context: Context, sessionId: string): Session {
  const expired = patch(context.store, "checkout.session", {
    id: sessionId,
    fields: { status: "expired", url: null },
  });
  context.emit("checkout.session.expired", expired);
  return expired;
}

/** Ends every open session whose time is over. */
export function expireDue(context: Context): void {
  const now = context.now();
  for (const session of context.store.list("checkout.session")) {
    if (session.status === "open" && session.expires_at <= now) expireSession(context, session.id);
  }
}

function retrieveSession(call: ApiCall): Session {
  call.reader.only();
  return getSession(call);
}

function listSessions({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("checkout.session"),
    url: PATH,
    filters: {
      payment_intent: (session) => session.payment_intent,
      subscription: (session) => session.subscription,
    },
  });
}

function expire(call: ApiCall): Session {
  call.reader.only();
  const session = getSession(call);
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  return expireSession(call.context, session.id);
}

function getSession({ context, id }: ApiCall): Session {
  const session = context.store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", { id, param: "session" });
  return session;
}

function addProduct(context: Context, { name, metadata }: LineDraft): Product {
  const created = context.now();
  const record = {
    ...blanks.product,
    id: newId("product"),
    object: "product",
    created,
    metadata,
    name,
    type: "service",
    updated: created,
  } satisfies Product;
  context.store.put("product", record);
  return record;
}

function newPrice(context: Context, line: LineDraft & { product: string }): Price {
  return {
    ...blanks.price,
    id: newId("price"),
    object: "price",
    billing_scheme: "per_unit",
    created: context.now(),
    currency: line.currency,
    product: line.product,
    recurring: line.interval && {
      interval: line.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    type: line.interval ? "recurring" : "one_time",
    unit_amount: line.amount,
    unit_amount_decimal: String(line.amount),
  };
}
