import Stripe from "stripe";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Fault } from "../../../support/stripe/faults.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/visits.ts";
import { sweep } from "../../../../server/domain/money/sweep.ts";
import { stripePayments } from "../../../../server/integrations/stripe/payments.ts";
import { checkoutBody, openBrowser } from "../../../support/browser.ts";
import type { TestApp } from "../../../support/create-test-app.ts";
import { emailsOf, eventsOf, eventsOfType, itemsOf, ordersOf } from "../../../support/money.ts";
import { DETAIL, MINUTE_MS, openShop, pay, readDetail } from "../../../support/shop.ts";

const CREATE = "/api/create-checkout-session";
const SESSIONS = "/v1/checkout/sessions";
/** How long the shop of these tests waits for the provider. */
const PATIENCE_MS = 40;

type Trouble = { name: string } & Pick<Fault, "kind" | "ms" | "afterWork">;

const TROUBLES: Trouble[] = [
  { name: "429", kind: "429" },
  { name: "500", kind: "500" },
  { name: "500 that its key remembers", kind: "500-kept" },
  { name: "500 without an error in it", kind: "500-bare" },
  { name: "nothing", kind: "hang" },
  { name: "nothing, though the work is done", kind: "hang", afterWork: true },
  { name: "half an answer", kind: "cut" },
  { name: "too late", kind: "slow", ms: 1500 },
];

/**
 * A shop whose webhooks never come. In trouble its provider answers every request to a path in one
 * bad way, and the shop soon loses patience; then all is well again.
 */
async function troubledShop() {
  const shop = await openShop();
  const { faults, webhooks } = shop.simulator.control;
  const patient = shop.deps.payments;
  webhooks.mode = "drop";
  return {
    ...shop,
    faults,
    trouble(path: string, { kind, ms = 0, afterWork = false }: Omit<Trouble, "name">): void {
      faults.next({ kind, ms, afterWork, path, times: 20 });
      shop.deps.payments = impatient(shop);
      skipPauses();
    },
    recover(): void {
      faults.clear();
      shop.deps.payments = patient;
    },
  };
}

/** The SDK waits half a second before it tries again; nothing is learnt from waiting for it. */
function skipPauses(): void {
  vi.spyOn(Stripe.prototype, "getInitialNetworkRetryDelay").mockReturnValue(0.001);
  vi.spyOn(Stripe.prototype, "getMaxNetworkRetryDelay").mockReturnValue(0.001);
}

function impatient({ deps, simulator }: Pick<TestApp, "deps" | "simulator">) {
  const { stripe } = deps.config;
  return stripePayments({ ...stripe, fetch: simulator.fetch, timeoutMs: PATIENCE_MS });
}

describe("a checkout that the provider answers with", () => {
  test.each(TROUBLES)("$name is refused, and the next try is sold once", async (trouble) => {
    const shop = await troubledShop();
    shop.trouble(SESSIONS, trouble);
    const refused = await shop.browser.post(CREATE, checkoutBody([shop.pack]));
    expect(refused.status).toBe(502);
    expect(await refused.json()).toMatchObject({
      message: "Failed to create checkout session.",
      error: "Failed to create checkout session.",
      code: "payment_provider",
    });
    expect(ordersOf(shop)).toMatchObject([{ status: "failed", sessionId: null }]);
    expect(emailsOf(shop)).toEqual([]);

    shop.recover();
    const answer = await shop.browser.post(CREATE, checkoutBody([shop.pack]));
    const { sessionId } = (await answer.json()) as { sessionId: string };
    expect(ordersOf(shop)).toMatchObject([{ status: "failed" }, { status: "open", sessionId }]);
    await shop.simulator.control.pay(sessionId);
    expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");
    expect(emailsOf(shop)).toHaveLength(1);
  });
});

describe("a success page that the provider answers with", () => {
  test.each(TROUBLES)(
    "$name says so, grants nothing, and is right the next time",
    async (trouble) => {
      const shop = await troubledShop();
      const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
      shop.trouble(SESSIONS, trouble);
      const refused = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
      expect(refused.status).toBe(502);
      expect(await refused.json()).toMatchObject({
        message: "Network error, please try again later",
        code: "payment_provider",
      });
      expect(ordersOf(shop)).toMatchObject([{ status: "open", paidAt: null }]);
      expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
      expect(emailsOf(shop)).toEqual([]);

      shop.recover();
      const detail = await readDetail(shop.browser, sessionId);
      expect(detail).toMatchObject({ status: "paid", firstView: true });
      expect(emailsOf(shop)).toHaveLength(1);
    },
  );

  test("nothing at all opens for buyers whose order is known to be paid", async () => {
    const shop = await troubledShop();
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    await readDetail(shop.browser, sessionId);
    shop.trouble("/v1", { kind: "hang" });
    expect((await readDetail(shop.browser, sessionId)).products[0]?.files).toHaveLength(2);
  });
});

