import { createHash, randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { auth } from "hono/utils/basic-auth";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { foldEmail } from "../../contract/email.ts";
import { createSteps, findForm, STEP_PARAM } from "../page/forms.ts";
import { type Person, readLoginForm, refusalPage, signInPage, type SignInStep } from "./pages.ts";

const ALGORITHM = "RS256";
const CODE_LIFETIME_MS = 60_000;
const TOKEN_LIFETIME_SECONDS = 600;

export type DemoIdentityOptions = {
  /** Issuer URL, such as `http://localhost:3000/demo/identity`. */
  issuer: string;
  /** OAuth client of this shop; other clients are rejected. */
  client: { clientId: string; clientSecret: string; redirectUri: string };
  /** Display name of the simulated provider, such as "Google". */
  standsFor: string;
  now: () => Date;
};

type Login = { person: Person; nonce: string | null; challenge: string | null; expiresAt: number };

/**
 * Simulates an OpenID Connect provider (code flow with PKCE, RS256) for one client; visitors enter
 * any email, which identifies the account. Mount it at the path of its issuer.
 */
export function createDemoIdentity(options: DemoIdentityOptions): Hono {
  const { issuer, client, standsFor, now } = options;
  const { redirectUri } = client;
  const tokens = createTokens(options);
  const steps = createSteps<SignInStep>();
  const logins = createSteps<Login>();
  const app = new Hono();

  // Browsers keep a popup's opener only if every response allows it, including redirects.
  app.use(async (c, next) => {
    await next();
    c.header("Cross-Origin-Opener-Policy", "unsafe-none");
  });

  app.get("/.well-known/openid-configuration", (c) => c.json(metadataOf(issuer)));
  app.get("/jwks", async (c) => c.json({ keys: [await tokens.publicJwk()] }));

  const goBack = (c: Context, answer: Record<string, string>) => {
    const url = new URL(redirectUri);
    const params = { ...answer, state: c.req.query("state"), iss: issuer };
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return c.redirect(url.href, 303);
  };

  // The form posts to the URL of its page, because its query contains the authorization request.
  app.use("/authorize", async (c, next) => {
    const { client_id, redirect_uri } = c.req.query();
    const isKnown = client_id === client.clientId && redirect_uri === redirectUri;
    return isKnown ? next() : refusalPage();
  });

  app.get("/authorize", (c) => {
    const step = steps.find(c.req.query(STEP_PARAM));
    const empty = { email: "", name: "", verified: true };
    return signInPage({ standsFor, redirectUri }, step ?? { fields: empty });
  });

  app.post("/authorize", async (c) => {
    const { fields, cancelled, error } = readLoginForm((await findForm(c)) ?? new FormData());
    if (cancelled) {
      const error_description = "The sign-in was cancelled.";
      return goBack(c, { error: "access_denied", error_description });
    }
    if (error) {
      const { pathname, searchParams } = new URL(c.req.url);
      searchParams.set(STEP_PARAM, steps.add({ fields, error }));
      return c.redirect(`${pathname}?${searchParams}`, 303);
    }
    const { nonce = null, code_challenge: challenge = null } = c.req.query();
    const expiresAt = now().getTime() + CODE_LIFETIME_MS;
    return goBack(c, { code: logins.add({ person: fields, nonce, challenge, expiresAt }) });
  });

  // Token endpoint (OAuth 2.1, 4.1.3): exchanges a code for an ID token once.
  app.post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    const form = new URLSearchParams(await c.req.text());
    const { username, password } = auth(c.req.raw) ?? {};
    // Client id and secret in the Basic header are form-encoded (RFC 6749, 2.3.1).
    const isClient =
      formDecoded(username) === client.clientId && formDecoded(password) === client.clientSecret;
    if (!isClient) return c.json({ error: "invalid_client" }, 401);
    const code = form.get("code") ?? "";
    const login = logins.find(code);
    logins.remove(code);
    const isProven =
      login &&
      login.expiresAt > now().getTime() &&
      sha256(form.get("code_verifier") ?? "") === login.challenge;
    if (!isProven) return c.json({ error: "invalid_grant" }, 400);
    return c.json({
      // Unused: the shop reads only the ID token.
      access_token: randomBytes(32).toString("base64url"),
      token_type: "Bearer",
      expires_in: TOKEN_LIFETIME_SECONDS,
      id_token: await tokens.sign(login),
    });
  });

  return app;
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [ALGORITHM],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

function createTokens({ issuer, client, now }: DemoIdentityOptions) {
  const kid = crypto.randomUUID();
  // Generated on first use, so that startup does not wait.
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keyPair = () => (pair ??= generateKeyPair(ALGORITHM));
  return {
    async publicJwk() {
      const { publicKey } = await keyPair();
      return { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" };
    },
    async sign({ person, nonce }: Login): Promise<string> {
      const { email, name, verified } = person;
      const { privateKey } = await keyPair();
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({
        // One account per email, regardless of spelling.
        sub: createHash("sha256").update(foldEmail(email)).digest("hex").slice(0, 24),
        email,
        email_verified: verified,
        ...(name && { name }),
        ...(nonce !== null && { nonce }),
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(client.clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
        .sign(privateKey);
    },
  };
}

function formDecoded(text = ""): string | null {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
