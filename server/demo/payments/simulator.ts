import type { Hono } from "hono";
import { asFetch } from "../as-fetch.ts";
import { createApi } from "./api.ts";
import type { LoggedRequest } from "./call.ts";
import { createClockwork } from "./clockwork.ts";
import { createControl, type Control } from "./control.ts";
import { createEarlyPayments } from "./early-payments.ts";
import { createFaults } from "./faults.ts";
import { createIdempotency } from "./idempotency.ts";
import { createPages } from "./pages/pages.ts";
import { recordEvent } from "./record-event.ts";
import { memoryStore } from "./store.ts";
import type { Context, RequestCause, SimulatorStore } from "./types.ts";
import { createWebhooks } from "./webhooks.ts";

export { fileStore } from "./file-store.ts";

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
  /** How long a delayed payment is on its way; `Infinity` waits for `control.settle`. */
  settlementSeconds?: number;
  /** The time put into webhook signatures; `now` when left out. */
  signedAt?: () => Date;
};
export type PaymentSimulator = {
  /** The Stripe API, paths from `/v1`. */
  api: Hono;
  /** The hosted pages, to be mounted under `/demo`. */
  pages: Hono;
  /** The API as a `fetch`, for `Stripe.createFetchHttpClient`. */
  fetch: typeof fetch;
  control: Control;
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
  const log: LoggedRequest[] = [];
  const faults = createFaults();
  const early = createEarlyPayments(context, webhooks);
  const api = createApi({
    secretKey: options.secretKey,
    faults,
    idempotency: createIdempotency(store),
    log,
    contextFor,
    runClock: clockwork.run,
    beforeAnswer: early.beforeAnswer,
  });
  return {
    api,
    pages: createPages({ context, webhooks, runClock: clockwork.run }),
    fetch: asFetch(async (request) => api.fetch(request)),
    control: createControl({
      context,
      early,
      faults,
      webhooks,
      log,
      runClock: clockwork.run,
      stop() {
        clockwork.stop();
        webhooks.stop();
      },
    }),
  };
}
