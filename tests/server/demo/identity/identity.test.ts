import { createHash } from "node:crypto";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { createDemoIdentity } from "../../../../server/demo/identity/identity.ts";
import { openBrowser } from "../../../support/browser.ts";
import { createTestApp, SITE } from "../../../support/create-test-app.ts";
import {
  finishLogin,
  LOGIN_FAILED,
  loginRows,
  NO_ROWS,
  startLogin,
} from "../../../support/login.ts";

const ISSUER = `${SITE}/demo/identity`;
const CLIENT = {
  clientId: "shop",
  clientSecret: "s+c/r:t&",
  redirectUri: `${SITE}/auth/callback`,
};
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const REQUEST = {
  client_id: "shop",
  redirect_uri: CLIENT.redirectUri,
  response_type: "code",
  scope: "openid email profile",
  state: "the-state",
  nonce: "the-nonce",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};
const ANNA = { email: "anna@example.com", name: "Anna", verified: "on", action: "continue" };

function provider() {
  const clock = { now: Date.now() };
  const app = createDemoIdentity({
    issuer: ISSUER,
    client: CLIENT,
    standsFor: "Google",
    now: () => new Date(clock.now),
  });
  const authorize = (change: Record<string, string> = {}, form?: Record<string, string>) =>
    app.request(
      `/authorize?${new URLSearchParams({ ...REQUEST, ...change })}`,
      form && { method: "POST", body: new URLSearchParams(form) },
    );
  const getCode = async (form: Record<string, string> = ANNA) =>
    backOf(await authorize({}, form)).get("code") ?? "";
  const exchange = (fields: Record<string, string>, authorization: string | null = basic()) =>
    app.request("/token", {
      method: "POST",
      headers: authorization ? { Authorization: authorization } : {},
      body: new URLSearchParams({
        grant_type: "authorization_code",
        redirect_uri: CLIENT.redirectUri,
        code_verifier: VERIFIER,
        ...fields,
      }),
    });
  return { app, clock, authorize, getCode, exchange };
}

function basic(id = CLIENT.clientId, secret = CLIENT.clientSecret): string {
  return `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;
}

function backOf(response: Response): URLSearchParams {
  const url = new URL(response.headers.get("Location") ?? "about:blank");
  expect(url.origin + url.pathname).toBe(CLIENT.redirectUri);
  return url.searchParams;
}

describe("the sign-in page", () => {
  test.each([
    ["an unknown client", { client_id: "other" }],
    ["another return URL", { redirect_uri: `${CLIENT.redirectUri}?x=1` }],
  ])("refuses %s", async (_name, change) => {
    const { authorize } = provider();
    for (const form of [undefined, ANNA]) {
      const response = await authorize(change, form);
      expect([response.status, response.headers.get("Location")]).toEqual([400, null]);
    }
  });

  test("names the provider that it replaces", async () => {
    const response = await provider().authorize();
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain("This page stands in for Google; no real account is used.");
    expect(page).toMatch(/name="verified"\s+checked/);
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toContain(`form-action 'self' ${SITE}`);
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    // Preserves `window.opener` when the page is opened as a popup.
    expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
  });

  test.each([[""], ["anna@example"]])(
    "asks again for the email %j and keeps the fields",
    async (email) => {
      const { app, authorize } = provider();
      const response = await authorize({}, { email, name: `<b>"Anna"`, action: "x" });
      const { pathname, searchParams } = new URL(response.headers.get("Location") ?? "", SITE);
      expect([response.status, pathname]).toEqual([303, "/authorize"]);
      expect(Object.fromEntries(searchParams)).toEqual({ ...REQUEST, step: expect.any(String) });
      const page = await (await app.request(`${pathname}?${searchParams}`)).text();
      expect(page).toContain("Enter an email address, such as name@example.com.");
      expect(page).toContain(`value="${email}"`);
      expect(page).toContain("&lt;b&gt;&quot;Anna&quot;");
      expect(page).not.toMatch(/name="verified"\s+checked/);
    },
  );
});

describe("the token endpoint refuses", () => {
  test.each([
    ["no credentials", {}, null, 401],
    ["another client", {}, basic("other"), 401],
    ["another secret", {}, basic("shop", "wrong"), 401],
    ["another verifier", { code_verifier: "w".repeat(43) }, undefined, 400],
    ["no verifier", { code_verifier: "" }, undefined, 400],
    ["an unknown code", { code: "x" }, undefined, 400],
  ])("%s", async (_name, change, authorization, status) => {
    const { exchange, getCode } = provider();
    const response = await exchange({ code: await getCode(), ...change }, authorization);
    const error = status === 401 ? "invalid_client" : "invalid_grant";
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  test("a code that was used before or is a minute old", async () => {
    const { exchange, getCode, clock } = provider();
    const [code, old] = [await getCode(), await getCode()];
    expect((await exchange({ code })).status).toBe(200);
    expect((await exchange({ code })).status).toBe(400);
    clock.now += 60_000;
    expect((await exchange({ code: old })).status).toBe(400);
  });
});

test("a code is exchanged for a signed token", async () => {
  const { app, exchange, getCode } = provider();
  const code = await getCode({ ...ANNA, email: "Anna@Example.com" });
  const response = await exchange({ code });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const tokens = (await response.json()) as { id_token: string };
  const settings = await (await app.request("/.well-known/openid-configuration")).json();
  expect(settings).toMatchObject({ issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` });
  const jwks = (await (await app.request("/jwks")).json()) as JSONWebKeySet;
  expect(Object.keys(jwks.keys[0] ?? {})).not.toContain("d");
  const keys = createLocalJWKSet(jwks);
  const { payload } = await jwtVerify(tokens.id_token, keys, { issuer: ISSUER, audience: "shop" });
  const claims = { email: "Anna@Example.com", email_verified: true, name: "Anna" };
  expect(payload).toMatchObject({ ...claims, nonce: "the-nonce" });
});

describe("the demo's login through the shop", () => {
  async function visit(form: Record<string, string>, env: Record<string, string> = {}) {
    const t = createTestApp({ env });
    const browser = openBrowser(t);
    const url = await startLogin(browser);
    expect(url).toMatch(new RegExp(`^${ISSUER}/authorize\\?`));
    expect((await browser.get(url)).status).toBe(200);
    const back = backOf(await browser.postForm(url, form));
    return { t, browser, back, response: await finishLogin(browser, back) };
  }

  test("signs in, with an account and an identity", async () => {
    const { t, browser, response } = await visit(ANNA);
    expect(response.status).toBe(200);
    expect(await (await browser.get("/api/users/me")).json()).toMatchObject({
      email: "anna@example.com",
      name: "Anna",
    });
    expect(loginRows(t)).toMatchObject({
      users: [{ email: "anna@example.com", name: "Anna" }],
      identities: [{ issuer: ISSUER, userId: 1 }],
      sessions: [{ userId: 1 }],
    });
  });

  test.each([
    ["cancelled", { ...ANNA, action: "cancel" }],
    ["not verified", { email: ANNA.email, name: "Eve", action: "continue" }],
  ])("makes no session when it is %s", async (_name, form) => {
    const { t, response } = await visit(form);
    expect(await response.json()).toMatchObject(LOGIN_FAILED);
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("does not exist with a real provider", async () => {
    const env = { OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
    const { app } = createTestApp({ env });
    expect((await app.request(`${ISSUER}/.well-known/openid-configuration`)).status).toBe(404);
  });
});
