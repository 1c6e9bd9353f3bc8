import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type Api, createApi } from "../../../client/lib/api.ts";
import { NO_VALUES } from "../../../server/contract/contact.ts";
import { aPurchase, aSession, aUser, SESSION_ID } from "../fixtures.ts";

const ORIGIN = "https://papercub.example";
const BASE = `${ORIGIN}/`;
const order = {
  products: [{ productId: 1, quantity: 1 as const }],
  successRouter: "/checkout/success",
  cancelRouter: "/checkout/cancel",
};
const message = { formId: "contact_form", ...NO_VALUES } as const;
const opened = { checkoutUrl: "https://pay.example/1", sessionId: "cs_1" };
const login = { user: aUser() };
const done = { success: true };
const NOTHING = Symbol("nothing");

type Call = (api: Api) => Promise<unknown>;
type Answering = () => Promise<Response>;

function apiAnswering(answer: Answering) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  const api = createApi({ baseUrl: BASE, fetch: fetched as unknown as typeof fetch });
  return { api, fetched };
}

const failing =
  (status: number, body: unknown, headers = {}): Answering =>
  async () =>
    Response.json(body, { status, headers });
const good = (body: unknown) => failing(200, body);
const offline: Answering = () => Promise.reject(new TypeError("failed"));
const page =
  (status: number): Answering =>
  async () =>
    new Response("<p>hello", { status, headers: { "content-type": "text/html" } });
const brokenJson: Answering = async () =>
  new Response("{", { headers: { "content-type": "application/json" } });

/** What the visitor is told. */
const failureOf = (call: Call, answer: Answering) =>
  call(apiAnswering(answer).api).catch((error: unknown) => error);

const session = { sessionId: SESSION_ID };
const REDIRECT = "GET oauth/google/redirect_url?originUrl=https%3A%2F%2Fpapercub.example";

// Each call, what it asks for, and what it resolves with; the answer's own body when left out.
test.each<[asked: string, call: Call, body?: object, answer?: unknown, result?: unknown]>([
  ["POST create-checkout-session", (api) => api.createCheckout(order, "key-1"), order, opened],
  [
    `GET products/purchase-detail?sessionId=${SESSION_ID}`,
    (api) => api.getPurchase(SESSION_ID),
    undefined,
    aPurchase(),
  ],
  ["POST orders/resend", (api) => api.resendFiles(SESSION_ID), session],
  ["POST subscriptions", (api) => api.saveSubscription(SESSION_ID), session],
  [
    "POST orders/address",
    (api) => api.correctEmail(SESSION_ID, "a@b.co"),
    { ...session, email: "a@b.co" },
    { customerEmail: "a@b.co" },
    { customerEmail: "a@b.co", alsoMoved: [] },
  ],
  ["POST forms/submit", (api) => api.submitContact(message), message],
  ["GET users/me", (api) => api.findUser(), undefined, aUser()],
  ["POST send-otp", (api) => api.sendCode("a@b.co"), { email: "a@b.co" }],
  ["POST orders/find", (api) => api.findOrders("a@b.co"), { email: "a@b.co" }],
  [
    "POST verify-otp",
    (api) => api.verifyCode("a@b.co", "12"),
    { email: "a@b.co", otp: "12" },
    login,
  ],
  [REDIRECT, (api) => api.getLoginUrl("google", ORIGIN), undefined, { redirectUrl: "/there" }],
  ["POST sessions", (api) => api.exchangeCode("c", "s"), { code: "c", state: "s" }, login],
  ["POST sessions", (api) => api.exchangeCode("c", null), { code: "c" }, login],
  [
    "GET sessions",
    (api) => api.listSessions(),
    undefined,
    { sessions: [aSession()] },
    [aSession()],
  ],
  ["DELETE sessions/5", (api) => api.endSession(5), undefined, done, NOTHING],
  ["DELETE sessions", (api) => api.endAllSessions(), undefined, done, NOTHING],
  ["GET logout", (api) => api.logout()],
])("%s", async (asked, call, body, answer = done, result = answer) => {
  const { api, fetched } = apiAnswering(good(answer));
  expect(await call(api)).toEqual(result === NOTHING ? undefined : result);
  const [url, { method, body: sent } = {}] = fetched.mock.calls[0] ?? [];
  expect(`${method} ${url}`).toBe(asked.replace(" ", ` ${BASE}api/`));
  expect(sent && JSON.parse(String(sent))).toEqual(body);
});

