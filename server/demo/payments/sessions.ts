import { formatMoney } from "../../contract/format.ts";
import { ENGLISH } from "../../contract/language.ts";
import { findPriceFault } from "../../ports/prices.ts";
import { sessionAmounts } from "./amounts.ts";
import { customerFields } from "./customers.ts";
import {
  type Context,
  create,
  type LineItem,
  need,
  newId,
  patch,
  type Product,
  type Session,
} from "./objects.ts";
import { productFields, withDiscounts } from "./promotions.ts";
import {
  type ApiCall,
  invalid,
  isEnabled,
  listAt,
  listRoute,
  metadataAt,
  numberAt,
  type Params,
  paramsAt,
  readRoute,
  type Route,
  textAt,
} from "./requests.ts";

const KIND = "checkout.session";
const PATH = "/v1/checkout/sessions";
const LONGEST_SECONDS = 24 * 60 * 60;
const RECOVERY_SECONDS = 30 * 86_400;
const LONGEST_TEXT = 1200;

const readSession = readRoute(KIND, PATH);

export const SESSION_ROUTES: Route[] = [
  { method: "POST", path: PATH, answer: createSession },
  listRoute(KIND, PATH, ["payment_intent", "subscription"]),
  readSession,
  { method: "POST", path: `${PATH}/:id/expire`, answer: expire },
];

/** Creates a session with the parameters of the API call. Throws ApiError. */
export function createSession({ params, context }: Pick<ApiCall, "params" | "context">): Session {
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
    const least = formatMoney(fault.least, currency, ENGLISH);
    throw invalid(`The total amount due must add up to at least ${least}`);
  }
  const mode = lines.some(({ price }) => price.recurring) ? "subscription" : "payment";
  store.put("session_plan", { id, lines });
  return create(context, KIND, {
    id,
    allow_promotion_codes: textAt(params, "allow_promotion_codes") === "true" || null,
    ...amounts,
    ...consentFields(params),
    ...customerFields(context, params, mode),
    automatic_tax: { enabled: isEnabled(params, "automatic_tax") },
    cancel_url: textAt(params, "cancel_url") ?? null,
    currency,
    discounts,
    expires_at: numberAt(params, "expires_at") ?? now() + LONGEST_SECONDS,
    invoice: null,
    invoice_creation: { enabled: isEnabled(params, "invoice_creation") },
    livemode: false,
    metadata: metadataAt(params),
    mode,
    payment_intent: null,
    payment_status: "unpaid",
    recovered_from: null,
    status: "open",
    subscription: null,
    success_url: textAt(params, "success_url") ?? null,
    url: `${siteUrl}/demo/pay/${id}`,
  });
}

/** Fields of a new session about consent, texts and recovery. */
function consentFields(params: Params) {
  const collection = paramsAt(params, "consent_collection");
  const terms_of_service = collection["terms_of_service"] === "required" ? "required" : null;
  const promotions = collection["promotions"] === "auto" ? "auto" : null;
  const asksAny = Boolean(terms_of_service ?? promotions);
  const recovery = paramsAt(paramsAt(params, "after_expiration"), "recovery");
  const allow_promotion_codes = recovery["allow_promotion_codes"] === "true";
  return {
    after_expiration:
      recovery["enabled"] === "true"
        ? { recovery: { allow_promotion_codes, enabled: true, expires_at: null, url: null } }
        : null,
    consent: asksAny ? { promotions: null, terms_of_service: null } : null,
    consent_collection: asksAny ? { promotions, terms_of_service } : null,
    custom_text: {
      submit: customText(params, "submit"),
      terms_of_service_acceptance: customText(params, "terms_of_service_acceptance"),
    },
  } as const;
}

function customText(params: Params, name: string): { message: string } | null {
  const message = textAt(paramsAt(paramsAt(params, "custom_text"), name), "message");
  if (message === undefined) return null;
  if (message.length <= LONGEST_TEXT) return { message };
  const param = `custom_text[${name}][message]`;
  throw invalid(`Invalid string: must be at most ${LONGEST_TEXT} characters`, { param });
}

const TAX_BEHAVIORS = ["exclusive", "inclusive"] as const;

function newLine(context: Context, data: Params, index: number): LineItem {
  const currency = textAt(data, "currency") ?? "";
  const amount = numberAt(data, "unit_amount") ?? 0;
  const fault = findPriceFault(amount, currency);
  if (fault && fault.kind !== "least") {
    const param = `line_items[${index}][price_data][unit_amount]`;
    throw invalid(`Invalid amount for ${currency}`, { param });
  }
  const product = productOf(context, data, index);
  const interval = textAt(paramsAt(data, "recurring"), "interval");
  return {
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    price: {
      currency,
      product: product.id,
      recurring: interval ? { interval: interval === "year" ? "year" : "month" } : null,
      tax_behavior: TAX_BEHAVIORS.find((known) => known === data["tax_behavior"]) ?? "unspecified",
      unit_amount: amount,
    },
  };
}

/** Returns the product named by the parameters, or stores the one that they describe. */
function productOf(context: Context, data: Params, index: number): Product {
  const id = textAt(data, "product");
  if (id === undefined) {
    return create(context, "product", productFields(paramsAt(data, "product_data")));
  }
  const product = context.store.find("product", id);
  const param = `line_items[${index}][price_data][product]`;
  if (!product) throw invalid(`No such product: '${id}'`, { code: "resource_missing", param });
  if (!product.active) throw invalid("This product is not active.", { param });
  return product;
}

function expire(call: ApiCall): Session {
  readSession.answer(call);
  const { status } = need(call.context.store, KIND, call.id);
  if (status !== "open") throw invalid(`This Checkout Session has a status of ${status}.`);
  return expireSession(call.context, call.id);
}

/** Expires a session; the page of one that can be recovered gets a link to a copy. */
export function expireSession({ store, siteUrl, now, emit }: Context, id: string): Session {
  const { after_expiration } = need(store, KIND, id);
  const recovery = after_expiration?.recovery && {
    ...after_expiration.recovery,
    expires_at: now() + RECOVERY_SECONDS,
    url: `${siteUrl}/demo/recover/${id}`,
  };
  const fields = {
    after_expiration: recovery ? { recovery } : null,
    status: "expired",
    url: null,
  } as const;
  const expired = patch(store, KIND, { id, fields });
  emit("checkout.session.expired", expired);
  return expired;
}

/** Opens a copy of an expired session; undefined if the session cannot be recovered. */
export function recoverSession(context: Context, id: string): Session | undefined {
  const { store, siteUrl, now } = context;
  const expired = store.find(KIND, id);
  const recovery = expired?.after_expiration?.recovery;
  if (expired?.status !== "expired" || !recovery?.url) return undefined;
  if ((recovery.expires_at ?? 0) <= now()) return undefined;
  const copyId = newId("cs_test");
  store.put("session_plan", { ...need(store, "session_plan", id), id: copyId });
  return create(context, KIND, {
    ...expired,
    id: copyId,
    allow_promotion_codes: recovery.allow_promotion_codes || null,
    consent: expired.consent && { promotions: null, terms_of_service: null },
    after_expiration: { recovery: { ...recovery, expires_at: null, url: null } },
    created: now(),
    expires_at: now() + expired.expires_at - expired.created,
    recovered_from: id,
    status: "open",
    url: `${siteUrl}/demo/pay/${copyId}`,
  });
}
