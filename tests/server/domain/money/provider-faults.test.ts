import Stripe from "stripe";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Fault } from "../../../support/stripe/faults.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/open-checkouts.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { stripePayments } from "../../../../server/integrations/stripe/payments.ts";
import { checkoutBody, startCheckout } from "../../../support/browser.ts";
import { emailsOf, eventsOf, eventsOfType, itemsOf, ordersOf } from "../../../support/money.ts";
import { DETAIL, MINUTE_MS, openShop, pay, readDetail } from "../../../support/shop.ts";

const CREATE = "/api/create-checkout-session";
const SESSIONS = "/v1/checkout/sessions";
/** Provider timeout of the test shop. */
const PATIENCE_MS = 40;

type Trouble = Pick<Fault, "kind" | "ms" | "afterWork">;

const TROUBLES: [string, Trouble][] = [
  ["429", { kind: "429" }],
  ["500", { kind: "500" }],
  ["500 that its key remembers", { kind: "500-kept" }],
  ["500 without an error in it", { kind: "500-bare" }],
  ["nothing", { kind: "hang" }],
  ["nothing, though the work is done", { kind: "hang", afterWork: true }],
  ["half an answer", { kind: "cut" }],
  ["too late", { kind: "slow", ms: 1500 }],
];

/**
 * Opens a shop that receives no webhooks. `trouble` makes the provider fail on a path and shortens
 * the timeout; `recover` undoes both.
 */
async function troubledShop() {
  const shop = await openShop();
  const { deps, simulator, browser, pack } = shop;
  const { control } = simulator;
  const patient = deps.payments;
  control.webhooks.mode = "drop";
  return {
    ...shop,
    control,
    payPack: () => pay(shop, browser, { products: [pack] }),
    tryCheckout: () => browser.post(CREATE, checkoutBody([pack])),
    seePage: (sessionId: string) => browser.get(`${DETAIL}?sessionId=${sessionId}`),
    trouble(path: string, { kind, ms = 0, afterWork = false }: Trouble): void {
      control.faults.next({ kind, ms, afterWork, path, times: 20 });
      const { stripe } = deps.config;
      const options = { ...stripe, fetch: simulator.fetch, timeoutMs: PATIENCE_MS };
      deps.payments = stripePayments(options);
      skipPauses();
    },
    recover(): void {
      control.faults.clear();
      deps.payments = patient;
    },
    statuses: () => ordersOf(shop).map(({ status }) => status),
  };
}

/** Removes the SDK's retry delay of half a second to keep the tests fast. */
function skipPauses(): void {
  vi.spyOn(Stripe.prototype, "getInitialNetworkRetryDelay").mockReturnValue(0.001);
  vi.spyOn(Stripe.prototype, "getMaxNetworkRetryDelay").mockReturnValue(0.001);
}

test.each(TROUBLES)(
  "while the provider answers with %s, nothing is sold, granted or lost",
  async (_name, trouble) => {
    const shop = await troubledShop();
    await reconcile(shop.deps);
    const paid = await shop.payPack();
    const [event] = eventsOfType(shop, "checkout.session.completed");
    shop.trouble("/v1", trouble);
    shop.clock.advance(ANSWER_MS);

    const page = await shop.seePage(paid);
    const message = "Network error, please try again later";
    expect([page.status, await page.json()]).toMatchObject([
      502,
      { message, code: "payment_provider" },
    ]);
    expect((await shop.control.webhooks.send(event?.id ?? "")).status).toBe(200);
    await shop.settle();
    expect(eventsOf(shop)).toMatchObject([{ attempts: 1, handledAt: null }]);
    await expect(reconcile(shop.deps)).rejects.toMatchObject({ code: "payment_provider" });
    expect(ordersOf(shop)).toMatchObject([{ status: "open", paidAt: null }]);
    expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
    expect(emailsOf(shop)).toEqual([]);

    shop.recover();
    shop.clock.advance(5 * MINUTE_MS);
    await reconcile(shop.deps);
    await shop.settle();
    expect(eventsOf(shop).every(({ handledAt }) => handledAt !== null)).toBe(true);
    expect(await readDetail(shop.browser, paid)).toMatchObject({ status: "paid", firstView: true });
    expect(shop.mails).toHaveLength(1);
  },
);

