import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type CheckoutWindow, startCheckout } from "../../../client/lib/checkout.ts";

const PAY_URL = "https://pay.example/cs_1";
const back = { successRouter: "/upsell/1", cancelRouter: "/checkout/cancel" };

let events: string[];

beforeEach(() => {
  events = [];
});

function aWindow(changes: { framed?: boolean; tab?: "opens" | "blocked" }) {
  const self = {} as Window & typeof globalThis;
  const location = {
    set href(url: string) {
      events.push(`tab to ${url}`);
    },
  };
  const tab = { location, opener: self, close: () => events.push("tab closed") };
  const window: CheckoutWindow = {
    self,
    top: changes.framed ? ({} as Window) : self,
    open: (url) => {
      events.push(`open ${String(url)}`);
      return changes.tab === "blocked" ? null : (tab as unknown as Window);
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

/** Starts a checkout of product 1; `events` tells what it did. */
async function start(changes: Partial<Parameters<typeof startCheckout>[0]> = {}, frame = {}) {
  const { window, tab } = aWindow(frame);
  const showError = (message: string) => void events.push(`error: ${message}`);
  const usual = { productIds: [1], back, window, createCheckout: accepting, showError };
  return { tab, outcome: await startCheckout({ ...usual, ...changes }) };
}

test("this window goes to the pay page", async () => {
  const createCheckout = vi.fn(accepting);
  const { outcome } = await start({ productIds: [1, 4], createCheckout });
  expect(outcome).toBe("leaving");
  expect(events).toEqual(["request", `go ${PAY_URL}`]);
  expect(createCheckout).toHaveBeenCalledExactlyOnceWith(
    {
      products: [
        { productId: 1, quantity: 1 },
        { productId: 4, quantity: 1 },
      ],
      successRouter: "/upsell/1",
      cancelRouter: "/checkout/cancel",
    },
    expect.stringMatching(/^\d+(?:-\d+){3}$/),
  );
});

test.each([
  ["/upsell/1", "https://shop.example/checkout/success?sessionId=cs_1&again=1"],
  ["/checkout/success", "https://shop.example/checkout/success?sessionId=cs_1"],
])("what is owned leads from %s to its order", async (successRouter, address) => {
  const checkoutUrl = "https://shop.example/checkout/success?sessionId=cs_1";
  const createCheckout = async () => ({ checkoutUrl, sessionId: "cs_1" });
  await start({ back: { ...back, successRouter }, createCheckout });
  expect(events).toEqual([`go ${address}`]);
});

test("every click has its own idempotency key", async () => {
  const keys = new Set<string>();
  const createCheckout = async (_request: unknown, key: string) => {
    keys.add(key);
    return accepting();
  };
  await start({ createCheckout });
  await start({ createCheckout });
  expect(keys.size).toBe(2);
});

test("in a frame the tab opens before anything is asked", async () => {
  const { tab, outcome } = await start({}, { framed: true });
  expect(outcome).toBe("opened");
  expect(events).toEqual(["open about:blank", "request", `tab to ${PAY_URL}`]);
  expect(tab.opener).toBeNull();
});

test("a blocked tab is told and nothing is asked", async () => {
  const { outcome } = await start({}, { framed: true, tab: "blocked" });
  expect(outcome).toBe("blocked");
  expect(events).toEqual([
    "open about:blank",
    "alert Popup blocked! Please allow popups for this site to complete your purchase.",
  ]);
});

test.each([
  ["the server's reason", refusing, "Failed to create checkout session."],
  ["no address", async () => ({ checkoutUrl: "", sessionId: "" }), "Checkout URL not received."],
  [
    "an unforeseen failure",
    () => Promise.reject(new TypeError("x is not a function")),
    "An unexpected error occurred. Please try again.",
  ],
])("a failure with %s is shown", async (_case, createCheckout, message) => {
  expect((await start({ createCheckout })).outcome).toBe("failed");
  expect(events).toEqual([`error: ${message}`]);
});

test("a failure in a frame closes the tab again", async () => {
  await start({ createCheckout: refusing }, { framed: true });
  expect(events).toEqual([
    "open about:blank",
    "tab closed",
    "error: Failed to create checkout session.",
  ]);
});
