import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { codeFor, ISSUER, openFakeIssuer } from "../../support/fake-issuer.ts";
import { finishLogin, LOGIN_START, loginRows, NO_ROWS, startLogin } from "../../support/login.ts";
import { TEST_SHOP } from "../../support/settings.ts";

const PATH = "/api/oauth/google/redirect_url";
const DOWN = "Google isn't responding. Please try again.";

async function shop(env: Record<string, string> = {}, timeoutMs?: number) {
  const issuer = await openFakeIssuer();
  const oidc = { fetch: issuer.fetch, ...(timeoutMs && { timeoutMs }) };
  const t = createTestApp({ env: { ...issuer.env, ...env }, oidc });
  const browser = openBrowser(t);
  return { ...t, issuer, browser, start: () => browser.get(LOGIN_START) };
}

/** Returns a port that refuses connections, or accepts them but never responds if `listening`. */
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
  test.each(["facebook", "Google", "google%20", "__proto__"])(
    "for the unknown provider %s",
    async (provider) => {
      const { browser } = await shop();
      const response = await browser.get(LOGIN_START.replace("google", provider));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    },
  );

  test("when no provider is set up, and so is what would follow", async () => {
    const t = createTestApp({ env: { ...TEST_SHOP, DEMO: "0" } });
    expect(t.deps.identity).toBeNull();
    const browser = openBrowser(t);
    expect((await browser.get(LOGIN_START)).status).toBe(404);
    for (const body of [{ code: "x" }, {}]) {
      expect((await browser.post("/api/sessions", body)).status).toBe(404);
    }
  });
});

describe("a provider that is down", () => {
  test.each([
    ["refuses connections", false],
    ["never answers", true],
  ])("and %s gives 502 in time, and the store works on", async (_name, listening) => {
    const port = await deadPort({ listening });
    const issuer = `http://127.0.0.1:${port}`;
    const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
    const browser = openBrowser(createTestApp({ env, oidc: { timeoutMs: 150 } }));
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
    ["a page", () => new Response("<p>Sorry</p>", { headers: { "Content-Type": "text/html" } })],
    ["another issuer", () => Response.json({ issuer: "https://evil.example" })],
  ])("and answers with %s gives 502", async (_name, instead) => {
    const { issuer, start } = await shop();
    issuer.behaviour.instead = instead;
    const response = await start();
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ message: DOWN });
  });

  test.each([
    ["an error", () => new Response(null, { status: 503 })],
    ["settings without a place to sign in at", () => Response.json({ issuer: ISSUER })],
  ])(
    "with %s is asked again at the next login, and no more once it has answered",
    async (...row) => {
      const { issuer, browser, start } = await shop();
      issuer.behaviour.instead = row[1];
      expect((await start()).status).toBe(502);
      delete issuer.behaviour.instead;
      await startLogin(browser);
      await startLogin(browser);
      expect(issuer.requests).toHaveLength(2);
    },
  );

  const never = new Promise<Response>(() => {});
  test.each<[string, (path: string) => Promise<Response> | undefined]>([
    ["is cut off", () => Promise.reject(new TypeError("fetch failed"))],
    // Only the last request (`/jwks`) hangs: the time limit covers the whole exchange.
    ["hangs", (path) => (path === "/jwks" ? never : undefined)],
  ])("and %s while the code is exchanged makes no session", async (_name, instead) => {
    const t = await shop({}, 150);
    const back = codeFor(await startLogin(t.browser));
    t.issuer.behaviour.instead = instead;
    const response = await finishLogin(t.browser, back);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("fetch failed");
    expect(loginRows(t)).toEqual(NO_ROWS);
  });
});

describe("the address of a login", () => {
  const RANDOM = expect.stringMatching(/^[\w-]{43}$/);

  test("carries state, nonce and PKCE, other ones each time, and leads back to this site alone", async () => {
    const { browser } = await shop();
    const response = await browser.get(LOGIN_START, { Host: "evil.example" });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const url = new URL(((await response.json()) as { redirectUrl: string }).redirectUrl);
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "the-shop",
      response_type: "code",
      redirect_uri: `${SITE}/auth/callback`,
      scope: "openid email profile",
      state: RANDOM,
      nonce: RANDOM,
      code_challenge: RANDOM,
      code_challenge_method: "S256",
    });
    const next = new URL(await startLogin(browser));
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(next.searchParams.get(name)).not.toBe(url.searchParams.get(name));
    }
  });

  test("comes with a cookie that scripts and other sites do not get, for ten minutes", async () => {
    const [cookie] = (await (await shop()).start()).headers.getSetCookie();
    const rest = String.raw`[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; `;
    expect(cookie).toMatch(new RegExp(`^login=${rest}SameSite=Lax$`));
    const site = "https://shop.example";
    const { app } = await shop({ PUBLIC_URL: site });
    const response = await app.request(`${site}${PATH}?originUrl=${site}`);
    const [secure] = response.headers.getSetCookie();
    expect(secure).toMatch(new RegExp(`^__Host-login=${rest}Secure; SameSite=Lax$`));
  });
});
