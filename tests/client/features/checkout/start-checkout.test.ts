import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../../client/lib/answer.ts";
import {
  type CheckoutWindow,
  startCheckout,
} from "../../../../client/features/checkout/start-checkout.ts";

const PAY_URL = "https://pay.example/cs_1";
const NO_STORAGE = () => {
  throw new DOMException("denied", "SecurityError");
};

let events: string[];
let stored: Map<string, string>;

beforeEach(() => {
  events = [];
  stored = new Map();
});

function aWindow(changes: { framed?: boolean; tab?: "opens" | "blocked"; noStorage?: boolean }) {
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
    sessionStorage: {
      setItem: changes.noStorage ? NO_STORAGE : (key, value) => void stored.set(key, value),
    } as Storage,
  };
  return { window, tab };
}

const accepting = async () => {
  events.push("request");
  return { checkoutUrl: PAY_URL, sessionId: "cs_1" };
};
const refusing = () => Promise.reject(new ApiError("Failed to create checkout session."));
const showError = (message: string | undefined) => void events.push(`error page ${message}`);

test("this window goes to the pay page", async () => {
  const { window } = aWindow({});
  const createCheckout = vi.fn(accepting);
  const outcome = await startCheckout({ productIds: [1, 4], window, createCheckout, showError });
  expect(outcome).toBe("leaving");
  expect(events).toEqual(["request", `go ${PAY_URL}`]);
  const [request, key] = createCheckout.mock.calls[0] as unknown as [unknown, string];
  expect(request).toEqual({
    products: [
      { productId: 1, quantity: 1 },
      { productId: 4, quantity: 1 },
    ],
    successRouter: "/checkout/success",
    cancelRouter: "/checkout/cancel",
  });
  expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test("every click has its own idempotency key", async () => {
  const keys = new Set<string>();
  const createCheckout = async (_request: unknown, key: string) => {
    keys.add(key);
    return accepting();
  };
  const { window } = aWindow({});
  await startCheckout({ productIds: [1], window, createCheckout, showError });
  await startCheckout({ productIds: [1], window, createCheckout, showError });
  expect(keys.size).toBe(2);
});

test("in a frame the tab opens before anything is asked", async () => {
  const { window, tab } = aWindow({ framed: true });
  const start = { productIds: [1], window, createCheckout: accepting, showError };
  await expect(startCheckout(start)).resolves.toBe("opened");
  expect(events).toEqual(["open about:blank", "request", `tab to ${PAY_URL}`]);
  expect(tab.opener).toBeNull();
});

test("a blocked tab is told and nothing is asked", async () => {
  const { window } = aWindow({ framed: true, tab: "blocked" });
  const start = { productIds: [1], window, createCheckout: accepting, showError };
  await expect(startCheckout(start)).resolves.toBe("blocked");
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
])("a failure with %s is stored for the error page", async (_case, createCheckout, message) => {
  const { window } = aWindow({});
  const outcome = await startCheckout({ productIds: [1], window, createCheckout, showError });
  expect(outcome).toBe("failed");
  expect(stored).toEqual(new Map([["checkoutError", message]]));
  expect(events).toEqual(["error page undefined"]);
});

test("a failure in a frame closes the tab again", async () => {
  const { window } = aWindow({ framed: true });
  await startCheckout({ productIds: [1], window, createCheckout: refusing, showError });
  expect(events).toEqual(["open about:blank", "tab closed", "error page undefined"]);
});

test("without storage the reason goes along in the address", async () => {
  const { window } = aWindow({ noStorage: true });
  await startCheckout({ productIds: [1], window, createCheckout: refusing, showError });
  expect(events).toEqual(["error page Failed to create checkout session."]);
});
