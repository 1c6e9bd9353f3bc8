import Stripe from "stripe";
import { messages } from "../../contract/messages.ts";
import { CallRefused } from "../../errors.ts";
import { CONSENT_PARAM, type Page, type Payments, type TimeRange } from "../../ports/payments.ts";
import { findCall, idOf, PAGE_SIZE, providerCall, providerFailed } from "./call.ts";
import { EVENT_TYPES, readSignedEvent, toPaymentEvent } from "./events.ts";
import { examineKey, readProviderClock } from "./examine.ts";
import { createRefund, toDispute, toReversals } from "./refunds.ts";
import { productSync, stripePromotions } from "./promotions.ts";
import {
  SESSION_EXPAND,
  SESSION_LIST_EXPAND,
  SUBSCRIPTION_EXPAND,
  toCheckout,
  toListedCheckout,
  toSubscription,
} from "./session.ts";
import { sessionParams } from "./session-params.ts";

// Lets a buyer get a response within 10 s, including one retry; the SDK's default timeout is 80 s.
const TIMEOUT_MS = 4000;
const MAX_RETRIES = 1;
// Two sequential calls leave no time for a retry.
const ONCE = { maxNetworkRetries: 0 };

type StripeOptions = {
  secretKey: string;
  webhookSecrets: readonly string[];
  /** Base URL of a test server. */
  apiBase?: string | undefined;
  fetch?: typeof fetch | undefined;
  timeoutMs?: number;
};

/** Payments through Stripe Checkout. The SDK pins the API version. */
export function stripePayments(options: StripeOptions): Payments {
  const stripe = new Stripe(options.secretKey, clientConfig(options));
  const promotions = stripePromotions(stripe);
  const products = productSync(stripe);
  return {
    ...promotions,

    async createCheckout(checkout) {
      const lines = await Promise.all(
        checkout.lines.map(async (line) => ({
          ...line,
          providerProductId: await products.currentId(line),
        })),
      );
      const { idempotencyKey } = checkout;
      const session = await stripe.checkout.sessions
        .create(sessionParams({ ...checkout, lines }), { idempotencyKey })
        .catch((cause: unknown) => {
          // The owner may have archived or deleted a product there.
          if (checkout.customerId !== null && isForbidden(cause)) {
            throw providerFailed(new CallRefused(cause, "customer"), messages.checkoutFailed);
          }
          if (isRefused(cause) && !cause.param?.startsWith(CONSENT_PARAM)) products.forget();
          throw providerFailed(cause, messages.checkoutFailed);
        });
      if (session.object !== "checkout.session" || !session.url) {
        throw providerFailed("no session in the answer", messages.checkoutFailed);
      }
      return { id: session.id, url: session.url };
    },

    async expireCheckout(sessionId) {
      try {
        await stripe.checkout.sessions.expire(sessionId);
      } catch (cause) {
        // The session is no longer open.
        if (isRefused(cause)) return;
        throw providerFailed(cause);
      }
    },

    async findCheckout(sessionId) {
      const session = await findCall(() =>
        stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_EXPAND }),
      );
      if (session === undefined) return undefined;
      if (session.object !== "checkout.session" || session.id !== sessionId) {
        throw providerFailed("the answer is not the session asked for");
      }
      return toCheckout(session);
    },

    async listCheckouts(range, after) {
      const query = { ...pageQuery(range, after), expand: SESSION_LIST_EXPAND };
      const page = await providerCall(() => stripe.checkout.sessions.list(query));
      return pageOf(page, toListedCheckout);
    },

    async findSessionOf(of) {
      const list = (query: Stripe.Checkout.SessionListParams) =>
        findCall(() => stripe.checkout.sessions.list(query));
      if ("subscriptionId" in of) {
        return listOf(await list({ subscription: of.subscriptionId }))[0]?.id;
      }
      const payment_intent = of.paymentIntentId;
      const [session] = listOf(await list({ payment_intent }));
      if (session) return session.id;
      const subscription = await subscriptionOfPayment(stripe, payment_intent);
      return subscription ? listOf(await list({ subscription }))[0]?.id : undefined;
    },

    async findReversals(paymentIntentId) {
      const query = { payment_intent: paymentIntentId, limit: PAGE_SIZE };
      const refunds = await providerCall(() => stripe.refunds.list(query));
      const disputes = await providerCall(() => stripe.disputes.list(query));
      return { ...toReversals(listOf(refunds)), disputes: listOf(disputes).map(toDispute) };
    },

    createRefund: (refund) => createRefund(stripe, refund),

    async findSubscription(subscriptionId) {
      const subscription = await findCall(() =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: SUBSCRIPTION_EXPAND }),
      );
      if (subscription === undefined) return undefined;
      if (subscription.object !== "subscription") {
        throw providerFailed("the answer is not the subscription asked for");
      }
      return toSubscription(subscription);
    },

    async createPortal({ subscriptionId, returnUrl }) {
      const portal = await providerCall(async () => {
        const { customer } = await stripe.subscriptions.retrieve(subscriptionId, {}, ONCE);
        const id = idOf(customer);
        if (!id) throw new Error("no customer in the answer");
        const params = { customer: id, return_url: returnUrl };
        return stripe.billingPortal.sessions.create(params, ONCE);
      });
      if (portal.object !== "billing_portal.session" || !portal.url) {
        throw providerFailed("no portal in the answer");
      }
      return { url: portal.url };
    },

    async listEvents(range, after) {
      const query = { ...pageQuery(range, after), types: EVENT_TYPES };
      const events = await providerCall(() => stripe.events.list(query));
      return pageOf(events, toPaymentEvent);
    },

    readEvent: (rawBody, signature) =>
      readSignedEvent(stripe, { rawBody, signature, secrets: options.webhookSecrets }),

    readClock: () => readProviderClock(options.fetch ?? fetch, options.apiBase),

    examine: (webhookUrl) => examineKey(stripe, webhookUrl),
  };
}

