import type { ApiRequest } from "../../../server/demo/payments/api.ts";
import {
  closeDispute,
  endSubscription,
  openDispute,
  renewSubscription,
} from "../../../server/demo/payments/bank.ts";
import {
  cancelAtPeriodEnd,
  intentOfInvoice,
  refundCharge,
} from "../../../server/demo/payments/billing.ts";
import {
  completeSession,
  type PayInput,
  settlePayment,
} from "../../../server/demo/payments/complete-session.ts";
import { expireSession } from "../../../server/demo/payments/sessions.ts";
import {
  createPaymentSimulator,
  type SimulatorOptions,
} from "../../../server/demo/payments/simulator.ts";
import { need } from "../../../server/demo/payments/objects.ts";
import type { Charge, Context, SettlementResult } from "../../../server/demo/payments/objects.ts";
import { plannedFaults } from "./faults.ts";
import { plannedWebhooks } from "./webhooks.ts";

const KEPT_REQUESTS = 10_000;
const BUYER: PayInput = {
  email: "buyer@example.com",
  name: "Demo Buyer",
  card: "4242424242424242",
};

/** A logged API request; `status` is null until it is answered. */
type LoggedRequest = ApiRequest & { status: number | null };
export type TestSimulator = ReturnType<typeof createTestSimulator>;

/** Creates the demo's payment simulator with control over buyers, bank, network and webhooks. */
export function createTestSimulator(options: Omit<SimulatorOptions, "holdBack" | "intercept">) {
  const { intercept, ...faults } = plannedFaults();
  const planned = plannedWebhooks();
  const log: LoggedRequest[] = [];
  const simulator = createPaymentSimulator({
    ...options,
    holdBack: planned.holdBack,
    async intercept(call) {
      const logged: LoggedRequest = { ...call.request, status: null };
      log.push(logged);
      if (log.length > KEPT_REQUESTS) log.shift();
      const answer = await intercept(call);
      logged.status = answer.status;
      return answer;
    },
  });
  const { clock, context, webhooks } = simulator;
  const { store } = context;
  const control = {
    ...buyer(context),
    ...bank(context),
    faults,
    webhooks: planned.control(webhooks),
    /** Runs due session expiries and delayed payments. */
    runClock: clock.run,
    events: () => store.list("event"),
    sessions: () => store.list("checkout.session"),
    requests: () => [...log],
    /** Resolves when no delivery is pending. */
    idle: webhooks.idle,
    stop() {
      clock.stop();
      webhooks.stop();
    },
  };
  return { ...simulator, control };
}

function buyer(context: Context) {
  const { store } = context;
  return {
    /** Pays a session; the card is a test number, 4242… by default. */
    pay: async (sessionId: string, input: Partial<PayInput> = {}) =>
      completeSession(context, sessionId, { ...BUYER, ...input }),
    expire(sessionId: string) {
      const session = need(store, "checkout.session", sessionId);
      if (session.status !== "open") throw new Error(`${sessionId} is ${session.status}`);
      return expireSession(context, sessionId);
    },
  };
}

function bank(context: Context) {
  return {
    settle: (sessionId: string, result: SettlementResult) =>
      settlePayment(context, sessionId, result),
    /** Refunds from the provider's dashboard; `of` is a session, payment intent or charge id. */
    refund(of: string, amount?: number) {
      const charge = chargeOf(context, of);
      const left = charge.amount - charge.amount_refunded;
      if ((amount ?? left) > left || left === 0) throw new Error(`${left} is left to refund`);
      return refundCharge(context, { charge, amount: amount ?? left, metadata: {} });
    },
    /** Opens a dispute by the buyer's bank; `of` as for `refund`. */
    dispute: (of: string, reason = "fraudulent") =>
      openDispute(context, chargeOf(context, of), reason),
    closeDispute: (disputeId: string, result: "won" | "lost") =>
      closeDispute(context, disputeId, result),
    /** Ends a billing period; `ok` sets whether its payment succeeds. */
    renew: (subscriptionId: string, ok = true) => renewSubscription(context, subscriptionId, ok),
    /** Cancels a subscription immediately or at the end of its period. */
    cancel: (subscriptionId: string, { atPeriodEnd = false } = {}) =>
      atPeriodEnd
        ? cancelAtPeriodEnd(context, subscriptionId, true)
        : endSubscription(context, subscriptionId),
  };
}

function chargeOf(context: Context, of: string): Charge {
  const { store } = context;
  const session = store.find("checkout.session", of);
  const invoiced = session?.invoice ? intentOfInvoice(context, session.invoice) : undefined;
  const intent = store.find("payment_intent", session?.payment_intent ?? invoiced ?? of);
  const charge = store.find("charge", intent?.latest_charge ?? of);
  if (!charge) throw new Error(`Nothing was charged for ${of}`);
  return charge;
}
