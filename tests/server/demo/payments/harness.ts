import Stripe from "stripe";
import { onTestFinished } from "vitest";
import type { SimulatorOptions } from "../../../../server/demo/payments/simulator.ts";
import { createTestSimulator } from "../../../support/stripe/simulator.ts";

export const SECRET_KEY = "sk_test_harness";
export const WEBHOOK_SECRET = "whsec_harness";
export const SITE = "http://store.test";
const START = Date.parse("2026-11-21T12:00:00Z");

type HarnessOptions = Partial<SimulatorOptions> & {
  /** Told of each webhook as it arrives. */
  seen?: (request: Request) => void;
};

/** A simulator, the real SDK talking to it, and a store that verifies and keeps its webhooks. */
export function createHarness({ seen, ...options }: HarnessOptions = {}) {
  const clock = { now: START };
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const deliver = async (request: Request) => {
    seen?.(request);
    const body = await request.text();
    const signature = request.headers.get("Stripe-Signature") ?? "";
    try {
      received.push(
        await stripe.webhooks.constructEventAsync(
          body,
          signature,
          WEBHOOK_SECRET,
          300,
          undefined,
          clock.now,
        ),
      );
    } catch {
      return new Response("bad signature", { status: 400 });
    }
    return new Response("ok", { status: answers.shift() ?? 200 });
  };
  const simulator = createTestSimulator({
    siteUrl: SITE,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    now: () => new Date(clock.now),
    deliver,
    webhookUrl: `${SITE}/api/webhooks/stripe`,
    retryDelaysMs: [0, 0],
    settlementSeconds: Infinity,
    ...options,
  });
  const stripe = stripeFor(simulator.fetch);
  onTestFinished(() => simulator.control.stop());
  return {
    simulator,
    control: simulator.control,
    /** What is kept besides what the API answers with, oldest first. */
    kept: simulator.context.store.list,
    stripe,
    received,
    /** Statuses the store answers with, one per webhook; 200 when there is none. */
    answers,
    types: () => received.map((event) => event.type),
    advance: (seconds: number) => {
      clock.now += seconds * 1000;
    },
    nowSeconds: () => Math.floor(clock.now / 1000),
    post: (path: string, fields: Record<string, string>) =>
      simulator.pages.request(path, { method: "POST", body: new URLSearchParams(fields) }),
  };
}

/** The real SDK over the simulator's API. */
export function stripeFor(
  api: typeof fetch,
  config: { maxNetworkRetries?: number; timeout?: number; key?: string } = {},
) {
  const { key = SECRET_KEY, ...rest } = config;
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(api),
    maxNetworkRetries: 0,
    telemetry: false,
    ...rest,
  });
}

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** An inline line; recurring when an interval is given. */
export function line(
  name: string,
  amount: number,
  interval?: "month" | "year",
): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: "usd",
      unit_amount: amount,
      product_data: { name, metadata: { product_id: name.toLowerCase() } },
      ...(interval && { recurring: { interval } }),
    },
  };
}

/** Parameters of a session for one pack of $37. */
export function onePack(params: Partial<SessionParams> = {}): SessionParams {
  return {
    mode: "payment",
    line_items: [line("Pack", 3700)],
    success_url: `${SITE}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/checkout/cancel`,
    ...params,
  };
}

/** Parameters of a session for one pack and a monthly club. */
export function packAndClub(params: Partial<SessionParams> = {}): SessionParams {
  return onePack({
    mode: "subscription",
    line_items: [line("Pack", 3700), line("Club", 999, "month")],
    ...params,
  });
}

/** What the SDK threw, for looking at its fields. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("The call was not refused");
}

/** The id of a reference that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (!reference) throw new Error("There is no reference");
  return typeof reference === "string" ? reference : reference.id;
}
