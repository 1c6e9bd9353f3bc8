import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { foldEmail } from "../../contract/fold-email.ts";
import type { DemoClient, LoginRequest } from "./login-request.ts";
import type { Person } from "./pages.ts";

const ALGORITHM = "RS256";
const CODE_LIFETIME_MS = 60_000;
const TOKEN_LIFETIME_SECONDS = 600;

export type Login = { request: LoginRequest; person: Person; signedInAt: Date };
export type TokenNeeds = { issuer: string; client: DemoClient; now: () => Date };

/** Codes and the tokens that they are exchanged for. Codes live in memory: a restart ends them. */
export function openTokens({ issuer, client, now }: TokenNeeds) {
  const codes = new Map<string, Login>();
  const kid = crypto.randomUUID();
  // Made when it is first needed: the store's start does not wait for it.
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keyPair = () => (pair ??= generateKeyPair(ALGORITHM));

  const isOld = ({ signedInAt }: Login) =>
    now().getTime() - signedInAt.getTime() >= CODE_LIFETIME_MS;

  /** The login of a code, which is used up by asking. */
  const takeCode = (code: string): Login | undefined => {
    const login = codes.get(code);
    codes.delete(code);
    return login && !isOld(login) ? login : undefined;
  };

  const sign = async ({ request, person, signedInAt }: Login): Promise<string> => {
    const { privateKey } = await keyPair();
    const issuedAt = seconds(now());
    return new SignJWT({
      iss: issuer,
      aud: client.clientId,
      iat: issuedAt,
      exp: issuedAt + TOKEN_LIFETIME_SECONDS,
      auth_time: seconds(signedInAt),
      ...(request.nonce !== undefined && { nonce: request.nonce }),
      ...claimsOf(person),
    })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
      .sign(privateKey);
  };

  return {
    async publicJwk() {
      const { publicKey } = await keyPair();
      return { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" };
    },
    addCode(login: Login): string {
      for (const [code, other] of codes) if (isOld(other)) codes.delete(code);
      const code = newSecret();
      codes.set(code, login);
      return code;
    },
    /** The token endpoint (OAuth 2.1, 4.1.3): one code for one ID token. */
    async answer(request: Request): Promise<Response> {
      const form = new URLSearchParams(await request.text());
      if (!isClient(client, request.headers.get("Authorization"))) {
        const headers = { "WWW-Authenticate": 'Basic realm="demo identity"' };
        return answer({ error: "invalid_client" }, 401, headers);
      }
      if (form.get("grant_type") !== "authorization_code") {
        return answer({ error: "unsupported_grant_type" }, 400);
      }
      const login = takeCode(form.get("code") ?? "");
      const proven = login && challengeOf(form.get("code_verifier")) === login.request.challenge;
      if (!proven || form.get("redirect_uri") !== login.request.redirectUri) {
        return answer({ error: "invalid_grant" }, 400);
      }
      return answer({
        // There is nothing to use it for: the ID token says everything.
        access_token: newSecret(),
        token_type: "Bearer",
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: "openid email profile",
        id_token: await sign(login),
      });
    },
  };
}

/** Who a person is: one address, however it is written, is one account for ever. */
function claimsOf({ email, name, verified }: Person) {
  const sub = createHash("sha256").update(foldEmail(email)).digest("hex").slice(0, 24);
  return { sub, email, email_verified: verified, ...(name && { name }) };
}

/** Says whether the client has proved itself. */
function isClient(client: DemoClient, header: string | null): boolean {
  const basic = /^Basic (\S+)$/i.exec(header ?? "")?.[1] ?? "";
  const [id = "", secret = ""] = Buffer.from(basic, "base64")
    .toString()
    .split(":")
    .map(formDecoded);
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

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function answer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}
