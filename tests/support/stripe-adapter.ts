import { onTestFinished } from "vitest";
import { createTestSimulator } from "./stripe/simulator.ts";
import type { NewCheckout } from "../../server/ports/payments.ts";
import { stripePayments } from "../../server/integrations/stripe/payments.ts";
import { SECRET } from "./webhooks.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const KEY = "sk_test_of_this_test";

export function provider() {
  const simulator = createTestSimulator({
    siteUrl: "http://localhost:3000",
    webhookUrl: "http://localhost:3000/hook",
    webhookSecret: SECRET,
    secretKey: KEY,
    now: () => NOW,
    deliver: async () => new Response(null, { status: 200 }),
    retryDelaysMs: [],
  });
  onTestFinished(() => simulator.control.stop());
  const options = { secretKey: KEY, webhookSecrets: [SECRET], fetch: simulator.fetch };
  return { ...simulator, payments: stripePayments(options), options };
}

const LINE = {
  currency: "usd",
  type: "digital",
  billingPeriod: null,
  description: null,
  pictureUrl: null,
  providerProductId: null,
} as const;

export const CHECKOUT: NewCheckout = {
  orderNumber: "K7QM-3XRT",
  shopId: "this-very-shop",
  idempotencyKey: "checkout-K7QM-3XRT",
  lines: [
    { ...LINE, productId: 1, name: "Premium Pack", price: 3700 },
    { ...LINE, productId: 3, name: "Dinosaur Busy Book", price: 1200 },
  ],
  successUrl: "http://localhost:3000/checkout/success?sessionId={CHECKOUT_SESSION_ID}",
  cancelUrl: "http://localhost:3000/checkout/cancel",
  customerEmail: "buyer@example.com",
  customerId: null,
  savesCard: false,
  expiresAt: new Date(NOW.getTime() + 23 * 3_600_000),
  tax: "none",
  invoice: false,
  languages: [],
  brand: "Papercub",
  notice: "Read our [terms](http://localhost:3000/terms).",
  terms: null,
  recovery: false,
  promotionCodeId: null,
  acceptsCodes: false,
};
