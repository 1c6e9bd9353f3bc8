import { Hono, type Context as HonoContext } from "hono";
import { ApiError, type ErrorBody } from "./api-error.ts";
import { API_VERSION, EVENT_ROUTES } from "./events.ts";
import { expandAnswer } from "./expand.ts";
import type { Answer, Idempotency } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { INVOICE_ROUTES } from "./invoices.ts";
import { MONEY_BACK_ROUTES } from "./money-back.ts";
import { createSession } from "./new-session.ts";
import { decodeForm, fingerprint, readParams } from "./params.ts";
import { SESSION_ROUTES } from "./sessions.ts";
import { SUBSCRIPTION_ROUTES } from "./subscriptions.ts";
import type { Context, ApiRequest, RequestCause, Route } from "./types.ts";

/** Every path of the API the simulator knows: those that the store calls, and refunds. */
const ROUTES: Route[] = [
  { method: "POST", path: "/v1/checkout/sessions", handler: createSession },
  ...SESSION_ROUTES,
  ...EVENT_ROUTES,
  ...INVOICE_ROUTES,
  ...MONEY_BACK_ROUTES,
  ...SUBSCRIPTION_ROUTES,
];

/** Stands between a request and its answer: tests plan trouble here. */
export type Intercept = (call: {
  request: ApiRequest;
  /** Aborted when the caller gives up. */
  signal: AbortSignal;
  /** Does the work; may be left out. */
  answer: () => Promise<Response>;
}) => Promise<Response>;

export type ApiOptions = {
  secretKey: string;
  idempotency: Idempotency;
  /** The context of one request, whose events name it as their cause. */
  contextFor: (cause: RequestCause) => Context;
  runClock: () => void;
  intercept?: Intercept | undefined;
};

/** The part of Stripe's HTTP API that the simulator speaks. */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono();
  for (const { method, path, handler } of ROUTES) {
    api.on(method, path, (c) => respond(c, options, handler));
  }
  api.notFound((c) =>
    respond(c, options, () => {
      throw unknownPath(c.req.method, c.req.path);
    }),
  );
  // Only a caller that gave up gets here, so this is never read.
  api.onError(() => new Response(null, { status: 500 }));
  return api;
}

async function respond(
  c: HonoContext,
  options: ApiOptions,
  handler: Route["handler"],
): Promise<Response> {
  const { method, path } = c.req;
  const form = method === "POST" ? await c.req.text() : new URL(c.req.url).search;
  const key = method === "POST" ? (c.req.header("Idempotency-Key") ?? null) : null;
  const request: ApiRequest = {
    id: newId("request"),
    method,
    path,
    idempotencyKey: key,
    params: decodeForm(form),
  };
  const answer = async () => toResponse(request, answerTo(c, options, { request, handler }));
  if (!options.intercept) return answer();
  return options.intercept({ request, signal: c.req.raw.signal, answer });
}

function toResponse(request: ApiRequest, answer: Answer): Response {
  const headers = {
    "Content-Type": "application/json",
    "Request-Id": request.id,
    "Stripe-Version": API_VERSION,
    ...(request.idempotencyKey && { "Idempotency-Key": request.idempotencyKey }),
    ...answer.headers,
  };
  return new Response(answer.body, { status: answer.status, headers });
}

type Work = { request: ApiRequest; handler: Route["handler"] };

function answerTo(c: HonoContext, options: ApiOptions, { request, handler }: Work): Answer {
  const { idempotencyKey: key, params } = request;
  try {
    authenticate(c.req.header("Authorization"), options.secretKey);
    checkVersion(c.req.header("Stripe-Version"));
    options.runClock();
    const context = options.contextFor({ id: request.id, idempotency_key: key });
    const doWork = (): Answer => {
      const reader = readParams(params);
      const result = handler({ reader, context, id: c.req.param("id") ?? "" });
      const expanded = expandAnswer(context.store, result, reader.strings("expand"));
      return { status: 200, body: JSON.stringify(expanded, null, 2) };
    };
    if (!key) return doWork();
    const keyed = {
      key,
      endpoint: request.path,
      fingerprint: fingerprint(params),
      requestId: request.id,
      now: context.now(),
    };
    return options.idempotency(keyed, doWork);
  } catch (error) {
    if (error instanceof ApiError) return failed(error.status, error.body);
    return failed(500, { type: "api_error", message: String(error) });
  }
}

function failed(status: number, error: ErrorBody): Answer {
  return { status, body: JSON.stringify({ error }, null, 2) };
}

function authenticate(header: string | undefined, secretKey: string): void {
  const key = header?.match(/^Bearer (.+)$/)?.[1];
  if (key === secretKey) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";
  throw new ApiError(401, { type: "invalid_request_error", message });
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  throw new ApiError(400, {
    type: "invalid_request_error",
    message: `Invalid Stripe API version: ${version}. The payment simulator speaks ${API_VERSION} only.`,
  });
}

function unknownPath(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}
