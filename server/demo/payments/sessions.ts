import { z } from "zod";
import blanks from "./blanks.json";
import { listPage, listParams } from "./answers.ts";
import { formatMoney } from "../../contract/format.ts";
import { findPriceFault } from "../../contract/prices.ts";
import {
  type Call,
  email,
  integer,
  invalid,
  listOf,
  metadata,
  noSuch,
  route,
  text,
  webUrl,
} from "./requests.ts";
import { newId, newObject, patch } from "./store.ts";
import type { Context, LineItem, Session } from "./types.ts";

const PATH = "/v1/checkout/sessions";
const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 60 * 60;
const LARGEST_CHARGE_CENTS = 99_999_999;

const priceData = z.strictObject({
  currency: z
    .string()
    .refine((currency) => findPriceFault(0, currency) === undefined, "Invalid currency"),
  unit_amount: integer(0, LARGEST_CHARGE_CENTS),
  product_data: z.strictObject({ name: text, metadata }),
  recurring: z.strictObject({ interval: z.enum(["month", "year"]) }).optional(),
});
type PriceData = z.infer<typeof priceData>;

const newSession = z.strictObject({
  mode: z.enum(["payment", "subscription"]),
  line_items: listOf(z.strictObject({ price_data: priceData, quantity: z.literal("1") })),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: text.max(200).optional(),
  customer_email: email.optional(),
  expires_at: integer().optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata }).optional(),
  subscription_data: z.strictObject({ metadata }).optional(),
});
type NewSession = z.infer<typeof newSession>;

const sessionList = listParams.extend({
  payment_intent: text.optional(),
  subscription: text.optional(),
});

export const SESSION_ROUTES = [
  route("POST", PATH, { schema: newSession, answer: createSession }),
  route("GET", PATH, { schema: sessionList, answer: listSessions }),
  route("GET", `${PATH}/:id`, { schema: z.strictObject({}), answer: getSession }),
  route("POST", `${PATH}/:id/expire`, { schema: z.strictObject({}), answer: expire }),
];

/** Stores an open session with its lines. */
function createSession({ params, context }: Call<NewSession>): Session {
  const { store, now, siteUrl } = context;
  const expires_at = params.expires_at ?? now() + LONGEST_SECONDS;
  checkExpiry(expires_at - now());
  checkLines(params);
  const id = newId("checkout.session");
  const lines = params.line_items.map(({ price_data }) => newLine(context, price_data));
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const { customer_email = null, payment_intent_data, subscription_data } = params;
  const session = newObject("checkout.session", {
    id,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now(),
    currency: lines[0]?.currency ?? null,
    customer_details: customer_email === null ? null : payerDetails(customer_email, null),
    customer_email,
    expires_at,
    metadata: params.metadata,
    mode: params.mode,
    success_url: params.success_url,
    url: `${siteUrl}/demo/pay/${id}`,
  });
  store.put("checkout.session", session);
  const paid = payment_intent_data ?? subscription_data;
  store.put("session_plan", { id, lines, metadata: paid?.metadata ?? {} });
  context.remind(expires_at);
  return session;
}

function checkExpiry(seconds: number): void {
  const param = "expires_at";
  if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) {
    throw invalid("The `expires_at` timestamp must be 30 minutes to 24 hours ahead.", { param });
  }
}

/** Refuses what a session of this mode cannot hold together. */
function checkLines({ mode, line_items, payment_intent_data, subscription_data }: NewSession) {
  const prices = line_items.map(({ price_data }) => price_data);
  const intervals = new Set(prices.flatMap(({ recurring }) => recurring?.interval ?? []));
  const currencies = new Set(prices.map(({ currency }) => currency));
  const total = prices.reduce((sum, { unit_amount }) => sum + unit_amount, 0);
  if (intervals.size > 0 !== (mode === "subscription")) {
    throw invalid(`The lines do not belong into \`${mode}\` mode.`, { param: "mode" });
  }
  if (mode === "payment" ? subscription_data : payment_intent_data) {
    const param = mode === "payment" ? "subscription_data" : "payment_intent_data";
    throw invalid(`You can not pass \`${param}\` in \`${mode}\` mode.`, { param });
  }
  if (intervals.size > 1 || currencies.size > 1) {
    const param = "line_items";
    throw invalid("All lines must have the same billing interval and currency.", { param });
  }
  const currency = prices[0]?.currency ?? "";
  const odd = prices.findIndex(
    (price) => findPriceFault(price.unit_amount, currency)?.kind === "step",
  );
  if (odd >= 0) {
    const param = `line_items[${odd}][price_data][unit_amount]`;
    throw invalid(`Invalid integer for ${currency}`, { param });
  }
  const fault = findPriceFault(total, currency);
  if (fault?.kind === "least") {
    const least = formatMoney(fault.least, currency);
    throw invalid(`The total amount due must add up to at least ${least}`, {
      code: "amount_too_small",
    });
  }
}

/** A line of a session, with a price of its own for a stored product of its own. */
function newLine({ store, now }: Context, line: PriceData): LineItem {
  const { currency, unit_amount, recurring } = line;
  const created = now();
  const product = newObject("product", {
    ...line.product_data,
    id: newId("product"),
    created,
    updated: created,
  });
  store.put("product", product);
  const price = newObject("price", {
    id: newId("price"),
    created,
    currency,
    product: product.id,
    recurring: recurring ? { ...blanks.recurring, ...recurring, usage_type: "licensed" } : null,
    type: recurring ? "recurring" : "one_time",
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  });
  return newObject("item", {
    id: newId("item"),
    amount_subtotal: unit_amount,
    amount_total: unit_amount,
    currency,
    description: product.name,
    price,
  });
}

/** Who paid, as a session shows it. */
export function payerDetails(email: string, name: string | null) {
  return { ...blanks.customer_details, email, name, tax_exempt: "none" as const };
}

/** Ends an open session without payment and tells so. */
export function expireSession({ store, emit }: Context, id: string): Session {
  const fields = { status: "expired", url: null } as const;
  const expired = patch(store, "checkout.session", { id, fields });
  emit("checkout.session.expired", expired);
  return expired;
}

function listSessions({ params, context }: Call<z.infer<typeof sessionList>>) {
  const { payment_intent, subscription, ...page } = params;
  const items = context.store
    .list("checkout.session")
    .filter((session) => !payment_intent || session.payment_intent === payment_intent)
    .filter((session) => !subscription || session.subscription === subscription);
  return listPage(page, { items, url: PATH });
}

function getSession({ context, id }: Call<object>): Session {
  const session = context.store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", { id, param: "session" });
  return session;
}

function expire(call: Call<object>): Session {
  const { status } = getSession(call);
  if (status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
    );
  }
  return expireSession(call.context, call.id);
}
