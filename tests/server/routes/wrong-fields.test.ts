import { describe, expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import { callsOfApp } from "../../support/call-table.ts";

const EMAIL = "anna@example.com";
const LINE = { productId: 1, quantity: 1 };
const PATHS = { successRouter: "/checkout/success", cancelRouter: "/checkout/cancel" };
const MESSAGE = { subject: "Hello", message: "A message that is long enough." };

/** A valid body for each call that takes one. */
const GOOD: Record<string, Record<string, unknown>> = {
  "/api/create-checkout-session": { products: [LINE], ...PATHS },
  "/api/subscriptions": { sessionId: "cs_test_a1" },
  "/api/sessions": { code: "c", state: "s" },
  "/api/send-otp": { email: EMAIL },
  "/api/verify-otp": { email: EMAIL, otp: "123456" },
  "/api/forms/submit": { formId: "contact_form", name: "Anna", email: EMAIL, ...MESSAGE },
  "/api/orders/find": { email: EMAIL },
  "/api/orders/resend": { sessionId: "cs_test_a1" },
  "/api/orders/address": { sessionId: "cs_test_a1", email: EMAIL },
  "/api/passkeys/sign-in": {
    id: "k",
    rawId: "k",
    type: "public-key",
    response: { clientDataJSON: "a", authenticatorData: "b", signature: "c" },
  },
  "/api/visits": { step: "page", path: "/", referrer: "", query: "" },
};

const WRONG_VALUES = [undefined, null, 5, -1, 1.5, true, "", " ", "x".repeat(3000), [], [5], {}];
const WRONG_BODIES = [null, 5, "text", true, [], [{}], {}];
const WRONG_LINES: unknown[] = [
  5,
  null,
  {},
  { productId: 1 },
  { quantity: 1 },
  ...WRONG_VALUES.map((value) => ({ ...LINE, productId: value })),
  ...WRONG_VALUES.map((value) => ({ ...LINE, quantity: value })),
];

/** Matches the validation library's default messages, which customers must not see. */
const MACHINE =
  /invalid (input|type|key|option|string)|expected|received|too (big|small)|undefined|null|NaN|>=|<=/i;

function wrongBodies(path: string, good: Record<string, unknown>): unknown[] {
  const fields = Object.keys(good).flatMap((field) =>
    WRONG_VALUES.map((value) => ({ ...good, [field]: value })),
  );
  const lines = path.includes("checkout")
    ? WRONG_LINES.map((line) => ({ ...good, products: [line] }))
    : [];
  return [...WRONG_BODIES, ...fields, ...lines];
}

/** Opens a browser with its own client address, to stay below the rate limits. */
const clientOf = (t: TestApp, nth: number) =>
  openBrowser(t, { "X-Forwarded-For": `10.0.${nth >> 8}.${nth & 255}` });

test("every call that takes a body is here", () => {
  const built = callsOfApp()
    .filter(({ name, access }) => name.startsWith("POST /api/") && access !== "admin")
    .filter(({ path }) => !["/api/stripe/webhook", "/api/passkeys/challenge"].includes(path));
  expect(Object.keys(GOOD).toSorted()).toEqual(built.map(({ path }) => path).toSorted());
});

describe.each(Object.entries(GOOD))("POST %s", (path, good) => {
  test("says for people whatever is wrong with a field", async () => {
    const t = createTestApp({ env: { TRUSTED_PROXY: "1" } });
    const refused: string[] = [];
    for (const [nth, body] of wrongBodies(path, good).entries()) {
      const response = await clientOf(t, nth).post(path, JSON.stringify(body));
      const text = await response.text();
      const said = `${JSON.stringify(body).slice(0, 200)} → ${response.status} ${text}`;
      expect(response.status, said).toBeLessThan(500);
      expect(response.status, said).not.toBe(429);
      if (response.status < 400) continue;
      const { message, error, errors = {} } = JSON.parse(text) as Record<string, unknown>;
      const texts = [message, error, ...Object.values(errors as object).flat()] as string[];
      for (const one of texts) expect(one, said).toMatch(/^[A-Z].* .*\w/);
      for (const one of texts) expect(one, said).not.toMatch(MACHINE);
      refused.push(said);
    }
    expect(refused.length).toBeGreaterThan(WRONG_VALUES.length);
  });
});

test.each([
  "/api/products/purchase-detail?sessionId=a&sessionId=b",
  "/api/products/purchase-detail",
  "/api/oauth/google/redirect_url?originUrl=a&originUrl=b",
])("GET %s is refused for people too", async (path) => {
  const response = await openBrowser(createTestApp()).get(path);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).not.toMatch(/Invalid input|expected/);
});

const EMAIL_MISSING = "Please enter your email address";
const NO_EMAIL = "Please enter a valid email address.";
const CODE_MISSING = "Please enter the verification code";
const SESSION_MISSING = "Missing sessionId parameter";
const ADDRESS = { sessionId: "cs_test_1" };
const TWO = { email: "a@example.com,b@example.com" };
const HEADER = { email: "a@example.com\r\nBcc: x@y.example" };
const UNREADABLE = "The request couldn't be read. Please reload the page and try again.";

test.each<[string, unknown, string]>([
  ["/api/send-otp", {}, EMAIL_MISSING],
  ["/api/send-otp", { email: "anna at example" }, NO_EMAIL],
  ["/api/send-otp", [], UNREADABLE],
  ["/api/verify-otp", { otp: "123456" }, EMAIL_MISSING],
  ["/api/verify-otp", { email: EMAIL }, CODE_MISSING],
  ["/api/orders/address", {}, SESSION_MISSING],
  ["/api/orders/address", ADDRESS, EMAIL_MISSING],
  ["/api/orders/address", { ...ADDRESS, email: "anna" }, NO_EMAIL],
  ["/api/orders/address", { ...ADDRESS, ...TWO }, NO_EMAIL],
  ["/api/orders/address", { ...ADDRESS, ...HEADER }, NO_EMAIL],
  ["/api/orders/resend", {}, SESSION_MISSING],
  ["/api/create-checkout-session", PATHS, "Please choose a product."],
])("POST %s names what is wrong with %j", async (path, body, message) => {
  const t = createTestApp();
  const response = await openBrowser(t).post(path, body);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ message, error: message, code: "invalid" });
  expect(t.mails).toEqual([]);
});
