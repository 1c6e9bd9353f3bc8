import type { LoggedRequest } from "./call.ts";
import type { EarlyPayments } from "./early-payments.ts";
import type { Faults } from "./faults.ts";
import { changeSubscription, endSubscription, renewSubscription } from "./flows/billing.ts";
import { cancelAtPeriodEnd } from "./flows/cancel.ts";
import { completeSession, type PayInput, type PayOutcome } from "./flows/complete-session.ts";
import { expireSession } from "./flows/expire-sessions.ts";
import { closeDispute, openDispute, refundCharge } from "./flows/reverse.ts";
import { settleSession } from "./flows/settle.ts";
import { need } from "./store.ts";
import type { Charge, Context, SettlementResult } from "./types.ts";
import type { Webhooks } from "./webhooks.ts";

export type ControlParts = {
  context: Context;
  early: EarlyPayments;
  faults: Faults;
  webhooks: Webhooks;
  log: LoggedRequest[];
  runClock: () => void;
  stop: () => void;
};
export type Control = ReturnType<typeof createControl>;

/** What a test may do behind the store's back: buyer, bank, clock, network. */
export function createControl(parts: ControlParts) {
  const { context, early, faults, webhooks, log, runClock, stop } = parts;
  const { store } = context;
  return {
    faults,
    webhooks,

    /** Pays a session as the buyer would; the card is a test number, 4242… when left out. */
    async pay(sessionId: string, input: Partial<PayInput> = {}): Promise<PayOutcome> {
      const outcome = completeSession(context, sessionId, complete(input));
      await webhooks.beforeReturn();
      return outcome;
    },
    /**
     * Pays the session that is created next, with its webhooks delivered before the call that
     * creates it is answered. The answer still shows the session as it was made: open.
     */
    payNext: (input: Partial<PayInput> = {}) => early.plan(complete(input)),
    /** Ends a delayed payment. */
    settle: (sessionId: string, result: SettlementResult) =>
      settleSession(context, sessionId, result),
    /** Ends an open session unpaid. */
    expire(sessionId: string) {
      const session = need(store, "checkout.session", sessionId);
      if (session.status !== "open") throw new Error(`${sessionId} is ${session.status}`);
      return expireSession(context, sessionId);
    },
    /** Refunds from the provider's dashboard; `of` is a session, payment intent or charge id. */
    refund(of: string, amount?: number) {
      const charge = chargeOf(context, of);
      const left = charge.amount - charge.amount_refunded;
      if ((amount ?? left) > left || left === 0) throw new Error(`${left} is left to refund`);
      return refundCharge(context, { charge, amount: amount ?? left, reason: null, metadata: {} });
    },
    /** Lets the buyer's bank dispute a payment; `of` as for `refund`. */
    dispute: (of: string, reason = "fraudulent") =>
      openDispute(context, { charge: chargeOf(context, of), reason }),
    /** Decides a dispute. */
    closeDispute: (disputeId: string, result: "won" | "lost") =>
      closeDispute(context, disputeId, result),
    /** Lets a billing period end, with its payment made or failed. */
    renew(subscriptionId: string, ok = true) {
      renewSubscription(context, subscriptionId, ok);
      return need(store, "subscription", subscriptionId);
    },
    /** Cancels a subscription, at once or with its period. */
    cancel(subscriptionId: string, { atPeriodEnd = false } = {}) {
      const subscription = need(store, "subscription", subscriptionId);
      if (!atPeriodEnd) return endSubscription(context, subscriptionId);
      return changeSubscription(
        context,
        subscriptionId,
        cancelAtPeriodEnd(context, subscription, true),
      );
    },

    /** Does what is due by the clock: expiries and delayed payments. */
    runClock,
    /** All events, oldest first. */
    events: () => store.list("event"),
    /** All sessions, oldest first. */
    sessions: () => store.list("checkout.session"),
    /** The latest API requests, oldest first. */
    requests: () => [...log],
    /** Resolves when no delivery is under way or planned. */
    idle: () => webhooks.idle(),
    /** Ends timers and planned deliveries. */
    stop,
  };
}

function complete({ email, name, card }: Partial<PayInput>): PayInput {
  return {
    email: email ?? "buyer@example.com",
    name: name ?? "Demo Buyer",
    card: card ?? "4242424242424242",
  };
}

function chargeOf(context: Context, of: string): Charge {
  const { store } = context;
  const charge = store.find("charge", of);
  if (charge) return charge;
  const session = store.find("checkout.session", of);
  const invoiced = store
    .list("invoice_payment")
    .find((payment) => session?.invoice && payment.invoice === session.invoice);
  const intentId = session?.payment_intent ?? invoiced?.payment.payment_intent ?? of;
  const intent = typeof intentId === "string" ? store.find("payment_intent", intentId) : undefined;
  const latest = intent?.latest_charge && store.find("charge", intent.latest_charge);
  if (!latest) throw new Error(`Nothing was charged for ${of}`);
  return latest;
}
