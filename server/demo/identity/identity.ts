import { createHash, randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { auth } from "hono/utils/basic-auth";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { foldEmail } from "../../contract/email.ts";
import { keepSteps, STEP_PARAM } from "../page/form-steps.ts";
import { findForm } from "../page/posted-form.ts";
import { type Person, readLoginForm, refusalPage, signInPage, type SignInStep } from "./pages.ts";

const ALGORITHM = "RS256";
const CODE_LIFETIME_MS = 60_000;
const TOKEN_LIFETIME_SECONDS = 600;

export type DemoIdentityOptions = {
  /** Its own address, such as `http://localhost:3000/demo/identity`. */
  issuer: string;
  /** The one client: this shop. */
  client: { clientId: string; clientSecret: string; redirectUri: string };
  /** Whom it stands for, as its pages call it ("Google"). */
  standsFor: string;
  now: () => Date;
};

/**
 * A stand-in for an identity provider that speaks OpenID Connect (code flow, PKCE required, RS256),
 * for one client. Who signs in says who they are: the address is the account. To be mounted at
 * the path of its issuer.
 */
export function createDemoIdentity(options: DemoIdentityOptions): Hono {
  const { issuer, client, standsFor, now } = options;
  const { redirectUri } = client;
  const logins = keepLogins(now);
  const tokens = openTokens(options);
  const steps = keepSteps<SignInStep>();
  const app = new Hono();

  // A popup must still know who opened it when it comes back to the shop. Browsers judge each answer
  // on the way, redirects too.
  app.use(async (c, next) => {
    await next();
    c.header("Cross-Origin-Opener-Policy", "unsafe-none");
  });

  app.get("/.well-known/openid-configuration", (c) => c.json(settings(issuer)));
  app.get("/jwks", async (c) => c.json({ keys: [await tokens.publicJwk()] }));

  const goBack = (c: Context, answer: Record<string, string>) => {
    const url = new URL(redirectUri);
    const params = { ...answer, state: c.req.query("state"), iss: issuer };
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return c.redirect(url.href, 303);
  };

  // The form is posted to the address of its page: the request comes along in the query again.
  app.use("/authorize", async (c, next) => {
    if (c.req.query("client_id") !== client.clientId) {
      return refusalPage("No shop with this client id is known here.");
    }
    if (c.req.query("redirect_uri") !== redirectUri) {
      return refusalPage("The way back does not belong to this shop.");
    }
    const problem = problemOf(c.req.query());
    return problem ? goBack(c, problem) : next();
  });

  app.get("/authorize", (c) => {
    const step = steps.find(c.req.query(STEP_PARAM));
    const empty = { email: c.req.query("login_hint") ?? "", name: "", verified: true };
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
      searchParams.set(STEP_PARAM, steps.keep({ fields, error }));
      return c.redirect(`${pathname}?${searchParams}`, 303);
    }
    const { nonce = null, code_challenge: challenge = null } = c.req.query();
    return goBack(c, { code: logins.add({ person: fields, nonce, challenge }) });
  });

  // The token endpoint (OAuth 2.1, 4.1.3): one code for one ID token.
  app.post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    const form = new URLSearchParams(await c.req.text());
    const { username, password } = auth(c.req.raw) ?? {};
    // Both halves of the header are written as in a form (RFC 6749, 2.3.1).
    const isClient =
      formDecoded(username) === client.clientId && formDecoded(password) === client.clientSecret;
    if (!isClient) {
      c.header("WWW-Authenticate", 'Basic realm="demo identity"');
      return c.json({ error: "invalid_client" }, 401);
    }
    if (form.get("grant_type") !== "authorization_code") {
      return c.json({ error: "unsupported_grant_type" }, 400);
    }
    const login = logins.take(form.get("code") ?? "");
    const isProven = login && sha256(form.get("code_verifier") ?? "") === login.challenge;
    if (!isProven || form.get("redirect_uri") !== redirectUri) {
      return c.json({ error: "invalid_grant" }, 400);
    }
    return c.json({
      // There is nothing to use it for: the ID token says everything.
      access_token: newSecret(),
      token_type: "Bearer",
      expires_in: TOKEN_LIFETIME_SECONDS,
      id_token: await tokens.sign(login),
    });
  });

  return app;
}

function settings(issuer: string) {
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

/** What the client is told of a wrong request (OpenID Connect Core, 3.1.2.2). */
function problemOf(query: Record<string, string>) {
  const problem = (error: string, error_description: string) => ({ error, error_description });
  if (query.response_type !== "code") {
    return problem("unsupported_response_type", "Only response_type=code is supported.");
  }
  if (!query.scope?.split(" ").includes("openid")) {
    return problem("invalid_scope", "The scope must hold openid.");
  }
  if (query.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(query.code_challenge ?? "")) {
    return problem("invalid_request", "PKCE with S256 is required.");
  }
  return undefined;
}

type Login = { person: Person; nonce: string | null; challenge: string | null };

/** Logins by their codes, in memory: a restart ends them. */
function keepLogins(now: () => Date) {
  const logins = new Map<string, { login: Login; diesAt: number }>();
  const forgetOld = () => {
    for (const [code, { diesAt }] of logins) if (diesAt <= now().getTime()) logins.delete(code);
  };
  return {
    /** Keeps a login for a minute and returns its code. */
    add(login: Login): string {
      forgetOld();
      const code = newSecret();
      logins.set(code, { login, diesAt: now().getTime() + CODE_LIFETIME_MS });
      return code;
    },
    /** The login of a code, which is used up by asking. */
    take(code: string): Login | undefined {
      forgetOld();
      const found = logins.get(code);
      logins.delete(code);
      return found?.login;
    },
  };
}

function openTokens({ issuer, client, now }: DemoIdentityOptions) {
  const kid = crypto.randomUUID();
  // Made when it is first needed: the store's start does not wait for it.
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keyPair = () => (pair ??= generateKeyPair(ALGORITHM));
  return {
    async publicJwk() {
      const { publicKey } = await keyPair();
      return { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" };
    },
    async sign({ person, nonce }: Login): Promise<string> {
      const { privateKey } = await keyPair();
      const issuedAt = Math.floor(now().getTime() / 1000);
      const claims = { ...claimsOf(person), ...(nonce !== null && { nonce }) };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(client.clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
        .sign(privateKey);
    },
  };
}

/** Who a person is: one address, however it is written, is one account for ever. */
function claimsOf({ email, name, verified }: Person) {
  const sub = createHash("sha256").update(foldEmail(email)).digest("hex").slice(0, 24);
  return { sub, email, email_verified: verified, ...(name && { name }) };
}

function formDecoded(text = ""): string | null {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