describe("a webhook whose session the provider answers with", () => {
  test.each(TROUBLES)("$name is kept, and handled once the provider is well", async (trouble) => {
    const shop = await troubledShop();
    await pay(shop, shop.browser, { products: [shop.pack] });
    const [event] = eventsOfType(shop, "checkout.session.completed");
    shop.trouble(SESSIONS, trouble);
    const { status } = await shop.simulator.control.webhooks.send(event?.id ?? "");
    expect(status).toBe(200);
    await shop.settle();
    expect(eventsOf(shop)).toMatchObject([{ attempts: 1, handledAt: null }]);
    expect(eventsOf(shop)[0]?.lastError).toBeTruthy();
    expect(ordersOf(shop)).toMatchObject([{ status: "open" }]);
    expect(emailsOf(shop)).toEqual([]);

    shop.recover();
    shop.clock.advance(5000);
    await shop.settle();
    expect(eventsOf(shop)).toMatchObject([{ attempts: 2, lastError: null }]);
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    expect(shop.mails).toHaveLength(1);
  });

  test.each(["/v1/refunds", "/v1/disputes"])(
    "trouble at %s withdraws nothing yet",
    async (path) => {
      const shop = await troubledShop();
      const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
      shop.simulator.control.refund(sessionId);
      for (const { id } of eventsOfType(shop, "charge.refunded")) {
        await shop.simulator.control.webhooks.send(id);
      }
      shop.trouble(path, { kind: "500-bare" });
      await shop.settle();
      expect(itemsOf(shop)).toMatchObject([{ revokedAt: null }]);
      shop.recover();
      shop.clock.advance(5000);
      await shop.settle();
      expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
    },
  );
});

describe("a sweep that the provider answers with", () => {
  test.each(TROUBLES)("$name fails, and the next one finds the payment", async (trouble) => {
    const shop = await troubledShop();
    await sweep(shop.deps);
    await pay(shop, shop.browser, { products: [shop.pack] });
    shop.trouble("/v1", trouble);
    shop.clock.advance(5 * MINUTE_MS);
    await expect(sweep(shop.deps)).rejects.toMatchObject({ code: "payment_provider" });
    await shop.settle();
    expect(eventsOf(shop)).toEqual([]);
    expect(ordersOf(shop)).toMatchObject([{ status: "open" }]);

    shop.recover();
    shop.clock.advance(5 * MINUTE_MS);
    await sweep(shop.deps);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    expect(shop.mails).toHaveLength(1);
  });
});

test("a buyer of a provider that is slow but answers notices nothing", async () => {
  const shop = await troubledShop();
  shop.faults.next({ kind: "slow", ms: 20, times: 20 });
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
  expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");
});

test("a session that was lost half-way takes nobody's place while it is open", async () => {
  const shop = await troubledShop();
  shop.trouble(SESSIONS, { kind: "cut" });
  await shop.browser.post(CREATE, checkoutBody([shop.pack]));
  shop.recover();
  await shop.browser.post(CREATE, checkoutBody([shop.pack]));
  const [lost, open] = shop.simulator.control.sessions();
  const page = await shop.browser.get(`${DETAIL}?sessionId=${lost?.id}`);
  expect(page.status).toBe(409);
  expect(ordersOf(shop)).toMatchObject([
    { status: "failed" },
    { status: "open", sessionId: open?.id },
  ]);
  expect((await shop.browser.get(`${DETAIL}?sessionId=${lost?.id}`)).status).toBe(409);
  await shop.simulator.control.pay(lost?.id ?? "");
  shop.clock.advance(ANSWER_MS);
  expect((await readDetail(shop.browser, lost?.id ?? "")).status).toBe("paid");
  expect(ordersOf(shop).map((order) => order.status)).toEqual(["paid", "open"]);
});

describe("with the shop's own time-outs", () => {
  /** Seconds until the answer, on a clock that runs as fast as nothing happens. */
  async function secondsUntil(
    answer: Promise<Response>,
  ): Promise<[status: number, seconds: number]> {
    const started = Date.now();
    let status = 0;
    void answer.then((response) => (status = response.status));
    while (status === 0 && Date.now() - started < 60_000) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return [status, (Date.now() - started) / 1000];
  }

  function runFast(): void {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test.each([
    ["a new checkout", "new"],
    ["a checkout asked for again", "again"],
    ["a success page", "page"],
  ])("%s of a provider that hangs is answered in under ten seconds", async (_name, which) => {
    const shop = await openShop();
    const { browser, pack, simulator } = shop;
    simulator.control.webhooks.mode = "drop";
    if (which === "again") await browser.post(CREATE, checkoutBody([pack]));
    const sessionId = which === "page" ? await pay(shop, browser, { products: [pack] }) : "";
    simulator.control.faults.next({ kind: "hang", times: 20 });
    runFast();
    const buyer = which === "new" ? openBrowser(shop) : browser;
    const [status, seconds] = await secondsUntil(
      which === "page"
        ? buyer.get(`${DETAIL}?sessionId=${sessionId}`)
        : buyer.post(CREATE, checkoutBody([pack])),
    );
    expect(status).toBe(502);
    expect(seconds).toBeLessThan(10);
    expect(seconds).toBeGreaterThan(1);
  });

  test("a checkout is refused in under ten seconds, however many calls it takes", async () => {
    const { browser, pack, book, simulator } = await openShop();
    await browser.post(CREATE, checkoutBody([pack]));
    // The open checkout is asked about in two tries; then the new one is never answered.
    simulator.control.faults.next({ kind: "hang", method: "GET" });
    simulator.control.faults.next({ kind: "hang", method: "POST", times: 20 });
    runFast();
    const [status, seconds] = await secondsUntil(browser.post(CREATE, checkoutBody([pack, book])));
    expect(status).toBe(502);
    expect(seconds).toBeLessThan(10);
    expect(seconds).toBeGreaterThan(8);
  });
});
