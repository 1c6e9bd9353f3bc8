import { Hono, type Context as HonoContext } from "hono";
import { BILLING_ROUTES } from "./billing.ts";
import { CUSTOMER_ROUTES } from "./customers.ts";
import type { Context } from "./objects.ts";
import { PORTAL_ROUTES } from "./portal.ts";
import { PROMOTION_ROUTES } from "./promotions.ts";
import {
  ApiError,
  decodeForm,
  invalid,
  listAt,
  type Params,
  type Route,
  toJson,
} from "./requests.ts";
import { SESSION_ROUTES } from "./sessions.ts";
import { EVENT_ROUTES } from "./webhooks.ts";

const ROUTES: Route[] = [
  ...SESSION_ROUTES,
  ...PROMOTION_ROUTES,
  ...EVENT_ROUTES,
  ...BILLING_ROUTES,
  ...PORTAL_ROUTES,
  ...CUSTOMER_ROUTES,
];
/** Top-level parameters of all routes. */
const PARAMETERS = new Set(
  (
    "active after_expiration allow_promotion_codes amount amount_off applies_to automatic_tax " +
    "billing_address_collection cancel_url client_reference_id code consent_collection created " +
    "currency custom_text customer customer_creation customer_email customer_update description " +
    "discounts duration expand expires_at images invoice_creation limit line_items locale max_redemptions metadata mode name payment " +
    "payment_intent payment_intent_data payment_method_options percent_off promotion return_url " +
    "saved_payment_method_options starting_after subscription subscription_data success_url tax_id_collection types"
  ).split(" "),
);
const KEY_LIFETIME_SECONDS = 86_400;

export type ApiRequest = {
  method: string;
  path: string;
  idempotencyKey: string | null;
  params: Params;
};

/** Called between a request and its response; tests inject faults here. */
export type Intercept = (call: {
  request: ApiRequest;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  answer: () => Promise<Response>;
}) => Promise<Response>;

type ApiOptions = {
  secretKey: string;
  context: Context;
  /** Expires sessions and settles payments that are due; called before each request. */
  runClock: () => void;
  intercept?: Intercept | undefined;
};

/** The part of Stripe's HTTP API that the store calls. */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono();
  for (const { method, path, answer } of ROUTES) {
    api.on(method, path, (c) => respond(c, options, answer));
  }
  api.notFound((c) =>
    respond(c, options, () => {
      const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
      throw new ApiError(404, { type: "invalid_request_error", message });
    }),
  );
  // The caller has disconnected, so the response is not read.
  api.onError(() => new Response(null, { status: 500 }));
  return api;
}

async function respond(
  c: HonoContext,
  options: ApiOptions,
  handle: Route["answer"],
): Promise<Response> {
  const { method, path } = c.req;
  const isPost = method === "POST";
  const form = isPost ? await c.req.text() : new URL(c.req.url).search;
  const idempotencyKey = isPost ? (c.req.header("Idempotency-Key") ?? null) : null;
  const request: ApiRequest = { method, path, idempotencyKey, params: decodeForm(form) };
  const { context, secretKey, runClock, intercept } = options;
  const answer = async () => {
    const { status, body } = attempt(() => {
      if (c.req.header("Authorization") !== `Bearer ${secretKey}`) {
        const message = "Invalid API Key provided.";
        throw new ApiError(401, { type: "invalid_request_error", message });
      }
      runClock();
      return answerOnce(context, { request, form }, () => {
        const { params } = request;
        const param = Object.keys(params).find((name) => !PARAMETERS.has(name));
        if (param !== undefined) {
          throw invalid(`Received unknown parameter: ${param}`, {
            code: "parameter_unknown",
            param,
          });
        }
        const object = handle({ params, context, id: c.req.param("id") ?? "" });
        const paths = listAt(params, "expand").map(String);
        return toJson(context.store, object, paths);
      });
    });
    return new Response(body, {
      status,
      headers: {
        "Content-Type": "application/json",
        // The store detects clock skew with this header.
        Date: new Date(context.now() * 1000).toUTCString(),
      },
    });
  };
  return intercept ? intercept({ request, signal: c.req.raw.signal, answer }) : answer();
}

function attempt(work: () => string): { status: number; body: string } {
  try {
    return { status: 200, body: work() };
  } catch (cause) {
    const isRefusal = cause instanceof ApiError;
    const error = isRefusal ? cause.body : { type: "api_error", message: String(cause) };
    return { status: isRefusal ? cause.status : 500, body: JSON.stringify({ error }, null, 2) };
  }
}

type KeyedRequest = { request: ApiRequest; form: string };

/**
 * Executes a call once per idempotency key and stores the response for retries; a failed call
 * leaves the key unused. Throws ApiError when the key belongs to another request.
 */
function answerOnce(
  { store, now }: Context,
  { request, form }: KeyedRequest,
  work: () => string,
): string {
  const { path, idempotencyKey: key } = request;
  if (!key) return work();
  const fingerprint = `${path}?${form}`;
  const stored = store.find("idempotency", key);
  if (stored && stored.createdAt + KEY_LIFETIME_SECONDS > now()) {
    if (stored.fingerprint === fingerprint) return stored.body;
    const message = `The idempotency key '${key}' was first used with other parameters.`;
    throw new ApiError(400, { type: "idempotency_error", message });
  }
  const body = work();
  store.put("idempotency", { id: key, createdAt: now(), fingerprint, body });
  return body;
}
