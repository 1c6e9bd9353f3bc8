import Stripe from "stripe";
import { messages, refusals } from "../contract/messages.ts";
import type { Checkout, CheckoutLine, NewCheckout, Payments } from "../deps.ts";
import { AppError } from "../errors.ts";

// The SDK waits 80 s by default; a buyer is told within 10 s, one retry included.
const TIMEOUT_MS = 4000;
const MAX_RETRIES = 1;

type Options = {
  secretKey: string;
  webhookSecret: string | undefined;
  /** Another host to talk to (a test server); Stripe itself when left out. */
  apiBase?: string | undefined;
  /** Another way to reach it: the demo's simulator answers in this process. */
  fetch?: typeof fetch | undefined;
};

/** Payments through Stripe Checkout (API version pinned by the SDK, stripe 23.1). */
export function stripePayments(options: Options): Payments {
  const stripe = new Stripe(options.secretKey, clientConfig(options));
  return {
    async createCheckout(checkout) {
      const { idempotencyKey } = checkout;
      const session = await providerCall(messages.checkoutFailed, () =>
        stripe.checkout.sessions.create(sessionParams(checkout), { idempotencyKey }),
      );
      if (!isSession(session) || !session.url) {
        throw providerFailed(messages.checkoutFailed, "no session in the answer");
      }
      return { id: session.id, url: session.url };
    },

    async findCheckout(sessionId) {
      const session = await providerCall(messages.network, () =>
        stripe.checkout.sessions.retrieve(sessionId, {
          expand: ["payment_intent", "subscription"],
        }),
      ).catch(undefinedWhenMissing);
      if (session === undefined) return undefined;
      // An answer without an `error` body resolves as success whatever its status was.
      if (!isSession(session) || session.id !== sessionId) {
        throw providerFailed(messages.network, "the answer is not the session asked for");
      }
      return toCheckout(session);
    },

    async readEvent(rawBody, signature) {
      const { webhookSecret } = options;
      if (!webhookSecret) throw new AppError("unavailable", refusals.webhookDisabled);
      const event = await stripe.webhooks
        .constructEventAsync(rawBody, signature, webhookSecret)
        .catch((cause: unknown) => {
          throw new AppError("malformed", refusals.badSignature, { cause });
        });
      const object = event.data.object as { id?: string };
      return {
        id: event.id,
        type: event.type,
        objectId: object.id ?? null,
        livemode: event.livemode,
      };
    },
  };
}

function clientConfig(options: Options) {
  const base = options.apiBase ? new URL(options.apiBase) : undefined;
  return {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(options.fetch),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === "https:" ? 443 : 80),
      protocol: base.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  };
}

function sessionParams(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: String(checkout.orderId), order_number: checkout.orderNumber };
  const recurring = checkout.lines.some((line) => line.type === "subscription");
  return {
    mode: recurring ? "subscription" : "payment",
    line_items: checkout.lines.map(lineItem),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.orderNumber,
    metadata,
    ...(recurring ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    ...(checkout.customerEmail && { customer_email: checkout.customerEmail }),
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
  };
}

function lineItem(line: CheckoutLine): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: line.currency,
      unit_amount: line.price,
      product_data: { name: line.name, metadata: { product_id: String(line.productId) } },
      ...(line.billingPeriod && { recurring: { interval: line.billingPeriod } }),
    },
  };
}

function isSession(value: { object?: string }): value is Stripe.Checkout.Session {
  return value.object === "checkout.session";
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const orderId = Number(session.metadata?.["order_id"]);
  return {
    id: session.id,
    url: session.url,
    status: statusOf(session.status),
    payment: paymentOf(session),
    amountTotal: session.amount_total ?? 0,
    currency: session.currency ?? "",
    email: session.customer_details?.email ?? session.customer_email ?? null,
    name: session.customer_details?.name ?? null,
    orderId: Number.isSafeInteger(orderId) && orderId > 0 ? orderId : null,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
  };
}

function statusOf(status: string | null): Checkout["status"] {
  return status === "complete" || status === "expired" ? status : "open";
}

/** Anything but a clear yes counts as not paid. */
function paymentOf(session: Stripe.Checkout.Session): Checkout["payment"] {
  if (session.payment_status === "paid") return "paid";
  if (session.payment_status === "no_payment_required") return "free";
  const { payment_intent: intent, subscription } = session;
  const failed = hasStatus(intent, FAILED_INTENTS) || hasStatus(subscription, FAILED_SUBSCRIPTIONS);
  return failed ? "failed" : "unpaid";
}

// The session itself never says that its delayed payment has failed.
const FAILED_INTENTS = ["requires_payment_method", "canceled"];
const FAILED_SUBSCRIPTIONS = ["past_due", "unpaid", "canceled", "incomplete_expired"];

function hasStatus(object: string | { status: string } | null, statuses: string[]): boolean {
  return typeof object === "object" && object !== null && statuses.includes(object.status);
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}

async function providerCall<Answer>(
  publicMessage: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    throw providerFailed(publicMessage, cause);
  }
}

function providerFailed(publicMessage: string, cause: unknown): AppError {
  return new AppError("payment_provider", publicMessage, { cause });
}

function undefinedWhenMissing(error: AppError): undefined {
  const { cause } = error;
  if (cause instanceof Stripe.errors.StripeError && cause.code === "resource_missing") return;
  throw error;
}
