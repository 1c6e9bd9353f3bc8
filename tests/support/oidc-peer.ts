import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";
import { onTestFinished } from "vitest";
import { SITE } from "./create-test-app.ts";

export type Person = { email?: string; email_verified?: boolean; name?: string };

const CLIENT = { id: "the-shop", secret: "a-secret-of-the-shop/with+odd:signs" };

let signingKey: ReturnType<typeof makeKey> | undefined;

async function makeKey() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "peer" };
}

/**
 * Starts the certified provider `oidc-provider` on a free loopback port, with this shop as its only
 * client. `visit` signs in without a prompt; a null account denies the login.
 */
export async function openOidcPeer(people: Record<string, Person>) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  let visitor: string | null = null;

  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${SITE}/auth/callback`],
      },
    ],
    jwks: { keys: [await (signingKey ??= makeKey())] },
    cookies: { keys: ["a-key-of-the-peer"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people[sub] }),
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const interact = (request: IncomingMessage, response: ServerResponse) => {
    const denied = { error: "access_denied", error_description: "Denied" };
    const result = visitor === null ? denied : { login: { accountId: visitor } };
    return provider.interactionFinished(request, response, result);
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/")) void interact(request, response);
    else void answer(request, response);
  });

  return {
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    issuer,
    /** Follows the shop's redirect and returns the query of the provider's callback. */
    async visit(redirectUrl: string, account: string | null): Promise<URLSearchParams> {
      visitor = account;
      return followToShop(redirectUrl);
    },
  };
}

/** Creates storage for one test; the provider's default adapter is shared and prints warnings. */
function memoryAdapter(): (kind: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (kind) => {
    const byUid = (uid: string) =>
      [...stored].find(([key, payload]) => key.startsWith(`${kind}:`) && payload.uid === uid)?.[1];
    return {
      upsert: async (id, payload) => void stored.set(`${kind}:${id}`, payload),
      find: async (id) => stored.get(`${kind}:${id}`),
      findByUid: async (uid) => byUid(uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = stored.get(`${kind}:${id}`);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void stored.delete(`${kind}:${id}`),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}

/** Follows redirects with cookies until they lead back to the shop. */
async function followToShop(start: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { Cookie: cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/);
      cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    if (!location) throw new Error(`${response.status} ${url}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(`${SITE}/auth/callback?`)) return new URL(url).searchParams;
  }
  throw new Error(`The provider leads nowhere: ${url}`);
}
