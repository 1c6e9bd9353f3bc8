import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { createTestSimulator } from "../../../support/stripe/simulator.ts";

export const SITE = "http://store.test";
const SECRET_KEY = "sk_test_harness";
const WEBHOOK_SECRET = "whsec_harness";
const START = Date.parse("2026-11-21T12:00:00Z");

/** Creates a simulator with a client of the real SDK, and a store that verifies its webhooks. */
export function createHarness(options: Partial<Parameters<typeof createTestSimulator>[0]> = {}) {
  const clock = { now: START };
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const simulator = createTestSimulator({
    siteUrl: SITE,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    now: () => new Date(clock.now),
    async deliver(request) {
      const signature = request.headers.get("Stripe-Signature") ?? "";
      const body = await request.text();
      const { webhooks } = stripe;
      received.push(
        // Throws if the signature is invalid.
        await webhooks.constructEventAsync(
          body,
          signature,
          WEBHOOK_SECRET,
          300,
          undefined,
          clock.now,
        ),
      );
      return new Response("ok", { status: answers.shift() ?? 200 });
    },
    webhookUrl: `${SITE}/api/webhooks/stripe`,
    retryDelaysMs: [0, 0],
    settlementSeconds: Infinity,
    ...options,
  });
  const stripe = new Stripe(SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(simulator.fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  onTestFinished(() => simulator.control.stop());
  return {
    simulator,
    control: simulator.control,
    stripe,
    received,
    /** Queued response statuses for webhooks; 200 when empty. */
    answers,
    types: () => received.map((event) => event.type),
    advance: (seconds: number) => void (clock.now += seconds * 1000),
    get: (path: string) => simulator.pages.request(path),
    post: (path: string, fields: Record<string, string>) =>
      simulator.pages.request(path, { method: "POST", body: new URLSearchParams(fields) }),
  };
}

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** Returns a line item, recurring if `interval` is given. */
export const line = (name: string, unit_amount: number, interval?: "month") => ({
  quantity: 1,
  price_data: {
    currency: "usd",
    unit_amount,
    product_data: { name, metadata: { product_id: name.toLowerCase() } },
    ...(interval && { recurring: { interval } }),
  },
});

/** Returns a line item whose price excludes or includes tax. */
export function taxedLine(name: string, amount: number, behavior: "exclusive" | "inclusive") {
  const { quantity, price_data } = line(name, amount);
  return { quantity, price_data: { ...price_data, tax_behavior: behavior } };
}

/** Returns session parameters for one pack of $37. */
export function onePack(params: Partial<SessionParams> = {}): SessionParams {
  return {
    mode: "payment",
    line_items: [line("Pack", 3700)],
    success_url: `${SITE}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/checkout/cancel`,
    ...params,
  };
}

/** Returns session parameters for one pack and a monthly club. */
export const packAndClub = (): SessionParams =>
  onePack({ mode: "subscription", line_items: [line("Pack", 3700), line("Club", 999, "month")] });
