import { Hono } from "hono";
import { keepSteps, STEP_PARAM } from "../page/form-steps.ts";
import { findForm } from "../page/posted-form.ts";
import { type DemoClient, type LoginRequest, readLoginRequest } from "./login-request.ts";
import { readLoginForm, refusalPage, signInPage, type SignInStep } from "./pages.ts";
import { openTokens } from "./token.ts";

export type DemoIdentityOptions = {
  /** Its own address, such as `http://localhost:3000/demo/identity`. */
  issuer: string;
  client: DemoClient;
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
  const { issuer, client, now } = options;
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

  app.get("/authorize", async (c) => {
    const request = readLoginRequest(client, new URL(c.req.url).searchParams);
    if (request.kind === "refused") return refusalPage(request.reason);
    if (request.kind === "error") return c.redirect(wayBack(issuer, request, request.back), 302);
    const email = c.req.query("login_hint") ?? "";
    const step = steps.find(c.req.query(STEP_PARAM));
    return signInPage(options, step ?? { fields: { email, name: "", verified: true } });
  });

  // The form is posted to the address of its page: the request comes along in the query again.
  app.post("/authorize", async (c) => {
    const request = readLoginRequest(client, new URL(c.req.url).searchParams);
    if (request.kind === "refused") return refusalPage(request.reason);
    if (request.kind === "error") return c.redirect(wayBack(issuer, request, request.back), 303);
    const { fields, cancelled, error } = readLoginForm((await findForm(c)) ?? new FormData());
    if (cancelled) {
      const denied = { error: "access_denied", error_description: "The sign-in was cancelled." };
      return c.redirect(wayBack(issuer, request, denied), 303);
    }
    if (error) {
      const { pathname, searchParams } = new URL(c.req.url);
      searchParams.set(STEP_PARAM, steps.keep({ fields, error }));
      return c.redirect(`${pathname}?${searchParams}`, 303);
    }
    const code = tokens.addCode({ request, person: fields, signedInAt: now() });
    return c.redirect(wayBack(issuer, request, { code }), 303);
  });

  app.post("/token", (c) => tokens.answer(c.req.raw));

  return app;
}

function wayBack(
  issuer: string,
  { redirectUri, state }: Pick<LoginRequest, "redirectUri" | "state">,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  const params = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

function settings(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid", "email", "profile"],
    claims_supported: ["sub", "email", "email_verified", "name"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}
