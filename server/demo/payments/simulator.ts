import type { Hono } from "hono";
import { asFetch } from "../as-fetch.ts";
import { createApi, type Intercept } from "./api.ts";
import { type Clockwork, createClockwork } from "./clockwork.ts";
import { recordEvent } from "./events.ts";
import { createIdempotency } from "./idempotency.ts";
import { createPages } from "./pages.ts";
import { memoryStore } from "./store.ts";
import type { Context, Event, RequestCause, SimulatorStore } from "./types.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const SETTLEMENT_SECONDS = 10;
const BY_BUYER: RequestCause = { id: null, idempotency_key: null };
export type SimulatorOptions = {
  /** Where the hosted pages are reachable, such as `http://localhost:3000`. */
  siteUrl: string;
  webhookSecret: string;
  /** The only key the API accepts. */
  secretKey: string;
  now: () => Date;
  /** How a signed webhook reaches the store. */
  deliver: (request: Request) => Promise<Response>;
  webhookUrl: string;
  /** In memory when left out. */
  store?: SimulatorStore;
  /** How long to wait before each further try of a delivery. */
  retryDelaysMs?: number[];
  /** How long a delayed payment is on its way. */
  settlementSeconds?: number;
  /** The time put into webhook signatures; `now` when left out. */
  signedAt?: () => Date;
  /** Keeps an event from being sent. */
  holdBack?: (event: Event) => boolean;
  intercept?: Intercept;
};
export type PaymentSimulator = {
  /** The Stripe API, paths from `/v1`. */
  api: Hono;
  /** The hosted pages, to be mounted under `/demo`. */
  pages: Hono;
  /** The API as a `fetch`, for `Stripe.createFetchHttpClient`. */
  fetch: typeof fetch;
  /** What it keeps, and how it tells of a change. */
  context: Context;
  clockwork: Clockwork;
  webhooks: Webhooks;
};

/** A stand-in for Stripe that speaks its HTTP protocol, sends its webhooks and hosts its pages. */
export function createPaymentSimulator(options: SimulatorOptions): PaymentSimulator {
  const store = options.store ?? memoryStore();
  const webhooks = createWebhooks(store, {
    url: options.webhookUrl,
    secret: options.webhookSecret,
    deliver: options.deliver,
    signedAt: options.signedAt ?? options.now,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    holdBack: options.holdBack,
  });
  const now = () => Math.floor(options.now().getTime() / 1000);
  const contextFor = (cause: RequestCause): Context => ({
    store,
    siteUrl: options.siteUrl.replace(/\/$/, ""),
    now,
    settlementSeconds: options.settlementSeconds ?? SETTLEMENT_SECONDS,
    remind: (at) => clockwork.expect(at),
    emit: (type, object, previous) =>
      webhooks.accept(recordEvent(store, { type, object, previous, cause, created: now() })),
  });
  const context = contextFor(BY_BUYER);
  const clockwork = createClockwork(context);
  const api = createApi({
    secretKey: options.secretKey,
    idempotency: createIdempotency(store),
    contextFor,
    runClock: clockwork.run,
    intercept: options.intercept,
  });
  return {
    api,
    pages: createPages({ context, runClock: clockwork.run }),
    fetch: asFetch(async (request) => api.fetch(request)),
    context,
    clockwork,
    webhooks,
  };
}
