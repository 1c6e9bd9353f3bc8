import { base64url, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { CLIENT, codeFor, ISSUER, openFakeIssuer } from "../../support/fake-issuer.ts";
import { finishLogin, LOGIN_FAILED, loginRows, NO_ROWS, startLogin } from "../../support/login.ts";

type Issuer = Awaited<ReturnType<typeof openFakeIssuer>>;

const HOUR_SECONDS = 3600;
const now = () => Math.floor(Date.now() / 1000);

async function loginWith(change: (behaviour: Issuer["behaviour"]) => void, env = {}) {
  const issuer = await openFakeIssuer();
  const t = createTestApp({ env: { ...issuer.env, ...env }, oidc: { fetch: issuer.fetch } });
  const browser = openBrowser(t);
  change(issuer.behaviour);
  const response = await finishLogin(browser, codeFor(await startLogin(browser)));
  return { t, issuer, response };
}

/** Replaces claims in a token's payload but keeps its signature. */
function withPayload(token: string, change: Record<string, unknown>): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims: object = JSON.parse(new TextDecoder().decode(base64url.decode(payload)));
  const changed = base64url.encode(JSON.stringify({ ...claims, ...change }));
  return [header, changed, signature].join(".");
}

// OIDC_ISSUER may end in a slash that the token's issuer does not have.
test.each([ISSUER, `${ISSUER}/`])("a token of %s with nothing wrong signs in", async (name) => {
  const { t, response, issuer } = await loginWith(() => {}, { OIDC_ISSUER: name });
  expect(response.status).toBe(200);
  expect(loginRows(t)).toMatchObject({
    users: [{ email: "anna@example.com" }],
    identities: [{ issuer: ISSUER, subject: "anna" }],
  });
  expect(issuer.requests).toContain("GET /jwks");
});

test.each<[string, (behaviour: Issuer["behaviour"]) => void]>([
  ["made for another shop", (b) => (b.claims = { aud: "another-shop" })],
  ["made for two, and the other one acts", (b) => (b.claims = { aud: [CLIENT.id, "x"], azp: "x" })],
  ["of another issuer", (b) => (b.claims = { iss: "https://evil.example" })],
  ["that has expired", (b) => (b.claims = { exp: now() - HOUR_SECONDS })],
  ["that never expires", (b) => (b.claims = { exp: undefined })],
  ["that is not valid yet", (b) => (b.claims = { nbf: now() + HOUR_SECONDS })],
  ["of another login", (b) => (b.claims = { nonce: "another-nonce" })],
  ["of no login", (b) => (b.claims = { nonce: undefined })],
  ["without a subject", (b) => (b.claims = { sub: undefined })],
  ["of an empty name", (b) => (b.claims = { sub: "" })],
  ["signed with a foreign key", (b) => (b.foreignKey = true)],
  ["with another payload", (b) => (b.tamper = (token) => withPayload(token, { sub: "eve" }))],
  ["without its signature", (b) => (b.tamper = (token) => token.replace(/[^.]+$/, ""))],
  ["that is not signed at all", (b) => (b.tamper = unsigned)],
  ["that is none", (b) => (b.tamper = () => "not.a.token")],
  ["that is missing", (b) => (b.instead = withoutToken)],
])("a token %s is refused, and no session is made", async (_name, change) => {
  const { t, response } = await loginWith(change);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject(LOGIN_FAILED);
  expect(response.headers.getSetCookie().join()).not.toContain("session=");
  expect(loginRows(t)).toEqual(NO_ROWS);
  expect(JSON.stringify(t.logged)).not.toContain("anna@example.com");
});

function unsigned(token: string): string {
  const [, payload = ""] = token.split(".");
  const claims: Record<string, unknown> = JSON.parse(
    new TextDecoder().decode(base64url.decode(payload)),
  );
  return new UnsecuredJWT(claims).encode();
}

function withoutToken(path: string): Response | undefined {
  if (path !== "/token") return undefined;
  return Response.json({ access_token: "access", token_type: "Bearer" });
}