type InvalidRequest = InstanceType<typeof Stripe.errors.StripeInvalidRequestError>;

function isRefused(error: unknown): error is InvalidRequest {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether the key lacks a permission. */
function isForbidden(error: unknown): error is Error {
  return error instanceof Stripe.errors.StripePermissionError;
}

function clientConfig(options: StripeOptions) {
  const base = options.apiBase ? new URL(options.apiBase) : undefined;
  return {
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(options.fetch ?? fetch),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === "https:" ? 443 : 80),
      protocol: base.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  };
}

// Checks `object`, because the SDK resolves an error response that has no `error` body.
function listOf<Item>(answer: { object?: string; data?: Item[] } | undefined): Item[] {
  if (answer === undefined) return [];
  if (answer.object === "list" && answer.data) return answer.data;
  throw providerFailed("the answer is not a list");
}

function pageQuery({ from, to }: TimeRange, after: string | null) {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  return {
    created: { gte: seconds(from), ...(to && { lte: seconds(to) }) },
    limit: PAGE_SIZE,
    ...(after !== null && { starting_after: after }),
  };
}

type Listed<Item> = { object?: string; data?: Item[]; has_more?: boolean };

function pageOf<Item extends { id: string }, Entry>(
  answer: Listed<Item>,
  toEntry: (item: Item) => Entry,
): Page<Entry> {
  const items = listOf(answer);
  const next = answer.has_more ? (items.at(-1)?.id ?? null) : null;
  return { entries: items.map(toEntry), next };
}

async function subscriptionOfPayment(stripe: Stripe, paymentIntentId: string) {
  const query = {
    payment: { type: "payment_intent" as const, payment_intent: paymentIntentId },
    expand: ["data.invoice"],
  };
  const payments = await findCall(() => stripe.invoicePayments.list(query));
  const invoice = listOf(payments)[0]?.invoice;
  if (typeof invoice !== "object" || invoice.deleted) return null;
  return idOf(invoice.parent?.subscription_details?.subscription);
}
