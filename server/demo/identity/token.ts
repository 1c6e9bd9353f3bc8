import { createHash, timingSafeEqual } from "node:crypto";
import { claimsOf, type Grants, TOKEN_LIFETIME_SECONDS } from "./grants.ts";
import type { DemoClient } from "./types.ts";
import type { Keys } from "./keys.ts";

type Needs = {
  issuer: string;
  client: DemoClient;
  grants: Grants;
  keys: Keys;
  now: () => Date;
};

/** The token endpoint (OAuth 2.1, 4.1.3): one code for one ID token and one access token. */
export async function answerToken(request: Request, needs: Needs): Promise<Response> {
  const { issuer, client, grants, keys, now } = needs;
  const form = new URLSearchParams(await request.text());
  if (!isClient(client, request.headers.get("Authorization"), form)) {
    const headers = { "WWW-Authenticate": 'Basic realm="demo identity"' };
    return answer({ error: "invalid_client" }, 401, headers);
  }
  if (form.get("grant_type") !== "authorization_code") {
    return answer({ error: "unsupported_grant_type" }, 400);
  }
  const login = grants.takeCode(form.get("code") ?? "");
  const proven = login && challengeOf(form.get("code_verifier")) === login.request.challenge;
  if (!proven || form.get("redirect_uri") !== login.request.redirectUri) {
    return answer({ error: "invalid_grant" }, 400);
  }
  const claims = claimsOf(login.person);
  const issuedAt = seconds(now());
  const idToken = await keys.sign({
    iss: issuer,
    aud: client.clientId,
    iat: issuedAt,
    exp: issuedAt + TOKEN_LIFETIME_SECONDS,
    auth_time: seconds(login.signedInAt),
    ...(login.request.nonce !== undefined && { nonce: login.request.nonce }),
    ...claims,
  });
  return answer({
    access_token: grants.addToken(claims),
    token_type: "Bearer",
    expires_in: TOKEN_LIFETIME_SECONDS,
    scope: "openid email profile",
    id_token: idToken,
  });
}

/** Says whether the client has proved itself, by header or by form but not by both. */
function isClient(client: DemoClient, header: string | null, form: URLSearchParams): boolean {
  const basic = /^Basic (\S+)$/i.exec(header ?? "")?.[1];
  if (basic && form.has("client_secret")) return false;
  const [id = "", secret = ""] = basic
    ? Buffer.from(basic, "base64").toString().split(":").map(formDecoded)
    : [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
  return id === client.clientId && isSame(secret, client.clientSecret);
}

/** Both halves of the header are written as in a form (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? "";
}

function challengeOf(verifier: string | null): string {
  return createHash("sha256")
    .update(verifier ?? "")
    .digest("base64url");
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return x !== undefined && y !== undefined && timingSafeEqual(x, y);
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function answer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}
