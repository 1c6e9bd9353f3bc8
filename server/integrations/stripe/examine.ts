import Stripe from "stripe";
import type { ExamOutcome, PaymentsExam } from "../../ports/health.ts";
import { PAGE_SIZE } from "./call.ts";
import { EVENT_TYPES } from "./events.ts";

const CLOCK_TIMEOUT_MS = 4000;
const STRIPE_API = "https://api.stripe.com";
/** Endpoint that requires no key. The time is read from its Date header. */
const CLOCK_PATH = "/healthcheck";
const ALL_EVENTS = "*";

/** Reads the provider's clock. Rejects without a response or a Date header. */
export async function readProviderClock(
  send: typeof fetch,
  apiBase: string = STRIPE_API,
): Promise<Date> {
  const signal = AbortSignal.timeout(CLOCK_TIMEOUT_MS);
  const answer = await send(new URL(CLOCK_PATH, apiBase), { signal, redirect: "manual" });
  await answer.body?.cancel();
  const time = new Date(answer.headers.get("Date") ?? "");
  if (Number.isNaN(time.getTime())) throw new Error("The provider's response contains no time.");
  return time;
}

/**
 * Tests each permission of the key that the shop needs, with one small request each. "fine" does
 * not cover the permission to write, which only a write could test.
 */
export async function examineKey(stripe: Stripe, webhookUrl: string): Promise<PaymentsExam> {
  const [sessions, events, endpoints, codes, products, customers] = await Promise.all([
    ask(stripe.checkout.sessions.list({ limit: 1 })),
    ask(stripe.events.list({ limit: 1, types: EVENT_TYPES })),
    ask(stripe.webhookEndpoints.list({ limit: PAGE_SIZE })),
    ask(stripe.promotionCodes.list({ limit: 1 })),
    ask(stripe.products.list({ limit: 1 })),
    ask(stripe.customers.list({ limit: 1 })),
  ]);
  const [known] = [...sessions.data, ...events.data, ...endpoints.data];
  const ours = endpoints.data.filter(({ url }) => url === webhookUrl);
  const endpoint = ours.find(({ status }) => status === "enabled") ?? ours[0];
  return {
    sessions: sessions.outcome,
    events: events.outcome,
    endpoints: endpoints.outcome,
    codes: codes.outcome === "fine" ? products.outcome : codes.outcome,
    customers: customers.outcome,
    isLive: known?.livemode ?? null,
    endpoint: endpoint
      ? { isEnabled: endpoint.status === "enabled", missingEvents: missingOf(endpoint) }
      : null,
  };
}

function missingOf({ enabled_events: sent }: Stripe.WebhookEndpoint): string[] {
  if (sent.includes(ALL_EVENTS)) return [];
  return EVENT_TYPES.filter((type) => !sent.includes(type));
}

type ListOutcome<Item> = { outcome: ExamOutcome; data: Item[] };

async function ask<Item>(
  asked: Promise<{ object?: string; data?: Item[] }>,
): Promise<ListOutcome<Item>> {
  try {
    const { object, data } = await asked;
    // Check `object`, because the SDK resolves an error response that has no `error` body.
    if (object === "list" && data) return { outcome: "fine", data };
    return { outcome: "failed", data: [] };
  } catch (error) {
    return { outcome: outcomeOf(error), data: [] };
  }
}

function outcomeOf(error: unknown): ExamOutcome {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return "key_refused";
  return error instanceof Stripe.errors.StripePermissionError ? "forbidden" : "failed";
}
