import { describe, expect, test, vi } from "vitest";
import { createApi } from "../../../client/lib/api.ts";
import { aSession, aUser } from "../fixtures.ts";

const BASE = "https://papercub.example/";
const CODE_NOT_SENT = "Failed to send verification code. Please try again.";

function apiAnswering(answer: () => Promise<Response>) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  const api = createApi({ baseUrl: BASE, fetch: fetched as unknown as typeof fetch });
  const asked = () => {
    const [url = "", init] = fetched.mock.calls[0] ?? [];
    const body = init?.body ? (JSON.parse(String(init.body)) as unknown) : undefined;
    return { url: url.slice(BASE.length), method: init?.method, body };
  };
  return { api, asked };
}

const failing = (status: number, body: object) => async () => Response.json(body, { status });
const offline = () => Promise.reject(new TypeError("failed"));
const page = async () => new Response("<p>", { headers: { "content-type": "text/html" } });

describe("who is signed in", () => {
  test("is the user, or nobody", async () => {
    const { api, asked } = apiAnswering(async () => Response.json(aUser()));
    expect(await api.findUser()).toEqual(aUser());
    expect(asked()).toMatchObject({ url: "api/users/me", method: "GET" });
    expect(await apiAnswering(failing(401, {})).api.findUser()).toBeNull();
  });

  test.each([
    [offline, "Network error, please try again later"],
    [page, "Failed to fetch user: API responded with HTTP status 200"],
    [failing(503, {}), "Failed to fetch user: API responded with HTTP status 503"],
  ])("fails with a text for the visitor", async (answer, message) => {
    await expect(apiAnswering(answer).api.findUser()).rejects.toMatchObject({ message });
  });
});

test.each([
  [offline],
  [page],
  [failing(500, {})],
  [failing(500, { message: "Failed to fetch purchase history" })],
])("a purchase history that does not come is called so", async (answer) => {
  await expect(apiAnswering(answer).api.listPurchases()).rejects.toMatchObject({
    message: "Failed to fetch purchase history",
  });
});

describe("a code", () => {
  test("is asked for by address, on either page", async () => {
    const good = async () => Response.json({ success: true });
    const login = apiAnswering(good);
    await login.api.sendCode("a@b.co");
    expect(login.asked()).toEqual({
      url: "api/send-otp",
      method: "POST",
      body: { email: "a@b.co" },
    });
    const find = apiAnswering(good);
    await find.api.findOrders("a@b.co");
    expect(find.asked()).toEqual({
      url: "api/orders/find",
      method: "POST",
      body: { email: "a@b.co" },
    });
  });

  test.each([
    ["an error in a good answer", async () => Response.json({ error: "No." }), "No."],
    ["an error that is no text", async () => Response.json({ error: true }), CODE_NOT_SENT],
    ["an error alone", failing(400, { error: "No." }), "No."],
    ["an error beside a message", failing(400, { error: "No.", message: "Why." }), "Why."],
    ["nothing", failing(500, {}), CODE_NOT_SENT],
    ["a page", page, CODE_NOT_SENT],
    ["no network", offline, CODE_NOT_SENT],
  ])("that is not sent because of %s says so", async (_name, answer, message) => {
    await expect(apiAnswering(answer).api.sendCode("a@b.co")).rejects.toMatchObject({ message });
  });

  test.each([
    [failing(400, {}), "Invalid verification code. Please try again."],
    [async () => Response.json({ error: "Used up." }), "Used up."],
    [offline, "Network error, please try again later"],
  ])("that does not fit says so", async (answer, message) => {
    const { api, asked } = apiAnswering(answer);
    await expect(api.verifyCode("a@b.co", "123456")).rejects.toMatchObject({ message });
    expect(asked()).toMatchObject({
      url: "api/verify-otp",
      body: { email: "a@b.co", otp: "123456" },
    });
  });
});

describe("the external login", () => {
  test("begins at the address of its provider", async () => {
    const { api, asked } = apiAnswering(async () => Response.json({ redirectUrl: "/there" }));
    expect(await api.getLoginUrl("google", "https://papercub.example")).toEqual({
      redirectUrl: "/there",
    });
    expect(asked().url).toBe(
      "api/oauth/google/redirect_url?originUrl=https%3A%2F%2Fpapercub.example",
    );
  });

  test.each([
    ["s", { code: "c", state: "s" }],
    [null, { code: "c" }],
  ])("ends with its code and the state %j", async (state, body) => {
    const { api, asked } = apiAnswering(async () => Response.json({ user: aUser() }));
    await api.exchangeCode("c", state);
    expect(asked()).toEqual({ url: "api/sessions", method: "POST", body });
  });
});

test("sessions are listed and ended", async () => {
  const list = apiAnswering(async () => Response.json({ sessions: [aSession()] }));
  expect(await list.api.listSessions()).toEqual([aSession()]);
  const good = async () => Response.json({ success: true });
  const one = apiAnswering(good);
  await one.api.endSession(5);
  expect(one.asked()).toMatchObject({ url: "api/sessions/5", method: "DELETE" });
  const all = apiAnswering(good);
  await all.api.endAllSessions();
  expect(all.asked()).toMatchObject({ url: "api/sessions", method: "DELETE" });
  const here = apiAnswering(good);
  await here.api.logout();
  expect(here.asked()).toMatchObject({ url: "api/logout", method: "GET" });
});
