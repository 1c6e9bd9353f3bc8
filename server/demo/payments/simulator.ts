import { Hono } from "hono";
import { asFetch } from "../as-fetch.ts";
import { createApi, type Intercept } from "./api.ts";
import { settlePayment } from "./complete-session.ts";
import { payRoutes } from "./pay-routes.ts";
import { portalRoutes } from "./portal.ts";
import { expireSession } from "./sessions.ts";
import { memoryStore, newId } from "./store.ts";
import type { Context, SimulatorStore } from "./types.ts";
import { createWebhooks, type WebhookOptions } from "./webhooks.ts";

const SETTLEMENT_SECONDS = 10;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type SimulatorOptions = WebhookOptions & {
  /** Origin of the hosted pages, such as `http://localhost:3000`. */
  siteUrl: string;
  secretKey: string;
  /** In memory by default. */
  store?: SimulatorStore;
  settlementSeconds?: number;
  intercept?: Intercept;
};

/**
 * Creates a stand-in for Stripe: the part of its HTTP API that the store calls, its webhooks and its hosted
 * pages.
 */
export function createPaymentSimulator(options: SimulatorOptions) {
  const { store = memoryStore(), secretKey, intercept } = options;
  const webhooks = createWebhooks(store, options);
  const now = () => Math.floor(options.now().getTime() / 1000);
  const context: Context = {
    store,
    siteUrl: options.siteUrl.replace(/\/$/, ""),
    webhookUrl: options.webhookUrl,
    now,
    settlementSeconds: options.settlementSeconds ?? SETTLEMENT_SECONDS,
    schedule: (at) => clock.schedule(at),
    emit(type, object) {
      const event = { id: newId("evt"), object: "event", type, data: { object } } as const;
      webhooks.accept({ ...event, created: now(), livemode: false, pending_webhooks: 1 });
    },
  };
  const clock = createClock(context);
  const api = createApi({ secretKey, context, runClock: clock.run, intercept });
  const pages = new Hono()
    .use((_c, next) => (clock.run(), next()))
    .route("/", payRoutes(context))
    .route("/", portalRoutes(context));
  return {
    /** The Stripe API, paths from `/v1`. */
    api,
    /** The hosted pages, mounted under `/demo`. */
    pages,
    /** The API as a `fetch`, for `Stripe.createFetchHttpClient`. */
    fetch: asFetch(async (request) => api.fetch(request)),
    context,
    clock,
    webhooks,
  };
}

/**
 * Expires sessions and settles delayed payments when they are due. `run` is called before each request, for
 * tests with their own clock; a timer calls it in an idle demo.
 */
function createClock(context: Context) {
  const { store } = context;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = Infinity;
  const openSessions = () =>
    store.list("checkout.session").filter(({ status }) => status === "open");
  const settlements = () => store.list("settlement").filter(({ done }) => !done);

  const run = () => {
    const now = context.now();
    if (now < nextAt) return;
    for (const { id, dueAt, result } of settlements()) {
      if (dueAt <= now) settlePayment(context, id, result);
    }
    for (const { id, expires_at } of openSessions()) {
      if (expires_at <= now) expireSession(context, id);
    }
    scheduleNext();
  };
  const scheduleNext = () => {
    const times = [
      ...openSessions().map(({ expires_at }) => expires_at),
      ...settlements().map(({ dueAt }) => dueAt),
    ];
    setTimer(times.reduce((a, b) => Math.min(a, b), Infinity));
  };
  const setTimer = (at: number) => {
    nextAt = at;
    clearTimeout(timer);
    if (at === Infinity) return;
    const wait = Math.min(Math.max(0, at - context.now()) * 1000, LONGEST_TIMER_MS);
    timer = setTimeout(() => (context.now() < nextAt ? setTimer(nextAt) : run()), wait);
    timer.unref();
  };
  scheduleNext();

  return {
    run,
    /** Schedules a run at a time in Unix seconds. */
    schedule(at: number): void {
      if (at < nextAt) setTimer(at);
    },
    stop: () => clearTimeout(timer),
  };
}
