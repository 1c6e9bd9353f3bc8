import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { asFetch } from "../../server/demo/as-fetch.ts";

export const ISSUER = "https://accounts.example";
export const CLIENT = { id: "the-shop", secret: "the-secret" };

type Behaviour = {
  /** Claims that override the valid ones in the ID token. */
  claims?: JWTPayload;
  /** Signs with a key that the issuer does not publish. */
  foreignKey?: boolean;
  tamper?: (idToken: string) => string;
  /** Overrides the response of a path, unless it returns undefined. */
  instead?: (path: string) => Promise<Response> | Response | undefined;
};

let keys: ReturnType<typeof makeKeys> | undefined;

async function makeKeys() {
  const [own, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  return { own: own.privateKey, foreign: foreign.privateKey, jwk };
}

/** An OpenID Connect issuer that accepts every code and sends whatever ID token a test asks for. */
export async function openFakeIssuer() {
  const { own, foreign, jwk } = await (keys ??= makeKeys());
  const behaviour: Behaviour = {};
  const requests: string[] = [];

  const idToken = async (nonce: string): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const good = {
      iss: ISSUER,
      aud: CLIENT.id,
      sub: "anna",
      iat: now,
      exp: now + 600,
      nonce,
      email: "anna@example.com",
      email_verified: true,
      name: "Anna",
    };
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
    const id_token = await idToken(form.get("code") ?? "");
    return Response.json({ access_token: "access", token_type: "Bearer", id_token });
  };

  return {
    env: { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    fetch: asFetch(answer),
    behaviour,
    /** All requests so far, in the form "GET /jwks". */
    requests,
  };
}

/** Returns the query of the redirect back to the shop. Its code carries the login's nonce. */
export function codeFor(redirectUrl: string): URLSearchParams {
  const asked = new URL(redirectUrl).searchParams;
  return new URLSearchParams({
    code: asked.get("nonce") ?? "",
    state: asked.get("state") ?? "",
  });
}