test.each(TROUBLES)(
  "a checkout that the provider answers with %s is refused, and the next one is sold once",
  async (_name, trouble) => {
    const shop = await troubledShop();
    shop.trouble(SESSIONS, trouble);
    const refused = await shop.tryCheckout();
    const message = "Failed to create checkout session.";
    const error = { message, error: message, code: "payment_provider" };
    expect([refused.status, await refused.json()]).toMatchObject([502, error]);
    expect(ordersOf(shop)).toMatchObject([{ status: "failed", sessionId: null }]);

    shop.recover();
    const sessionId = await startCheckout(shop.browser, [shop.pack]);
    expect(ordersOf(shop)).toMatchObject([{ status: "failed" }, { status: "open", sessionId }]);
    await shop.control.pay(sessionId);
    expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");
    expect(emailsOf(shop)).toHaveLength(1);
  },
);

test.each(["/v1/refunds", "/v1/disputes"])("trouble at %s withdraws nothing yet", async (path) => {
  const shop = await troubledShop();
  shop.control.refund(await shop.payPack());
  for (const { id } of eventsOfType(shop, "charge.refunded")) await shop.control.webhooks.send(id);
  shop.trouble(path, { kind: "500-bare" });
  await shop.settle();
  expect(itemsOf(shop)).toMatchObject([{ revokedAt: null }]);
  shop.recover();
  shop.clock.advance(5000);
  await shop.settle();
  expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
});

test("a success page opens without the provider once its order is known to be paid", async () => {
  const shop = await troubledShop();
  const sessionId = await shop.payPack();
  await readDetail(shop.browser, sessionId);
  shop.trouble("/v1", { kind: "hang" });
  expect((await readDetail(shop.browser, sessionId)).products[0]?.files).toHaveLength(2);
});

test("a session that was lost half-way takes no other's place while it is open", async () => {
  const shop = await troubledShop();
  shop.trouble(SESSIONS, { kind: "cut" });
  await shop.tryCheckout();
  shop.recover();
  await shop.tryCheckout();
  const [lost = "", open] = shop.control.sessions().map(({ id }) => id);
  for (let time = 0; time < 2; time++) {
    expect((await shop.seePage(lost)).status).toBe(409);
    expect(ordersOf(shop)).toMatchObject([
      { status: "failed" },
      { status: "open", sessionId: open },
    ]);
  }
  await shop.control.pay(lost);
  shop.clock.advance(ANSWER_MS);
  expect((await readDetail(shop.browser, lost)).status).toBe("paid");
  expect(shop.statuses()).toEqual(["paid", "open"]);
});

describe("with the shop's own time-outs, a provider that hangs is given up:", () => {
  /** Returns the response status and the duration in seconds, measured on a fake clock. */
  async function refusalOf(ask: () => Promise<Response>) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = Date.now();
    let status = 0;
    void ask().then((response) => (status = response.status));
    while (status === 0 && Date.now() - started < 60_000) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { status, seconds: (Date.now() - started) / 1000 };
  }

  test("a success page is answered in under ten seconds", async () => {
    const { control, payPack, seePage } = await troubledShop();
    const sessionId = await payPack();
    control.faults.next({ kind: "hang", times: 20 });
    const { status, seconds } = await refusalOf(() => seePage(sessionId));
    expect(status).toBe(502);
    expect(seconds).toBeLessThan(10);
    expect(seconds).toBeGreaterThan(1);
  });

  test("a checkout is refused in under ten seconds, however many calls it takes", async () => {
    const { browser, pack, book, control, tryCheckout } = await troubledShop();
    await tryCheckout();
    // Reading the open checkout hangs once and is retried; creating the new one always hangs.
    control.faults.next({ kind: "hang", method: "GET" });
    control.faults.next({ kind: "hang", method: "POST", times: 20 });
    const ask = () => browser.post(CREATE, checkoutBody([pack, book]));
    const { status, seconds } = await refusalOf(ask);
    expect(status).toBe(502);
    expect(seconds).toBeLessThan(10);
    expect(seconds).toBeGreaterThan(8);
  });
});
