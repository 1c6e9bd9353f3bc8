import { Hono, type Context as HonoContext } from "hono";
import { expandAnswer, expandParam } from "./answers.ts";
import { CHARGE_ROUTES } from "./charges.ts";
import { INVOICE_ROUTES } from "./invoices.ts";
import { PORTAL_ROUTES } from "./portal.ts";
import { ApiError, decodeForm, invalid, type Params, readParams, type Route } from "./requests.ts";
import { SESSION_ROUTES } from "./sessions.ts";
import { newId } from "./store.ts";
import { SUBSCRIPTION_ROUTES } from "./subscriptions.ts";
import type { Context, RequestCause } from "./types.ts";
import { API_VERSION, EVENT_ROUTES } from "./webhooks.ts";

/** Every path of the API the simulator knows: those that the store calls, and refunds. */
const ROUTES: Route[] = [
  ...SESSION_ROUTES,
  ...EVENT_ROUTES,
  ...INVOICE_ROUTES,
  ...CHARGE_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...PORTAL_ROUTES,
];
const KEY_KEPT_SECONDS = 86_400;

/** A request as it came in. */
export type ApiRequest = {
  id: string;
  method: string;
  path: string;
  idempotencyKey: string | null;
  params: Params;
};

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
  /** The context of one request, whose events name it as their cause. */
  contextFor: (cause: RequestCause) => Context;
  runClock: () => void;
  /** In Unix seconds. */
  now: () => number;
  intercept?: Intercept | undefined;
};

/** The part of Stripe's HTTP API that the simulator speaks. */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono();
  for (const { method, path, handle } of ROUTES) {
    api.on(method, path, (c) => respond(c, options, handle));
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
  handle: Route["handle"],
): Promise<Response> {
  const { method, path } = c.req;
  const isPost = method === "POST";
  const form = isPost ? await c.req.text() : new URL(c.req.url).search;
  const idempotencyKey = isPost ? (c.req.header("Idempotency-Key") ?? null) : null;
  const params = decodeForm(form);
  const request: ApiRequest = { id: newId("request"), method, path, idempotencyKey, params };
  const answer = async () => {
    const { status, body, headers } = answerTo(c, options, { request, form, handle });
    const always = { ...headersFor(request), Date: httpTime(options.now()) };
    return new Response(body, { status, headers: { ...always, ...headers } });
  };
  if (!options.intercept) return answer();
  return options.intercept({ request, signal: c.req.raw.signal, answer });
}

/** Every answer bears the time, as any server's does: the shop compares its own clock with it. */
function httpTime(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}

function headersFor({ id, idempotencyKey }: ApiRequest) {
  return {
    "Content-Type": "application/json",
    "Request-Id": id,
    "Stripe-Version": API_VERSION,
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}

type Asked = { request: ApiRequest; form: string; handle: Route["handle"] };
type Answer = { status: number; body: string; headers?: Record<string, string> };

function answerTo(c: HonoContext, options: ApiOptions, asked: Asked): Answer {
  const { request, handle } = asked;
  try {
    authenticate(c, options.secretKey);
    options.runClock();
    const context = options.contextFor({
      id: request.id,
      idempotency_key: request.idempotencyKey,
    });
    return answerOnce(context, asked, () => {
      const { expand = {}, ...params } = request.params;
      const answer = handle({ params, context, id: c.req.param("id") ?? "" });
      const paths = readParams(expandParam, { expand }).expand;
      return JSON.stringify(expandAnswer(context.store, answer, paths), null, 2);
    });
  } catch (error) {
    if (error instanceof ApiError) return failed(error.status, error.body);
    return failed(500, { type: "api_error", message: String(error) });
  }
}

function authenticate(c: HonoContext, secretKey: string): void {
  const type = "invalid_request_error";
  if (c.req.header("Authorization") !== `Bearer ${secretKey}`) {
    throw new ApiError(401, { type, message: "Invalid API Key provided." });
  }
  const version = c.req.header("Stripe-Version") ?? API_VERSION;
  if (version !== API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${version}. Only ${API_VERSION} is spoken here.`);
  }
}

/**
 * Does the work once per key: an equal later request gets the stored answer. Work that throws leaves
 * its key unused.
 * @throws ApiError when the key belongs to another request
 */
function answerOnce(context: Context, { request, form }: Asked, work: () => string): Answer {
  const { store } = context;
  const { id: requestId, path, idempotencyKey: key } = request;
  if (!key) return { status: 200, body: work() };
  const fingerprint = fingerprintOf(path, form);
  const stored = store.find("idempotency", key);
  if (stored && stored.createdAt + KEY_KEPT_SECONDS > context.now()) {
    if (stored.fingerprint !== fingerprint) throw otherRequest(key);
    const headers = { "Idempotent-Replayed": "true", "Original-Request": stored.requestId };
    return { status: 200, body: stored.body, headers };
  }
  const body = work();
  store.put("idempotency", { id: key, createdAt: context.now(), fingerprint, requestId, body });
  return { status: 200, body };
}

/** A text that is the same for two requests with the same content in any order. */
function fingerprintOf(path: string, form: string): string {
  const fields = new URLSearchParams(form);
  fields.sort();
  return `${path}?${fields}`;
}

function otherRequest(key: string): ApiError {
  return new ApiError(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function unknownPath(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function failed(status: number, error: ApiError["body"]): Answer {
  return { status, body: JSON.stringify({ error }, null, 2) };
}
