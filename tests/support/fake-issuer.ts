import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { asFetch } from "../../server/demo/as-fetch.ts";

export const ISSUER = "https://accounts.example";
export const CLIENT = { id: "the-shop", secret: "a-secret-of-the-shop/with+odd:signs" };
const ANNA: Person = { email: "anna@example.com", email_verified: true, name: "Anna" };

export type Person = { email?: string; email_verified?: boolean; name?: string };

type Behaviour = {
  /** Claims of the ID token that replace the good ones. */
  claims?: JWTPayload;
  foreignKey?: boolean;
  tamper?: (idToken: string) => string;
  /** Answers instead of the path's own handler unless undefined. */
  instead?: (path: string) => Promise<Response> | Response | undefined;
};

let keys: ReturnType<typeof makeKeys> | undefined;

async function makeKeys() {
  const [own, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  return { own: own.privateKey, foreign: foreign.privateKey, jwk };
}

/**
 * An OpenID Connect issuer with PKCE and codes for one use, whose answers a test can change. `codeFor`
 * creates its codes. An account is its own subject.
 */
export async function openFakeIssuer(people: Record<string, Person> = { anna: ANNA }) {
  const { own, foreign, jwk } = await (keys ??= makeKeys());
  const behaviour: Behaviour = {};
  const requests: string[] = [];
  const used = new Set<string>();

  const idToken = async ({ nonce, account }: Code): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 600 };
    const good = { iss: ISSUER, aud: CLIENT.id, sub: account, ...times, nonce, ...people[account] };
    const token = await new SignJWT({ ...good, ...behaviour.claims })
      .setProtectedHeader({ alg: "RS256", kid: "own" })
      .sign(behaviour.foreignKey ? foreign : own);
    return behaviour.tamper?.(token) ?? token;
  };

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const instead = await behaviour.instead?.(pathname);
    if (instead) return instead;
    if (pathname === "/.well-known/openid-configuration") {
      return Response.json({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      });
    }
    if (pathname === "/jwks") return Response.json({ keys: [jwk] });
    const form = new URLSearchParams(await request.text());
    if (form.get("client_secret") !== CLIENT.secret) {
      return Response.json({ error: "invalid_client" }, { status: 401 });
    }
    const code = form.get("code") ?? "";
    const verifier = form.get("code_verifier") ?? "";
    const read = parseCode(code);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (used.has(code) || read?.challenge !== challenge) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    used.add(code);
    const id_token = await idToken(read);
    return Response.json({ access_token: "access", token_type: "Bearer", id_token });
  };

  return {
    env: { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    fetch: asFetch(answer),
    behaviour,
    requests,
  };
}

type Code = { nonce: string; challenge: string; account: string };

/** The query with which a visitor returns: a code of this account, or a denial for null. */
export function codeFor(redirectUrl: string, account: string | null = "anna"): URLSearchParams {
  const asked = new URL(redirectUrl).searchParams;
  const state = asked.get("state") ?? "";
  if (account === null) return new URLSearchParams({ error: "access_denied", state });
  const code = {
    nonce: asked.get("nonce"),
    challenge: asked.get("code_challenge"),
    account,
    number: crypto.randomUUID(),
  };
  return new URLSearchParams({
    code: Buffer.from(JSON.stringify(code)).toString("base64url"),
    state,
  });
}

function parseCode(code: string): Code | undefined {
  try {
    return JSON.parse(Buffer.from(code, "base64url").toString());
  } catch {
    return undefined;
  }
}
