import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "../../../../server/errors.ts";
import { checkoutBody } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { checkout, emailsOf, ordersOf } from "../../../support/money.ts";
import { openShop, readDetail } from "../../../support/shop.ts";

const PATH = "/api/create-checkout-session";

/**
 * Opens a shop whose provider responds only after `answer` or `fail` is called; `reached` resolves
 * once the session exists. Until then the provider refuses calls with the same key.
 */
async function slowShop() {
  const shop = await openShop();
  const { payments } = shop.deps;
  const quick = payments.createCheckout;
  const answered = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const busy = new Set<string>();
  payments.createCheckout = async (order) => {
    if (busy.has(order.idempotencyKey)) throw new AppError("payment_provider", "In use.");
    busy.add(order.idempotencyKey);
    const session = await quick(order);
    reached.resolve();
    await answered.promise;
    return session;
  };
  const recover = () => void (payments.createCheckout = quick);
  // Even a refused checkout sets the buyer cookie.
  await shop.browser.post(PATH, checkoutBody([999]));
  return {
    ...shop,
    recover,
    reached: reached.promise,
    answer() {
      recover();
      answered.resolve();
    },
    fail() {
      recover();
      answered.reject(new AppError("payment_provider", "Failed."));
    },
    click: async () => {
      const response = await shop.browser.post(PATH, checkoutBody([shop.pack]));
      return { status: response.status, ...((await response.json()) as { sessionId: string }) };
    },
  };
}

type SlowShop = Awaited<ReturnType<typeof slowShop>>;

/** Clicks again and resolves when that click has looked for its order. */
async function clickMeanwhile({ db, click }: SlowShop) {
  const write = vi.spyOn(db, "write");
  const answer = click();
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  write.mockRestore();
  return { answer };
}

test("clicks while the provider fails are refused together, and the next one is sold", async () => {
  const shop = await slowShop();
  const first = shop.click();
  await shop.reached;
  const second = await clickMeanwhile(shop);
  shop.fail();
  expect((await first).status).toBe(502);
  expect((await second.answer).status).toBe(502);
  expect(ordersOf(shop)).toMatchObject([{ status: "failed", sessionId: null }]);
  const { sessionId } = await shop.click();
  expect(ordersOf(shop)).toMatchObject([{ status: "failed" }, { status: "open", sessionId }]);
});

test("two clicks while the provider is slow are one checkout, which is sold once", async () => {
  const shop = await slowShop();
  const first = shop.click();
  await shop.reached;
  const second = await clickMeanwhile(shop);
  expect(ordersOf(shop)).toMatchObject([{ status: "creating" }]);
  shop.answer();
  const [session] = shop.simulator.control.sessions();
  for (const click of [await first, await second.answer]) {
    expect(click).toMatchObject({ status: 200, sessionId: session?.id });
  }
  expect(ordersOf(shop)).toMatchObject([{ status: "open", sessionId: session?.id }]);

  shop.simulator.control.webhooks.mode = "drop";
  await shop.simulator.control.pay(session?.id ?? "");
  expect(await shop.click()).toMatchObject({
    checkoutUrl: `${SITE}/checkout/success?sessionId=${session?.id}`,
  });
  expect(shop.simulator.control.sessions()).toHaveLength(1);
});

test("a session that is made too late for its click is there for the next one", async () => {
  const shop = await slowShop();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const first = shop.click();
  await shop.reached;
  await vi.advanceTimersByTimeAsync(9000);
  expect((await first).status).toBe(502);
  expect(ordersOf(shop)).toMatchObject([{ status: "creating" }]);
  shop.answer();
  const { sessionId } = await shop.click();
  expect(shop.simulator.control.sessions().map(({ id }) => id)).toEqual([sessionId]);
  expect(ordersOf(shop)).toMatchObject([{ status: "open", sessionId }]);
});

test("an order given up while the provider was at work is opened beside its successor", async () => {
  const shop = await slowShop();
  const first = shop.click();
  await shop.reached;
  shop.clock.advance(61_000);
  shop.recover();
  const { sessionId: successor } = await shop.click();
  expect(ordersOf(shop)).toMatchObject([{ status: "failed" }, { status: "open" }]);
  shop.answer();
  const { sessionId } = await first;
  expect(ordersOf(shop)).toMatchObject([
    { status: "open", sessionId },
    { status: "open", sessionId: successor },
  ]);
  expect((await shop.click()).sessionId).toBe(successor);
});

test("a click after a crash gets the session whose answer was lost", async () => {
  const shop = await slowShop();
  void checkout(shop, { browser: "b", products: [shop.pack] }).catch(() => {});
  await shop.reached;
  shop.recover();
  // Simulates another process, which does not know the pending call.
  const reborn = { deps: { ...shop.deps } };
  const sessionId = await checkout(reborn, { browser: "b", products: [shop.pack] });
  expect(shop.simulator.control.sessions().map(({ id }) => id)).toEqual([sessionId]);
  expect(ordersOf(shop)).toMatchObject([{ status: "open", sessionId }]);
});

/**
 * Opens a shop whose next checkout is paid, and its webhook delivered, before the call that creates
 * the session returns. With `handled`, the webhook is also processed by then.
 */
async function openHurriedShop({ handled }: { handled: boolean }) {
  const shop = await openShop();
  const { control } = shop.simulator;
  const { createCheckout } = shop.deps.payments;
  shop.deps.payments.createCheckout = async (checkout) => {
    const session = await createCheckout(checkout);
    shop.deps.payments.createCheckout = createCheckout;
    await control.pay(session.id);
    await control.idle();
    if (handled) {
      await shop.settle();
      expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    }
    return session;
  };
  return shop;
}

test.each([
  ["before the answer arrives", true],
  ["after the answer arrived", false],
])(
  "a payment that overtakes its checkout's answer, handled %s, ends with one paid order and one mail",
  async (_name, handled) => {
    const shop = await openHurriedShop({ handled });
    const answer = await shop.browser.post(PATH, checkoutBody([shop.pack]));
    expect(answer.status).toBe(200);
    const { checkoutUrl, sessionId } = (await answer.json()) as Record<string, string>;
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", sessionId }]);
    expect(emailsOf(shop)).toHaveLength(1);
    expect(shop.mails).toHaveLength(1);

    // The buyer is redirected to the pay page, which shows that the order is already paid.
    const page = await (await shop.app.request(checkoutUrl ?? "")).text();
    expect(page).toContain("This order is already paid");
    expect(page).toContain(`${SITE}/checkout/success?sessionId=${sessionId}`);
    expect((await readDetail(shop.browser, sessionId ?? "")).status).toBe("paid");
  },
);
