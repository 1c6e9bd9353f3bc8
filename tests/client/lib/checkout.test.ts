import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type CheckoutWindow, startCheckout } from "../../../client/lib/checkout.ts";

const PAY_URL = "https://pay.example/cs_1";
const back = { successRouter: "/upsell/1", cancelRouter: "/checkout/cancel" };

let events: string[];

beforeEach(() => {
  events = [];
});

type Frame = { framed?: boolean; blocked?: boolean };

function aWindow({ framed = false, blocked = false }: Frame) {
  const self = {} as Window & typeof globalThis;
  const location = {
    set href(url: string) {
      events.push(`tab to ${url}`);
    },
  };
  const tab = { location, opener: self, close: () => events.push("tab closed") };
  const window: CheckoutWindow = {
    self,
    top: framed ? ({} as Window) : self,
    open(url) {
      events.push(`open ${String(url)}`);
      return blocked ? null : (tab as unknown as Window);
    },
    alert: (text) => void events.push(`alert ${String(text)}`),
    location: { assign: (url) => void events.push(`go ${String(url)}`) },
  };
  return { window, tab };
}

const accepting = async () => {
  events.push("request");
  return { checkoutUrl: PAY_URL, sessionId: "cs_1" };
};
const refusing = () => Promise.reject(new ApiError("Failed to create checkout session."));

/** Starts a checkout; `events` records its steps in order. */
async function start(changes: Partial<Parameters<typeof startCheckout>[0]> = {}, frame = {}) {
  const { window, tab } = aWindow(frame);
  const showError = (message: string) => void events.push(`error: ${message}`);
  const usual = { productIds: [1, 4], back, window, createCheckout: accepting, showError };
  return { tab, outcome: await startCheckout({ ...usual, ...changes }) };
}

test("this window goes to the payment page; every click has its own idempotency key", async () => {
  const createCheckout = vi.fn(accepting);
  const { outcome } = await start({ createCheckout });
  expect(outcome).toBe("leaving");
  expect(events).toEqual(["request", `go ${PAY_URL}`]);
  await start({ createCheckout });
  const products = [1, 4].map((productId) => ({ productId, quantity: 1 }));
  const calls = createCheckout.mock.calls as unknown[][];
  expect(calls.map(([request]) => request)).toEqual([0, 1].map(() => ({ products, ...back })));
  expect(new Set(calls.map(([, key]) => key)).size).toBe(2);
});

test.each([
  ["/upsell/1", "https://shop.example/checkout/success?sessionId=cs_1&again=1"],
  ["/checkout/success", "https://shop.example/checkout/success?sessionId=cs_1"],
])("an owned product leads from %s to its order", async (successRouter, address) => {
  const checkoutUrl = "https://shop.example/checkout/success?sessionId=cs_1";
  const createCheckout = async () => ({ checkoutUrl, sessionId: "cs_1" });
  await start({ back: { ...back, successRouter }, createCheckout });
  expect(events).toEqual([`go ${address}`]);
});

test("a gift is requested with its recipient, and the one already given is named as such", async () => {
  const checkoutUrl = "https://shop.example/checkout/success?sessionId=cs_1";
  const createCheckout = vi.fn(async () => ({ checkoutUrl, sessionId: "cs_1" }));
  const successRouter = "/checkout/success";
  await start({ back: { ...back, successRouter }, giftTo: "lea@example.com", createCheckout });
  expect(createCheckout.mock.calls as unknown[][]).toMatchObject([
    [{ giftTo: "lea@example.com" }, expect.any(String)],
  ]);
  expect(events).toEqual([`go ${checkoutUrl}&again=1`]);
});

test("in a frame the tab opens before the request", async () => {
  const { tab, outcome } = await start({}, { framed: true });
  expect(outcome).toBe("opened");
  expect(events).toEqual(["open about:blank", "request", `tab to ${PAY_URL}`]);
  expect(tab.opener).toBeNull();
});

test("a blocked tab shows an alert and sends no request", async () => {
  expect((await start({}, { framed: true, blocked: true })).outcome).toBe("blocked");
  const alert = "Popup blocked! Please allow popups for this site to complete your purchase.";
  expect(events).toEqual(["open about:blank", `alert ${alert}`]);
});

test.each([
  ["a refusal", refusing, "Failed to create checkout session."],
  [
    "an answer without a URL",
    async () => ({ checkoutUrl: "", sessionId: "" }),
    "Checkout URL not received.",
  ],
  [
    "an unexpected failure",
    () => Promise.reject(new TypeError("x is not a function")),
    "An unexpected error occurred. Please try again.",
  ],
])("%s is shown, and closes an open tab", async (_case, createCheckout, message) => {
  expect((await start({ createCheckout })).outcome).toBe("failed");
  await start({ createCheckout }, { framed: true });
  const error = `error: ${message}`;
  expect(events).toEqual([error, "open about:blank", "tab closed", error]);
});
