import { formatMoney } from "../../contract/format.ts";
import { findPriceFault } from "../../ports/prices.ts";
import { sessionAmounts } from "./amounts.ts";
import {
  type ApiCall,
  invalid,
  listAt,
  listPage,
  metadataAt,
  noSuch,
  numberAt,
  type Params,
  paramsAt,
  type Route,
  textAt,
} from "./requests.ts";
import { newConsent, recoveryOf } from "./consent.ts";
import { productFields, withDiscounts } from "./promotions.ts";
import { need, newId, patch } from "./store.ts";
import type { Context, LineItem, Product, Session } from "./types.ts";

const PATH = "/v1/checkout/sessions";
const LONGEST_SECONDS = 24 * 60 * 60;

export const SESSION_ROUTES: Route[] = [
  { method: "POST", path: PATH, answer: createSession },
  { method: "GET", path: PATH, answer: listSessions },
  { method: "GET", path: `${PATH}/:id`, answer: getSession },
  { method: "POST", path: `${PATH}/:id/expire`, answer: expire },
];

function createSession({ params, context }: ApiCall): Session {
  const { store, now, siteUrl } = context;
  const id = newId("cs_test");
  const items = listAt(params, "line_items").map((line, index) =>
    newLine(context, paramsAt(line as Params, "price_data"), index),
  );
  const { lines, discounts } = withDiscounts(context, params, items);
  const amounts = sessionAmounts(lines);
  const currency = lines[0]?.currency ?? "";
  const fault = findPriceFault(amounts.amount_total, currency);
  if (fault?.kind === "least") {
    const least = formatMoney(fault.least, currency);
    throw invalid(`The total amount due must add up to at least ${least}`);
  }
  const email = textAt(params, "customer_email") ?? null;
  const session: Session = {
    id,
    object: "checkout.session",
    allow_promotion_codes: textAt(params, "allow_promotion_codes") === "true" || null,
    ...amounts,
    ...newConsent(params),
    automatic_tax: automaticTax(isEnabled(params, "automatic_tax")),
    billing_address_collection: textAt(params, "billing_address_collection") ?? null,
    cancel_url: textAt(params, "cancel_url") ?? null,
    created: now(),
    currency,
    customer: null,
    customer_details: email === null ? null : { email, name: null, address: null, tax_ids: null },
    customer_email: email,
    discounts,
    expires_at: numberAt(params, "expires_at") ?? now() + LONGEST_SECONDS,
    invoice: null,
    invoice_creation: { enabled: isEnabled(params, "invoice_creation") },
    livemode: false,
    locale: textAt(params, "locale") ?? null,
    metadata: metadataAt(params),
    mode: lines.some(({ price }) => price.recurring) ? "subscription" : "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    subscription: null,
    success_url: textAt(params, "success_url") ?? null,
    tax_id_collection: { enabled: isEnabled(params, "tax_id_collection"), required: "never" },
    url: `${siteUrl}/demo/pay/${id}`,
  };
  store.put("checkout.session", session);
  store.put("session_plan", { id, lines });
  return session;
}

function isEnabled(params: Params, name: string): boolean {
  return textAt(paramsAt(params, name), "enabled") === "true";
}

function automaticTax(enabled: boolean): Session["automatic_tax"] {
  return {
    enabled,
    liability: enabled ? { type: "self" } : null,
    provider: enabled ? "stripe" : null,
    status: enabled ? "requires_location_inputs" : null,
  };
}

const TAX_BEHAVIORS = ["exclusive", "inclusive"] as const;

function newLine({ store, now }: Context, data: Params, index: number): LineItem {
  const currency = textAt(data, "currency") ?? "";
  const amount = numberAt(data, "unit_amount") ?? 0;
  const fault = findPriceFault(amount, currency);
  if (fault && fault.kind !== "least") {
    const param = `line_items[${index}][price_data][unit_amount]`;
    throw invalid(`Invalid amount for ${currency}`, { param });
  }
  const product = productOf({ store, now }, data, index);
  const behavior = textAt(data, "tax_behavior");
  const interval = textAt(paramsAt(data, "recurring"), "interval");
  return {
    id: newId("li"),
    object: "item",
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    price: {
      id: newId("price"),
      object: "price",
      currency,
      product: product.id,
      recurring: interval ? { interval: interval === "year" ? "year" : "month" } : null,
      tax_behavior: TAX_BEHAVIORS.find((known) => known === behavior) ?? "unspecified",
      unit_amount: amount,
    },
    quantity: 1,
  };
}

/** Returns the product named by the parameters, or stores the one that they describe. */
function productOf(
  { store, now }: Pick<Context, "store" | "now">,
  data: Params,
  index: number,
): Product {
  const known = textAt(data, "product");
  if (known === undefined) {
    const made = {
      id: newId("prod"),
      created: now(),
      ...productFields(paramsAt(data, "product_data")),
    };
    store.put("product", made);
    return made;
  }
  const found = store.find("product", known);
  const param = `line_items[${index}][price_data][product]`;
  if (found && !found.active) throw invalid("This product is not active.", { param });
  if (found) return found;
  throw invalid(`No such product: '${known}'`, { code: "resource_missing", param });
}

export function expireSession(context: Context, id: string): Session {
  const { store, emit } = context;
  const after_expiration = recoveryOf(context, need(store, "checkout.session", id));
  const fields = { after_expiration, status: "expired", url: null } as const;
  const expired = patch(store, "checkout.session", { id, fields });
  emit("checkout.session.expired", expired);
  return expired;
}

function listSessions({ params, context }: ApiCall) {
  const intent = textAt(params, "payment_intent");
  const subscription = textAt(params, "subscription");
  const items = context.store
    .list("checkout.session")
    .filter((session) => !intent || session.payment_intent === intent)
    .filter((session) => !subscription || session.subscription === subscription);
  return listPage(params, items);
}

function getSession({ context, id }: ApiCall): Session {
  const session = context.store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id);
  return session;
}

function expire(call: ApiCall): Session {
  const { status } = getSession(call);
  if (status !== "open") throw invalid(`This Checkout Session has a status of ${status}.`);
  return expireSession(call.context, call.id);
}
