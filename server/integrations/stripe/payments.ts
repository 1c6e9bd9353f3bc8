import Stripe from "stripe";
import { messages } from "../../contract/messages.ts";
import type { Page, Payments, Stretch } from "../../ports/payments.ts";
import { findCall, idOf, providerCall, providerFailed } from "./call.ts";
import { EVENT_TYPES, toPaymentEvent } from "./events.ts";
import { examineKey, readProviderClock } from "./examine.ts";
import { createRefund, toDispute, toReversals } from "./reversals.ts";
import {
  isSession,
  SESSION_EXPAND,
  SESSION_LIST_EXPAND,
  sessionParams,
  toCheckout,
  toListedCheckout,
} from "./session.ts";
import { readSignedEvent } from "./signed-event.ts";
import { SUBSCRIPTION_EXPAND, toSubscription } from "./subscription.ts";

// The SDK waits 80 s by default; a buyer is told within 10 s, one retry included.
const TIMEOUT_MS = 4000;
const MAX_RETRIES = 1;
// Two calls in a row leave no time for a second try of either.
const ONCE = { maxNetworkRetries: 0 };
const PAGE_SIZE = 100;

type Options = {
  secretKey: string;
  webhookSecrets: readonly string[];
  /** Another host to talk to (a test server); Stripe itself when left out. */
  apiBase?: string | undefined;
  /** Another way to reach it: the demo's simulator answers in this process. */
  fetch?: typeof fetch | undefined;
  timeoutMs?: number;
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

    async expireCheckout(sessionId) {
      try {
        await stripe.checkout.sessions.expire(sessionId);
      } catch (cause) {
        // Only an open session can be expired, and the provider says no more than that.
        if (cause instanceof Stripe.errors.StripeInvalidRequestError) return;
        throw providerFailed(messages.network, cause);
      }
    },

    async findCheckout(sessionId) {
      const session = await findCall(messages.network, () =>
        stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_EXPAND }),
      );
      if (session === undefined) return undefined;
      if (!isSession(session) || session.id !== sessionId) {
        throw providerFailed(messages.network, "the answer is not the session asked for");
      }
      return toCheckout(session);
    },

    async listCheckouts(stretch, after) {
      const query = { ...pageQuery(stretch, after), expand: SESSION_LIST_EXPAND };
      const page = await providerCall(messages.network, () => stripe.checkout.sessions.list(query));
      return pageOf(page, toListedCheckout);
    },

    async findSessionOf(of) {
      const list = (query: Stripe.Checkout.SessionListParams) =>
        findCall(messages.network, () => stripe.checkout.sessions.list(query));
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
      const refunds = await providerCall(messages.network, () => stripe.refunds.list(query));
      const disputes = await providerCall(messages.network, () => stripe.disputes.list(query));
      return { ...toReversals(listOf(refunds)), disputes: listOf(disputes).map(toDispute) };
    },

    createRefund: (refund) => createRefund(stripe, refund),

    async findSubscription(subscriptionId) {
      const expand = SUBSCRIPTION_EXPAND;
      const subscription = await findCall(messages.network, () =>
        stripe.subscriptions.retrieve(subscriptionId, { expand }),
      );
      if (subscription === undefined) return undefined;
      if (subscription.object !== "subscription") {
        throw providerFailed(messages.network, "the answer is not the subscription asked for");
      }
      return toSubscription(subscription);
    },

    async createPortal({ subscriptionId, returnUrl }) {
      const portal = await providerCall(messages.network, async () => {
        const { customer } = await stripe.subscriptions.retrieve(subscriptionId, {}, ONCE);
        const id = idOf(customer);
        if (!id) throw new Error("no customer in the answer");
        const params = { customer: id, return_url: returnUrl };
        return stripe.billingPortal.sessions.create(params, ONCE);
      });
      if (portal.object !== "billing_portal.session" || !portal.url) {
        throw providerFailed(messages.network, "no portal in the answer");
      }
      return { url: portal.url };
    },

    async listEvents(stretch, after) {
      const query = { ...pageQuery(stretch, after), types: EVENT_TYPES };
      const events = await providerCall(messages.network, () => stripe.events.list(query));
      return pageOf(events, toPaymentEvent);
    },

    readEvent: (rawBody, signature) =>
      readSignedEvent(stripe, { rawBody, signature, secrets: options.webhookSecrets }),

    readClock: () => readProviderClock(options.fetch ?? fetch, options.apiBase),

    examine: (webhookUrl) => examineKey(stripe, webhookUrl),
  };
}

function clientConfig(options: Options) {
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

// A failure whose body names no `error` resolves like an answer: only a list is one.
function listOf<Item>(answer: { object?: string; data?: Item[] } | undefined): Item[] {
  if (answer === undefined) return [];
  if (answer.object === "list" && answer.data) return answer.data;
  throw providerFailed(messages.network, "the answer is not a list");
}

function pageQuery({ from, to }: Stretch, after: string | null) {
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

/** The subscription that a payment was made for, through the invoice that it paid. */
async function subscriptionOfPayment(stripe: Stripe, paymentIntentId: string) {
  const query = {
    payment: { type: "payment_intent" as const, payment_intent: paymentIntentId },
    expand: ["data.invoice"],
  };
  const payments = await findCall(messages.network, () => stripe.invoicePayments.list(query));
  const invoice = listOf(payments)[0]?.invoice;
  if (typeof invoice !== "object" || invoice.deleted) return null;
  return idOf(invoice.parent?.subscription_details?.subscription);
}