test("a checkout names its idempotency key", async () => {
  const { api, fetched } = apiAnswering(good(opened));
  await api.createCheckout(order, "key-1");
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get("idempotency-key")).toBe("key-1");
});

test("a visitor who is not signed in is no user", async () => {
  expect(await apiAnswering(failing(401, {})).api.findUser()).toBeNull();
});

test("another network's own 401 says nothing about who is signed in", async () => {
  await expect(apiAnswering(page(401)).api.findUser()).rejects.toThrow(ApiError);
});

test("who is signed in cannot be told without a connection, and that is said as such", async () => {
  const failure = apiAnswering(offline).api.findUser();
  await expect(failure).rejects.toMatchObject({ code: "no_network", status: undefined });
});

const NETWORK = "Network error, please try again later";
const CODE_NOT_SENT = "Failed to send verification code. Please try again.";
const NO_HISTORY = "Failed to fetch purchase history";
const USER_FAILED = "Failed to fetch user: API responded with HTTP status ";

describe("a failure is told in words for the visitor", () => {
  test.each<[string, Call, [Answering, string][]]>([
    [
      "of a checkout",
      (api) => api.createCheckout(order, "key"),
      [
        [offline, "An unexpected error occurred. Please try again."],
        [page(200), "Server returned invalid response format"],
        [page(502), "Server returned invalid response format"],
        [brokenJson, "Invalid response format from server"],
        [failing(422, { message: "Sold out." }), "Sold out."],
        [failing(502, {}), "Failed to create checkout session."],
        [failing(500, null), "Failed to create checkout session."],
      ],
    ],
    [
      "of who is signed in",
      (api) => api.findUser(),
      [
        [offline, NETWORK],
        [page(200), `${USER_FAILED}200`],
        [failing(503, {}), `${USER_FAILED}503`],
      ],
    ],
    [
      "of the purchase history",
      (api) => api.listPurchases(),
      [
        [offline, NO_HISTORY],
        [page(200), NO_HISTORY],
        [failing(500, {}), NO_HISTORY],
        [failing(500, { message: NO_HISTORY }), NO_HISTORY],
      ],
    ],
    [
      "of a code that was not sent",
      (api) => api.sendCode("a@b.co"),
      [
        [good({ error: "No." }), "No."],
        [good({ error: true }), CODE_NOT_SENT],
        [failing(400, { error: "No." }), "No."],
        [failing(400, { error: "No.", message: "Why." }), "Why."],
        [failing(500, {}), CODE_NOT_SENT],
        [page(200), CODE_NOT_SENT],
        [offline, CODE_NOT_SENT],
      ],
    ],
    [
      "of a code that does not fit",
      (api) => api.verifyCode("a@b.co", "123456"),
      [
        [failing(400, {}), "Invalid verification code. Please try again."],
        [good({ error: "Used up." }), "Used up."],
        [offline, NETWORK],
      ],
    ],
  ])("%s", async (_name, call, answers) => {
    for (const [answer, message] of answers) {
      const failure = await failureOf(call, answer);
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure).toMatchObject({ message });
    }
  });
});

test("a purchase without a network says so", async () => {
  const failure = await failureOf((api) => api.getPurchase(SESSION_ID), offline);
  expect(failure).toMatchObject({ message: NETWORK, code: "no_network" });
});

test.each([
  ["52", 52],
  ["0", undefined],
  ["Sun, 22 Nov 2026 10:00:00 GMT", undefined],
  [undefined, undefined],
])("a refusal with Retry-After %j says to wait %j", async (header, retryAfterSeconds) => {
  const answer = failing(429, {}, header && { "retry-after": header });
  const failure = await failureOf((api) => api.getPurchase(SESSION_ID), answer);
  expect(failure).toMatchObject({ status: 429, retryAfterSeconds });
});

test.each([
  [{ email: ["Bad.", 7] }, { email: ["Bad."] }],
  [{ email: "Bad." }, { email: [] }],
  ["email", undefined],
  [null, undefined],
])("field errors %j are read as %j", async (errors, read) => {
  const answer = failing(422, { message: "No.", errors });
  const failure = await failureOf((api) => api.correctEmail(SESSION_ID, "x"), answer);
  expect(failure).toMatchObject({ message: "No.", status: 422 });
  expect(failure).toHaveProperty("errors", read);
});
