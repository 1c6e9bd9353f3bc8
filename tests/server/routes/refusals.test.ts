import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Reason, REASONS } from "../../../server/contract/reasons.ts";
import { AppError } from "../../../server/errors.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { DAY_MS, DELAYED_CARD } from "../../support/money.ts";
import { TEST_SHOP } from "../../support/settings.ts";
import { buy, DETAIL, openShop, pay, type Shop, signIn } from "../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";

type Ask = (shop: Shop) => Response | Promise<Response>;
type Refused = [reason: Reason, code: string, status: number, ask: Ask];

const CODE = "/api/send-otp";
const EMAIL = "anna@example.com";

/** Buys the pack and corrects the order's email `before` times; `last` corrects it once more. */
async function correct(shop: Shop, { before = 0, email = "new@example.com" } = {}) {
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: EMAIL });
  const move = (to: string) => shop.browser.post("/api/orders/address", { sessionId, email: to });
  for (let n = 0; n < before; n++) await move(`new${n}@example.com`);
  return { sessionId, last: () => move(email) };
}

const detail = ({ browser }: Shop, sessionId: string) =>
  browser.get(`${DETAIL}?sessionId=${sessionId}`);

const CHECKOUT = "/api/create-checkout-session";
const FORM = "/api/forms/submit";
const ADMINS = { formId: "admin_subscription_records_form" };

const get =
  (path: string): Ask =>
  ({ browser }) =>
    browser.get(path);
const post =
  (path: string, body: unknown, headers: Record<string, string> = {}): Ask =>
  ({ browser }) =>
    browser.post(path, body, headers);
const event =
  (body: string, signedText: string): Ask =>
  (shop) =>
    postWebhook(shop, body, signed(signedText));

async function tooMany({ browser }: Shop): Promise<Response> {
  for (let n = 0; n < 60; n++) await browser.post("/api/sessions", { code: "x" });
  return browser.post("/api/sessions", { code: "x" });
}

async function providerDown({ deps, browser, pack }: Shop): Promise<Response> {
  deps.payments.createCheckout = async () => {
    throw new AppError("payment_provider", "Down.");
  };
  return browser.post(CHECKOUT, checkoutBody([pack]));
}

async function fault(shop: Shop): Promise<Response> {
  shop.deps.payments.findCheckout = async () => {
    throw new RangeError("inside");
  };
  return detail(shop, await pay(shop, shop.browser, { products: [shop.pack] }));
}

async function mixedCurrency({ browser, pack, addProduct }: Shop): Promise<Response> {
  const foreign = await addProduct({ name: "Buch", price: 1200, currency: "eur" });
  return browser.post(CHECKOUT, checkoutBody([pack, foreign]));
}

async function refusedPayment(shop: Shop): Promise<Response> {
  const id = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  await shop.settle();
  shop.simulator.control.settle(id, "failed");
  await shop.settle();
  return detail(shop, id);
}

async function noSubscription(shop: Shop): Promise<Response> {
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  return shop.browser.post("/api/subscriptions", { sessionId });
}

async function stranger(shop: Shop): Promise<Response> {
  const { sessionId } = await correct(shop);
  return openBrowser(shop).post("/api/orders/address", { sessionId, email: "thief@example.com" });
}

async function tooLate(shop: Shop): Promise<Response> {
  const { last } = await correct(shop);
  shop.clock.advance(DAY_MS);
  return last();
}

const LIVE = { ...TEST_SHOP, DEMO: "0" };
const noSecret: Ask = () =>
  postWebhook(createTestApp({ env: LIVE }), eventBody(), signed(eventBody()));

const REFUSED: Refused[] = [
  ["malformed", "invalid", 400, post(CODE, "{")],
  ["wrong_type", "invalid", 415, post(CODE, "{}", { "Content-Type": "text/plain" })],
  ["too_large", "too_large", 413, post(CODE, " ".repeat(65_537))],
  ["invalid", "invalid", 422, post(CODE, {})],
  ["unauthenticated", "unauthenticated", 401, get("/api/users/me")],
  ["not_found", "not_found", 404, get("/api/nothing")],
  ["foreign_origin", "forbidden", 403, post(CODE, {}, { Origin: "https://evil.example" })],
  ["rate_limited", "rate_limited", 429, tooMany],
  ["payment_provider", "payment_provider", 502, providerDown],
  ["internal", "internal", 500, fault],
  ["unknown_form", "invalid", 422, post(FORM, { formId: "x" })],
  ["not_admin", "forbidden", 403, (shop) => signIn(shop, EMAIL).post(FORM, ADMINS)],
  ["file_unavailable", "not_found", 404, get("/files/1/month-1.pdf")],
  ["unknown_product", "invalid", 422, post(CHECKOUT, checkoutBody([999]))],
  ["mixed_currency", "invalid", 422, mixedCurrency],
  ["session_missing", "invalid", 400, get(DETAIL)],
  ["unknown_session", "not_found", 404, (shop) => detail(shop, "cs_test_unknown1")],
  [
    "payment_unpaid",
    "unpaid",
    409,
    async (shop) => detail(shop, await startCheckout(shop.browser, [shop.pack])),
  ],
  ["payment_refused", "unpaid", 409, refusedPayment],
  ["no_subscription", "invalid", 422, noSubscription],
  ["address_not_yours", "forbidden", 403, stranger],
  ["too_late", "conflict", 409, tooLate],
  ["too_often", "conflict", 409, async (shop) => (await correct(shop, { before: 3 })).last()],
  ["same_email", "invalid", 422, async (shop) => (await correct(shop, { email: EMAIL })).last()],
  ["code_invalid", "invalid", 400, post("/api/verify-otp", { email: EMAIL, otp: "123456" })],
  ["login_failed", "invalid", 400, post("/api/sessions", { code: "x", state: "y" })],
  ["webhook_disabled", "internal", 503, noSecret],
  ["bad_signature", "invalid", 400, event(eventBody(), "another body")],
  ["no_event", "invalid", 400, event("{}", "{}")],
];

test.each(REFUSED)("%s has the code %s and the status %d", async (reason, code, status, ask) => {
  const answer = await ask(await openShop());
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ reason, code });
});

test("every reason is used, and is a word that a program can compare", () => {
  const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file !== "contract/reasons.ts")
    .map((file) => readFileSync(join("server", file), "utf8"))
    .join("\n");
  for (const reason of REASONS) {
    expect(reason).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(sources).toMatch(new RegExp(`"${reason}"|\\b${reason}:`));
  }
});
