import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { codeFor, ISSUER, openFakeIssuer } from "../../support/fake-issuer.ts";
import { finishLogin, LOGIN_START, loginRows, NO_ROWS, startLogin } from "../../support/login.ts";

const PATH = "/api/oauth/google/redirect_url";
const DOWN = "Google does not answer. Please try again.";

async function shop() {
  const issuer = await openFakeIssuer();
  const t = createTestApp({ env: issuer.env, oidc: { fetch: issuer.fetch } });
  return { ...t, issuer, browser: openBrowser(t) };
}

/** A port on which nobody listens, or one that takes connections and never answers. */
async function deadPort({ listening }: { listening: boolean }): Promise<number> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  if (listening) onTestFinished(() => void server.close());
  else await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("the address of a login is refused", () => {
  test.each([
    ["without the site it starts on", PATH],
    ["with an empty one", `${PATH}?originUrl=`],
    ["with another site", `${PATH}?originUrl=https://evil.example`],
    ["with a site that begins alike", `${PATH}?originUrl=${SITE}.evil.example`],
    [
      "with a name before it",
      `${PATH}?originUrl=${encodeURIComponent("http://localhost:3000@evil.example")}`,
    ],
    ["with a path", `${PATH}?originUrl=${SITE}/`],
    ["with another port", `${PATH}?originUrl=http://localhost:3001`],
    ["with another spelling", `${PATH}?originUrl=HTTP://LOCALHOST:3000`],
    ["with blanks around it", `${PATH}?originUrl=${encodeURIComponent(` ${SITE}`)}`],
    ["twice", `${PATH}?originUrl=${SITE}&originUrl=https://evil.example`],
  ])("%s", async (_name, path) => {
    const t = await shop();
    const response = await t.browser.get(path);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: "Please start the login on this site.",
      code: "invalid",
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(t.issuer.requests).toEqual([]);
  });

  test.each([["facebook"], ["Google"], ["google%20"], ["__proto__"]])(
    "for the unknown provider %s",
    async (provider) => {
      const t = await shop();
      const response = await t.browser.get(LOGIN_START.replace("google", provider));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    },
  );

  test("when no provider is set up, and so is what would follow", async () => {
    const env = {
      DEMO: "0",
      STRIPE_SECRET_KEY: "sk_test_x",
      SMTP_URL: "smtp://localhost",
      MAIL_FROM: "a@example.com",
      SUPPORT_EMAIL: "a@example.com",
    };
    const t = createTestApp({ env });
    expect(t.deps.identity).toBeNull();
    const browser = openBrowser(t);
    expect((await browser.get(LOGIN_START)).status).toBe(404);
    expect((await browser.post("/api/sessions", { code: "x" })).status).toBe(404);
    expect((await browser.post("/api/sessions", {})).status).toBe(404);
  });

  test.each<[Record<string, string>]>([
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ Origin: "https://evil.example" }],
  ])("when another site's page asks for it, with %o", async (headers) => {
    const t = await shop();
    const response = await t.browser.get(LOGIN_START, headers);
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("the 61st time in an hour, for one client", async () => {
    const t = await shop();
    for (let i = 0; i < 60; i++) await startLogin(openBrowser(t));
    const response = await t.browser.get(LOGIN_START);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

test("a client that brings codes is stopped at the 61st of an hour", async () => {
  const t = await shop();
  for (let i = 0; i < 60; i++) {
    expect((await t.browser.post("/api/sessions", { code: "x" })).status).toBe(400);
  }
  const response = await t.browser.post("/api/sessions", { code: "x" });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(t.issuer.requests).toEqual([]);
});

test("a visitor's wrong code is in the log, and neither a warning nor a fault of the shop", async () => {
  const t = await shop();
  await startLogin(t.browser);
  expect((await t.browser.post("/api/sessions", { code: "x" })).status).toBe(400);
  const told = t.logged.filter(({ msg }) => msg === "Google login failed. Please try again.");
  expect(told).toMatchObject([{ level: 30, reason: { message: expect.any(String) } }]);
  expect(t.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  expect(JSON.stringify(t.logged)).not.toContain("stack");
});

describe("a provider that is down", () => {
  test.each([
    ["refuses connections", false],
    ["never answers", true],
  ])("and %s gives 502 in time, and the store works on", async (_name, listening) => {
    const port = await deadPort({ listening });
    const issuer = `http://127.0.0.1:${port}`;
    const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
    const t = createTestApp({ env, oidc: { timeoutMs: 150 } });
    const browser = openBrowser(t);
    const response = await browser.get(LOGIN_START);
    expect(response.status).toBe(502);
    const answer = await response.text();
    const refusal = { message: DOWN, error: DOWN, reason: "login_provider" };
    expect(JSON.parse(answer)).toMatchObject(refusal);
    expect(answer).not.toContain(String(port));
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await browser.get("/api/products")).status).toBe(200);
    expect((await browser.post("/api/send-otp", { email: "anna@example.com" })).status).toBe(200);
  });

  test.each([
    ["an error", () => new Response("oops", { status: 500 })],
    ["a page", () => new Response("<p>Sorry</p>", { headers: { "Content-Type": "text/html" } })],
    ["another issuer", () => Response.json({ issuer: "https://evil.example" })],
    ["nothing to sign in at", () => Response.json({ issuer: ISSUER })],
  ])("answers with %s", async (_name, instead) => {
    const t = await shop();
    t.issuer.behaviour.instead = instead;
    const response = await t.browser.get(LOGIN_START);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ message: DOWN });
  });

  test("is asked again at the next login, and no more once it has answered", async () => {
    const t = await shop();
    t.issuer.behaviour.instead = () => new Response(null, { status: 503 });
    expect((await t.browser.get(LOGIN_START)).status).toBe(502);
    delete t.issuer.behaviour.instead;
    await startLogin(t.browser);
    await startLogin(t.browser);
    expect(t.issuer.requests).toHaveLength(2);
  });

  test("while the code is exchanged gives the catalogue's text and no session", async () => {
    const t = await shop();
    const back = codeFor(await startLogin(t.browser));
    t.issuer.behaviour.instead = () => Promise.reject(new TypeError("fetch failed"));
    const response = await finishLogin(t.browser, back);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("fetch failed");
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("hanging in several calls, each within its own time, ends within the time of all", async () => {
    const issuer = await openFakeIssuer();
    const never = new Promise<Response>(() => {});
    const t = createTestApp({ env: issuer.env, oidc: { fetch: issuer.fetch, timeoutMs: 150 } });
    const browser = openBrowser(t);
    const back = codeFor(await startLogin(browser));
    issuer.behaviour.instead = (path) => (path === "/jwks" ? never : undefined);
    expect((await finishLogin(browser, back)).status).toBe(400);
    expect(loginRows(t)).toEqual(NO_ROWS);
  });
});

describe("the address of a login", () => {
  test("carries state, nonce and PKCE, and leads back to this site alone", async () => {
    const t = await shop();
    const response = await t.browser.get(LOGIN_START, { Host: "evil.example" });
    const { redirectUrl } = (await response.json()) as { redirectUrl: string };
    const url = new URL(redirectUrl);
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "the-shop",
      response_type: "code",
      redirect_uri: `${SITE}/auth/callback`,
      scope: "openid email profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("comes with a cookie that scripts and other sites do not get, for ten minutes", async () => {
    const t = await shop();
    const [cookie = ""] = (await t.browser.get(LOGIN_START)).headers.getSetCookie();
    expect(cookie).toMatch(
      /^login=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const url = "https://shop.example";
    const env = { ...t.issuer.env, PUBLIC_URL: url };
    const secure = createTestApp({ env, oidc: { fetch: t.issuer.fetch } });
    const response = await secure.app.request(`${url}${PATH}?originUrl=${url}`);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-login=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test("is another one each time", async () => {
    const t = await shop();
    const [a, b] = [await startLogin(t.browser), await startLogin(t.browser)];
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(new URL(a).searchParams.get(name)).not.toBe(new URL(b).searchParams.get(name));
    }
  });
});
