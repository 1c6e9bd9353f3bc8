import { expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { createApi } from "../../../client/lib/api.ts";
import { aPurchase, SESSION_ID } from "../fixtures.ts";

const BASE = "https://papercub.example/";
const order = {
  products: [{ productId: 1, quantity: 1 as const }],
  successRouter: "/checkout/success",
  cancelRouter: "/checkout/cancel",
};

function apiAnswering(answer: () => Promise<Response>) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  return { fetched, api: createApi({ baseUrl: BASE, fetch: fetched as unknown as typeof fetch }) };
}

function html(status = 200): Response {
  return new Response("<p>hello", { status, headers: { "content-type": "text/html" } });
}

function json(body: string, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}

test("a checkout is posted as JSON with its idempotency key", async () => {
  const { api, fetched } = apiAnswering(async () =>
    Response.json({ checkoutUrl: "https://pay.example/1", sessionId: "cs_1" }),
  );
  await expect(api.createCheckout(order, "key-1")).resolves.toEqual({
    checkoutUrl: "https://pay.example/1",
    sessionId: "cs_1",
  });
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe(`${BASE}api/create-checkout-session`);
  expect(init.method).toBe("POST");
  expect(JSON.parse(String(init.body))).toEqual(order);
  expect(new Headers(init.headers).get("idempotency-key")).toBe("key-1");
});

test.each([
  [
    "no answer",
    () => Promise.reject(new TypeError("failed")),
    "An unexpected error occurred. Please try again.",
  ],
  ["a web page", async () => html(), "Server returned invalid response format"],
  ["a gateway's page", async () => html(502), "Server returned invalid response format"],
  ["broken JSON", async () => json("{"), "Invalid response format from server"],
  ["a reason", async () => json('{"message":"Sold out."}', 422), "Sold out."],
  ["no reason", async () => json("{}", 502), "Failed to create checkout session."],
  ["null", async () => json("null", 500), "Failed to create checkout session."],
])("a checkout answered by %s", async (_case, answer, message) => {
  const { api } = apiAnswering(answer);
  const failure = await api.createCheckout(order, "key").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ message });
});

test.each([
  ["52", 52],
  ["0", undefined],
  ["Sun, 22 Nov 2026 10:00:00 GMT", undefined],
  [null, undefined],
])("a refusal with Retry-After %j says to wait %j", async (header, retryAfterSeconds) => {
  const headers = { "content-type": "application/json", ...(header && { "retry-after": header }) };
  const { api } = apiAnswering(async () => new Response("{}", { status: 429, headers }));
  const failure = await api.getPurchase(SESSION_ID).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 429, retryAfterSeconds });
});

test("a purchase is asked for by its session id", async () => {
  const { api, fetched } = apiAnswering(async () => Response.json(aPurchase()));
  await expect(api.getPurchase(SESSION_ID)).resolves.toEqual(aPurchase());
  expect(fetched.mock.calls[0]?.[0]).toBe(
    `${BASE}api/products/purchase-detail?sessionId=${SESSION_ID}`,
  );
});

test("a purchase without a network says so", async () => {
  const { api } = apiAnswering(() => Promise.reject(new TypeError("failed")));
  await expect(api.getPurchase(SESSION_ID)).rejects.toMatchObject({
    message: "Network error, please try again later",
    code: "no_network",
  });
});

test("files are mailed again by session id", async () => {
  const { api, fetched } = apiAnswering(async () => Response.json({ success: true }));
  await expect(api.resendFiles(SESSION_ID)).resolves.toEqual({ success: true });
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({ sessionId: SESSION_ID });
});

test("a subscription is saved by session id", async () => {
  const { api, fetched } = apiAnswering(async () =>
    Response.json({ success: true }, { status: 201 }),
  );
  await expect(api.saveSubscription(SESSION_ID)).resolves.toEqual({ success: true });
  const [address, request] = fetched.mock.calls[0] ?? [];
  expect(new URL(String(address)).pathname).toBe("/api/subscriptions");
  expect(JSON.parse(String(request?.body))).toEqual({ sessionId: SESSION_ID });
});

test("an address is corrected by session id", async () => {
  const { api, fetched } = apiAnswering(async () =>
    Response.json({ customerEmail: "a@b.example" }),
  );
  await expect(api.correctEmail(SESSION_ID, "a@b.example")).resolves.toEqual({
    customerEmail: "a@b.example",
    alsoMoved: [],
  });
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe(`${BASE}api/orders/address`);
  expect(JSON.parse(String(init.body))).toEqual({ sessionId: SESSION_ID, email: "a@b.example" });
});

test.each([
  [{ email: ["Bad.", 7] }, { email: ["Bad."] }],
  [{ email: "Bad." }, { email: [] }],
  ["email", undefined],
  [null, undefined],
])("field errors %j are read as %j", async (errors, read) => {
  const { api } = apiAnswering(async () =>
    Response.json({ message: "No.", errors }, { status: 422 }),
  );
  const failure = await api.correctEmail(SESSION_ID, "x").catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: "No.", status: 422 });
  expect(failure).toHaveProperty("errors", read);
});
