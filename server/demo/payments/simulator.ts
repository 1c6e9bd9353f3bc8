import { Hono } from "hono";
import { asFetch } from "../as-fetch.ts";
import { createApi, type Intercept } from "./api.ts";
import { settlePayment } from "./complete-session.ts";
import { type Context, create, type SimulatorStore } from "./objects.ts";
import { payRoutes } from "./pay-routes.ts";
import { portalRoutes } from "./portal.ts";
import { expireSession } from "./sessions.ts";
import { memoryStore } from "./store.ts";
import { createWebhooks, type WebhookOptions } from "./webhooks.ts";

const SETTLEMENT_SECONDS = 10;
const CLOCK_MS = 500;

export type SimulatorOptions = WebhookOptions & {
  /** Origin of the hosted pages, such as `http://localhost:3000`. */
  siteUrl: string;
  secretKey: string;
  /** Defaults to a store in memory. */
  store?: SimulatorStore;
  settlementSeconds?: number;
  intercept?: Intercept;
};

/**
 * Creates a Stripe simulator: the part of the HTTP API that the store calls, the webhooks and the
 * hosted pages.
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
    emit(type, object) {
      const fields = { type, data: { object }, livemode: false, pending_webhooks: 1 };
      webhooks.accept(create({ store, now }, "event", fields));
    },
  };
  const clock = createClock(context);
  const api = createApi({ secretKey, context, runClock: clock.run, intercept });
  const pages = new Hono()
    .use((_c, next) => (clock.run(), next()))
    .route("/", payRoutes(context))
    .route("/", portalRoutes(context));
  return {
    /** Stripe API; paths start with `/v1`. */
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
 * Expires sessions and settles delayed payments when due: before each request, and on a timer while
 * the demo is idle.
 */
function createClock(context: Context) {
  const { store } = context;
  const run = () => {
    const now = context.now();
    for (const { id, dueAt, done, result } of store.list("settlement")) {
      if (!done && dueAt <= now) settlePayment(context, id, result);
    }
    for (const { id, expires_at, status } of store.list("checkout.session")) {
      if (status === "open" && expires_at <= now) expireSession(context, id);
    }
  };
  const timer = setInterval(run, CLOCK_MS);
  timer.unref();
  return { run, stop: () => clearInterval(timer) };
}
