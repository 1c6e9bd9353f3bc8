import { Hono } from "hono";
import { asFetch } from "../as-fetch.ts";
import { createApi, type Intercept } from "./api.ts";
import { payPages } from "./card-page.ts";
import { settleSession } from "./payments.ts";
import { portalPages } from "./portal.ts";
import { expireSession } from "./sessions.ts";
import { memoryStore } from "./store.ts";
import type { Context, RequestCause, SimulatorStore } from "./types.ts";
import { createWebhooks, recordEvent, type WebhookOptions } from "./webhooks.ts";

const SETTLEMENT_SECONDS = 10;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const BY_BUYER: RequestCause = { id: null, idempotency_key: null };

export type SimulatorOptions = WebhookOptions & {
  /** Where the hosted pages are reachable, such as `http://localhost:3000`. */
  siteUrl: string;
  /** The only key the API accepts. */
  secretKey: string;
  /** In memory when left out. */
  store?: SimulatorStore;
  /** How long a delayed payment is on its way. */
  settlementSeconds?: number;
  intercept?: Intercept;
};

/**
 * A stand-in for Stripe that speaks its HTTP protocol, sends its webhooks and hosts its pages, as far
 * as the store needs them (decision: narrow-stand-in).
 */
export function createPaymentSimulator(options: SimulatorOptions) {
  const { store = memoryStore(), secretKey, intercept } = options;
  const { settlementSeconds = SETTLEMENT_SECONDS } = options;
  const siteUrl = options.siteUrl.replace(/\/$/, "");
  const webhooks = createWebhooks(store, options);
  const now = () => Math.floor(options.now().getTime() / 1000);
  const contextFor = (request: RequestCause): Context => ({
    store,
    siteUrl,
    webhookUrl: options.webhookUrl,
    now,
    settlementSeconds,
    remind: (at) => clockwork.expect(at),
    emit: (type, object) =>
      webhooks.accept(recordEvent(store, { type, object, request, created: now() })),
  });
  const context = contextFor(BY_BUYER);
  const clockwork = createClockwork(context);
  const runClock = clockwork.run;
  const api = createApi({ secretKey, contextFor, runClock, now, intercept });
  const pages = new Hono()
    .use((_c, next) => (runClock(), next()))
    .route("/", payPages(context))
    .route("/", portalPages(context));
  return {
    /** The Stripe API, paths from `/v1`. */
    api,
    /** The hosted pages, to be mounted under `/demo`. */
    pages,
    /** The API as a `fetch`, for `Stripe.createFetchHttpClient`. */
    fetch: asFetch(async (request) => api.fetch(request)),
    /** What it keeps, and how it tells of a change. */
    context,
    clockwork,
    webhooks,
  };
}

/**
 * Does what the clock brings: sessions expire, delayed payments settle. `run` is called before
 * each request, so a test's clock works; a timer does it in an idle demo.
 */
function createClockwork(context: Context) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = Infinity;

  const run = () => {
    const now = context.now();
    if (now < nextAt) return;
    const { sessions, settlements } = pending(context.store);
    for (const { id, dueAt, result } of settlements) {
      if (dueAt <= now) settleSession(context, id, result);
    }
    for (const { id, expires_at } of sessions) if (expires_at <= now) expireSession(context, id);
    lookAgain();
  };

  const lookAgain = () => {
    const { sessions, settlements } = pending(context.store);
    const times = [
      ...sessions.map(({ expires_at }) => expires_at),
      ...settlements.map(({ dueAt }) => dueAt),
    ];
    arm(times.reduce((a, b) => Math.min(a, b), Infinity));
  };

  const arm = (at: number) => {
    nextAt = at;
    clearTimeout(timer);
    if (at === Infinity) return;
    const wait = Math.max(0, at - context.now()) * 1000;
    timer = setTimeout(
      () => (context.now() < nextAt ? arm(nextAt) : run()),
      Math.min(wait, LONGEST_TIMER_MS),
    );
    timer.unref?.();
  };
  lookAgain();

  return {
    run,
    /** Tells that something new is due at a time (Unix seconds). */
    expect(at: number): void {
      if (at < nextAt) arm(at);
    },
    stop: () => clearTimeout(timer),
  };
}

function pending(store: SimulatorStore) {
  return {
    sessions: store.list("checkout.session").filter(({ status }) => status === "open"),
    settlements: store.list("settlement").filter(({ done }) => !done),
  };
}
