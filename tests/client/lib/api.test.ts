import { expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { api, createApi } from "../../../client/lib/api.ts";
import { createOrderApi } from "../../../client/lib/order-api.ts";
import { createSignInApi } from "../../../client/lib/sign-in-api.ts";
import { Redirect } from "../../../server/contract/pages.ts";
import { createCalls } from "../../../client/lib/typed-client.ts";
import { SESSION_ID } from "../fixtures.ts";

const ORIGIN = "https://papercub.example";
const order = {
  products: [{ productId: 1, quantity: 1 as const }],
  successRouter: "/checkout/success",
  cancelRouter: "/checkout/cancel",
};

const apiOf = (calls: ReturnType<typeof createCalls>) => ({
  ...createApi(calls),
  ...createOrderApi(calls),
  ...createSignInApi(calls),
});

type Call = (api: ReturnType<typeof apiOf>) => Promise<unknown>;
type Fetch = () => Promise<Response>;

function apiWith(answer: Fetch) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  const calls = createCalls({ baseUrl: `${ORIGIN}/`, fetch: fetched as unknown as typeof fetch });
  return { api: apiOf(calls), fetched };
}

const json =
  (status: number, body: unknown, headers = {}): Fetch =>
  async () =>
    Response.json(body, { status, headers });
const offline: Fetch = () => Promise.reject(new TypeError("failed"));
const html =
  (status: number): Fetch =>
  async () =>
    new Response("<p>hello", { status, headers: { "content-type": "text/html" } });
const cutOff: Fetch = async () =>
  new Response("{", { headers: { "content-type": "application/json" } });

const failureOf = (call: Call, answer: Fetch) =>
  call(apiWith(answer).api).catch((error: unknown) => error);

const CORRECT = { sessionId: SESSION_ID, email: "a@b.co" };
const REDIRECT = "GET oauth/google/redirect_url?originUrl=https%3A%2F%2Fpapercub.example";

// Calls with logic beyond passing typed values through.
test.each<[request: string, call: Call, body: object | undefined, answer: object, result: unknown]>(
  [
    [
      "POST orders/address",
      (api) => api.correctEmail(SESSION_ID, "a@b.co"),
      CORRECT,
      { customerEmail: "a@b.co" },
      { customerEmail: "a@b.co", alsoMoved: [] },
    ],
    [
      REDIRECT,
      (api) => api.getLoginUrl("google", ORIGIN),
      undefined,
      { redirectUrl: "/there" },
      { redirectUrl: "/there" },
    ],
    ["POST sessions", (api) => api.exchangeCode("c", "s"), { code: "c", state: "s" }, {}, {}],
    ["POST sessions", (api) => api.exchangeCode("c", null), { code: "c" }, {}, {}],
    ["DELETE sessions/5", (api) => api.endSession(5), undefined, { success: true }, undefined],
  ],
)("%s, case %$", async (request, call, body, answer, result) => {
  const { api, fetched } = apiWith(json(200, answer));
  expect(await call(api)).toEqual(result);
  const [url, { method, body: sent } = {}] = fetched.mock.calls[0] ?? [];
  expect(`${method} ${url}`).toBe(request.replace(" ", ` ${ORIGIN}/api/`));
  expect(sent && JSON.parse(String(sent))).toEqual(body);
});

test("a checkout sends its idempotency key", async () => {
  const { api, fetched } = apiWith(json(200, {}));
  await api.createCheckout(order, "key-1");
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get("idempotency-key")).toBe("key-1");
});

test("only the store's own 401 means that nobody is signed in", async () => {
  expect(await apiWith(json(401, {})).api.findUser()).toBeNull();
  await expect(apiWith(html(401)).api.findUser()).rejects.toThrow(ApiError);
  const failure = apiWith(offline).api.findUser();
  await expect(failure).rejects.toMatchObject({ code: "no_network" });
});

test.each([
  [{ data: { user: null } }, { user: null }],
  [{}, undefined],
  [{ location: "/login" }, new Redirect("/login")],
])("a page's data %j is %j", async (answer, data) => {
  const fetched = vi.fn(json(200, answer));
  vi.stubGlobal("fetch", fetched);
  const loaded = await api.loadPage("/account").catch((error: unknown) => error);
  expect(loaded).toEqual(data);
  const headers = { Accept: "application/json" };
  expect(fetched).toHaveBeenCalledWith("/account", { headers, cache: "no-store" });
  vi.unstubAllGlobals();
});

const NETWORK = "Network error, please try again later";
const CODE_NOT_SENT = "Failed to send verification code. Please try again.";
const USER_FAILED = "Failed to fetch user: API responded with HTTP status ";
const checkout: Call = (api) => api.createCheckout(order, "key");
const user: Call = (api) => api.findUser();
const sendCode: Call = (api) => api.sendCode("a@b.co");
const verifyCode: Call = (api) => api.verifyCode("a@b.co", "123456");
const purchase: Call = (api) => api.getPurchase(SESSION_ID);

test.each<[name: string, call: Call, answer: Fetch, message: string]>([
  ["a checkout offline", checkout, offline, "An unexpected error occurred. Please try again."],
  ["a checkout with a page", checkout, html(502), "Server returned invalid response format"],
  ["a checkout cut off", checkout, cutOff, "Invalid response format from server"],
  ["a refused checkout", checkout, json(422, { message: "Sold out." }), "Sold out."],
  ["a failed checkout", checkout, json(500, null), "Failed to create checkout session."],
  ["the user offline", user, offline, NETWORK],
  ["the user with a page", user, html(200), `${USER_FAILED}200`],
  ["the user failed", user, json(503, {}), `${USER_FAILED}503`],
  ["a code with an error and status 200", sendCode, json(200, { error: "No." }), "No."],
  ["a code with an error without text", sendCode, json(200, { error: true }), CODE_NOT_SENT],
  ["a code refused by error", sendCode, json(400, { error: "No." }), "No."],
  ["a code refused by both", sendCode, json(400, { error: "No.", message: "Why." }), "Why."],
  ["a code offline", sendCode, offline, CODE_NOT_SENT],
  ["a wrong code", verifyCode, json(400, {}), "Invalid verification code. Please try again."],
  ["a code's check offline", verifyCode, offline, NETWORK],
])("%s says its message", async (_name, call, answer, message) => {
  const failure = await failureOf(call, answer);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ message });
});

test.each([
  ["52", 52],
  ["0", undefined],
  ["Sun, 22 Nov 2026 10:00:00 GMT", undefined],
  [undefined, undefined],
])("a refusal with Retry-After %j says to wait %j", async (header, retryAfterSeconds) => {
  const failure = await failureOf(purchase, json(429, {}, header && { "retry-after": header }));
  expect(failure).toMatchObject({ status: 429, retryAfterSeconds });
});

test.each([
  [{ email: ["Bad.", 7] }, { email: ["Bad."] }],
  [{ email: "Bad." }, { email: [] }],
  ["email", undefined],
  [null, undefined],
])("field errors %j are read as %j", async (errors, read) => {
  const failure = await failureOf(purchase, json(422, { message: "No.", errors }));
  expect(failure).toMatchObject({ message: "No.", status: 422 });
  expect(failure).toHaveProperty("errors", read);
});
