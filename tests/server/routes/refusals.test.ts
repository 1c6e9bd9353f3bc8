import { expect, test } from "vitest";
import { type Reason, REASONS } from "../../../server/contract/reasons.ts";
import { AppError } from "../../../server/errors.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { DAY_MS, DELAYED_CARD } from "../../support/money.ts";
import { buy, DETAIL, openShop, pay, type Shop, signIn } from "../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";

type Ask = (shop: Shop) => Response | Promise<Response>;
type Refused = [reason: Reason, code: string, status: number, ask: Ask];

const LIVE = {
  DEMO: "0",
  STRIPE_SECRET_KEY: "sk_test_of_the_shop",
  SMTP_URL: "smtp://127.0.0.1:2525",
  MAIL_FROM: "Shop <shop@example.com>",
  SUPPORT_EMAIL: "help@example.com",
};
const CODE = "/api/send-otp";
const EMAIL = "anna@example.com";

/** Corrects the email of an order as its buyer does, once more than `before` times. */
async function correct(shop: Shop, { before = 0, email = "new@example.com" } = {}) {
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: EMAIL });
  const move = (to: string) => shop.browser.post("/api/orders/address", { sessionId, email: to });
  for (let n = 0; n < before; n++) await move(`new${n}@example.com`);
  return { sessionId, last: () => move(email) };
}

const detail = ({ browser }: Shop, sessionId: string) =>
  browser.get(`${DETAIL}?sessionId=${sessionId}`);

const REFUSED: Refused[] = [
  ["malformed", "invalid", 400, ({ browser }) => browser.post(CODE, "{")],
  [
    "wrong_type",
    "invalid",
    415,
    ({ browser }) => browser.post(CODE, "{}", { "Content-Type": "text/plain" }),
  ],
  ["too_large", "too_large", 413, ({ browser }) => browser.post(CODE, " ".repeat(65_537))],
  ["invalid", "invalid", 422, ({ browser }) => browser.post(CODE, {})],
  ["unauthenticated", "unauthenticated", 401, ({ browser }) => browser.get("/api/users/me")],
  ["not_found", "not_found", 404, ({ browser }) => browser.get("/api/nothing")],
  [
    "foreign_origin",
    "forbidden",
    403,
    ({ browser }) => browser.post(CODE, {}, { Origin: "https://evil.example" }),
  ],
  [
    "rate_limited",
    "rate_limited",
    429,
    async ({ browser }) => {
      let answer = await browser.post("/api/sessions", { code: "x" });
      for (let n = 0; n < 100 && answer.status !== 429; n++) {
        answer = await browser.post("/api/sessions", { code: "x" });
      }
      return answer;
    },
  ],
  [
    "payment_provider",
    "payment_provider",
    502,
    ({ deps, browser, pack }) => {
      deps.payments.createCheckout = async () => {
        throw new AppError("payment_provider", "Down.");
      };
      return browser.post("/api/create-checkout-session", checkoutBody([pack]));
    },
  ],
  [
    "internal",
    "internal",
    500,
    (shop) => {
      shop.deps.payments.findCheckout = async () => {
        throw new RangeError("inside");
      };
      return pay(shop, shop.browser, { products: [shop.pack] }).then((id) => detail(shop, id));
    },
  ],
  [
    "unknown_form",
    "invalid",
    422,
    ({ browser }) => browser.post("/api/forms/submit", { formId: "x" }),
  ],
  [
    "not_admin",
    "forbidden",
    403,
    (shop) =>
      signIn(shop, EMAIL).post("/api/forms/submit", { formId: "admin_subscription_records_form" }),
  ],
  ["file_unavailable", "not_found", 404, ({ browser }) => browser.get("/files/1/month-1.pdf")],
  [
    "unknown_product",
    "invalid",
    422,
    ({ browser }) => browser.post("/api/create-checkout-session", checkoutBody([999])),
  ],
  [
    "mixed_currency",
    "invalid",
    422,
    async ({ browser, pack, addProduct }) => {
      const foreign = await addProduct({ name: "Buch", price: 1200, currency: "eur" });
      return browser.post("/api/create-checkout-session", checkoutBody([pack, foreign]));
    },
  ],
  ["session_missing", "invalid", 400, ({ browser }) => browser.get(DETAIL)],
  ["unknown_session", "not_found", 404, (shop) => detail(shop, "cs_test_unknown1")],
  [
    "payment_unpaid",
    "unpaid",
    409,
    async (shop) => detail(shop, await startCheckout(shop.browser, [shop.pack])),
  ],
  [
    "payment_refused",
    "unpaid",
    409,
    async (shop) => {
      const id = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
      await shop.settle();
      shop.simulator.control.settle(id, "failed");
      await shop.settle();
      return detail(shop, id);
    },
  ],
  [
    "no_subscription",
    "invalid",
    422,
    async (shop) => {
      const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
      return shop.browser.post("/api/subscriptions", { sessionId });
    },
  ],
  [
    "address_not_yours",
    "forbidden",
    403,
    async (shop) => {
      const { sessionId } = await correct(shop);
      const email = "thief@example.com";
      return openBrowser(shop).post("/api/orders/address", { sessionId, email });
    },
  ],
  [
    "too_late",
    "conflict",
    409,
    async (shop) => {
      const { last } = await correct(shop);
      shop.clock.advance(DAY_MS);
      return last();
    },
  ],
  ["too_often", "conflict", 409, async (shop) => (await correct(shop, { before: 3 })).last()],
  ["same_email", "invalid", 422, async (shop) => (await correct(shop, { email: EMAIL })).last()],
  [
    "code_invalid",
    "invalid",
    400,
    ({ browser }) => browser.post("/api/verify-otp", { email: EMAIL, otp: "123456" }),
  ],
  [
    "login_failed",
    "invalid",
    400,
    ({ browser }) => browser.post("/api/sessions", { code: "x", state: "y" }),
  ],
  [
    "webhook_disabled",
    "internal",
    503,
    () => postWebhook(createTestApp({ env: LIVE }), eventBody(), signed(eventBody())),
  ],
  [
    "bad_signature",
    "invalid",
    400,
    (shop) => postWebhook(shop, eventBody(), signed("another body")),
  ],
  ["no_event", "invalid", 400, (shop) => postWebhook(shop, "{}", signed("{}"))],
];

test.each(REFUSED)("%s has the code %s and the status %d", async (reason, code, status, ask) => {
  const answer = await ask(await openShop());
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ reason, code });
});

test("every reason is told by one of these, but for those that stand elsewhere", () => {
  const told = new Set(REFUSED.map(([reason]) => reason));
  expect(REASONS.filter((reason) => !told.has(reason))).toEqual([
    // Kinds whose refusals all have a word of their own.
    "forbidden",
    "conflict",
    "unpaid",
    // No row can be changed from two sides yet.
    "version_mismatch",
    // Answered ahead of all routes: tests/server/http/host-check.test.ts.
    "misdirected",
    // A provider that does not answer: tests/server/routes/oauth.test.ts.
    "login_provider",
    // Told with the word of what is not set up.
    "unavailable",
  ]);
});

test("reasons are words that a program can compare", () => {
  for (const reason of REASONS) expect(reason).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
});
