import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context as HonoContext } from "hono";
import { ApiError, type ErrorBody } from "./api-error.ts";
import { expandAnswer } from "./expand.ts";
import { cutInHalf, type Fault, type Faults, untilAborted } from "./faults.ts";
import { decodeForm, fingerprint } from "./form.ts";
import type { Answer, Idempotency } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { readParams } from "./params.ts";
import { API_VERSION } from "./record-event.ts";
import type { Handler, LoggedRequest } from "./call.ts";
import { ROUTES } from "./routes.ts";
import type { Context, RequestCause } from "./types.ts";

const KEPT_REQUESTS = 10_000;

export type ApiOptions = {
  secretKey: string;
  faults: Faults;
  idempotency: Idempotency;
  log: LoggedRequest[];
  /** The context of one request, whose events name it as their cause. */
  contextFor: (cause: RequestCause) => Context;
  runClock: () => void;
  /** Runs after a request's work, before its answer leaves. */
  beforeAnswer: (request: LoggedRequest, answer: Answer) => Promise<void>;
};

/** The part of Stripe's HTTP API that the simulator speaks. */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono();
  for (const { method, path, handler } of ROUTES) {
    api.on(method, path, (c) => respond(c, options, handler));
  }
  api.notFound((c) =>
    respond(c, options, ({ request }) => {
      throw unknownPath(request.method, request.path);
    }),
  );
  // Only a caller that gave up gets here, so nobody reads this.
  api.onError(() => new Response(null, { status: 500 }));
  return api;
}

async function respond(c: HonoContext, options: ApiOptions, handler: Handler): Promise<Response> {
  const request = await receive(c);
  options.log.push(request);
  if (options.log.length > KEPT_REQUESTS) options.log.shift();
  const fault = options.faults.take(request);
  if (fault?.kind === "hang" && !fault.afterWork) return untilAborted(c.req.raw.signal);
  const answer = await answerTo(c, options, { request, fault, handler });
  await options.beforeAnswer(request, answer);
  if (fault?.kind === "hang") return untilAborted(c.req.raw.signal);
  request.status = answer.status;
  const headers = new Headers({
    "Content-Type": "application/json",
    "Request-Id": request.id,
    "Stripe-Version": API_VERSION,
    ...(request.idempotencyKey && { "Idempotency-Key": request.idempotencyKey }),
    ...answer.headers,
  });
  if (fault?.kind === "cut") return cutInHalf({ ...answer, headers });
  return new Response(answer.body, { status: answer.status, headers });
}

async function receive(c: HonoContext): Promise<LoggedRequest> {
  const { method, path } = c.req;
  const form = method === "POST" ? await c.req.text() : new URL(c.req.url).search;
  return {
    id: newId("request"),
    method,
    path,
    idempotencyKey: method === "POST" ? (c.req.header("Idempotency-Key") ?? null) : null,
    params: decodeForm(form),
    status: null,
  };
}

type Work = { request: LoggedRequest; fault: Fault | undefined; handler: Handler };

async function answerTo(c: HonoContext, options: ApiOptions, work: Work): Promise<Answer> {
  const { request, fault } = work;
  const key = request.idempotencyKey;
  try {
    authenticate(c.req.header("Authorization"), options.secretKey);
    checkVersion(c.req.header("Stripe-Version"));
    if (fault?.kind === "429") return TOO_MANY;
    options.runClock();
    const context = options.contextFor({ id: request.id, idempotency_key: key });
    const doWork = async () => {
      if (fault?.kind === "slow") await sleep(fault.ms ?? 0);
      return handle(context, { ...work, id: c.req.param("id") ?? "" });
    };
    if (!key) return await doWork();
    const keyed = {
      key,
      endpoint: request.path,
      fingerprint: fingerprint(request.params),
      requestId: request.id,
      now: context.now(),
    };
    return await options.idempotency(keyed, doWork);
  } catch (error) {
    if (error instanceof ApiError) return failed(error.status, error.body);
    return failed(500, { type: "api_error", message: String(error) });
  }
}

function handle(context: Context, { request, fault, handler, id }: Work & { id: string }): Answer {
  if (fault?.kind === "500") return BROKEN;
  if (fault?.kind === "500-kept") return { ...BROKEN, ...NO_RETRY, kept: true };
  if (fault?.kind === "500-bare") return { ...BROKEN, body: '{"message":"Bad gateway"}' };
  const reader = readParams(request.params);
  const result = handler({ reader, context, id, request });
  const expanded = expandAnswer(context.store, result, reader.strings("expand"));
  return { status: 200, body: JSON.stringify(expanded, null, 2), kept: true };
}

const NO_RETRY = { headers: { "Stripe-Should-Retry": "false" } };
const BROKEN = failed(500, {
  type: "api_error",
  message: "An unknown error occurred. The payment simulator was told to fail here.",
});
const TOO_MANY = {
  ...failed(429, {
    type: "invalid_request_error",
    code: "rate_limit",
    message:
      "Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.",
  }),
  headers: { "Stripe-Should-Retry": "true" },
};

function failed(status: number, error: ErrorBody): Answer {
  return { status, body: JSON.stringify({ error }, null, 2), kept: false };
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
