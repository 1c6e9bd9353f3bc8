import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import type { ExternalIdentity, IdentityProvider, LoginAttempt } from "../ports/identity.ts";
import { within } from "../process/promises.ts";

const TIMEOUT_MS = 8000;

type OidcOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  fetch?: typeof fetch | undefined;
  timeoutMs?: number;
};

/** OpenID Connect with PKCE and nonce. Discovery is cached at the first login, unless it failed. */
export function oidcProvider(options: OidcOptions): IdentityProvider {
  const { timeoutMs = TIMEOUT_MS } = options;
  let found: Promise<Configuration> | undefined;

  const configuration = (): Promise<Configuration> => {
    found ??= discover(options, timeoutMs).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };

  const inTime = <Result>(work: () => Promise<Result>) =>
    within(timeoutMs, work, () => new Error("The provider was too slow."));

  return {
    loginUrl: (attempt) =>
      inTime(async () => {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: options.redirectUri,
          scope: "openid email profile",
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: "S256",
        });
        return url.href;
      }),

    identify: ({ code, attempt }) =>
      inTime(async () =>
        identify(await configuration(), { code, attempt, redirectUri: options.redirectUri }),
      ),
  };
}

async function discover(options: OidcOptions, timeoutMs: number): Promise<Configuration> {
  const { clientId, clientSecret, fetch: reach } = options;
  const issuer = new URL(options.issuer);
  const configuration = await discovery(issuer, clientId, undefined, clientAuth(clientSecret), {
    timeout: timeoutMs / 1000,
    // Verify the signature of ID tokens instead of relying on the TLS connection only.
    execute: [
      enableNonRepudiationChecks,
      ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
    ],
    ...(reach && { [customFetch]: (url, init) => reach(url, init as RequestInit) }),
  });
  const { authorization_endpoint: signIn, token_endpoint: tokens } = configuration.serverMetadata();
  if (!signIn || !tokens) throw new Error("The provider's settings name no place to sign in at.");
  return configuration;
}

/** Uses HTTP Basic authentication, or POST parameters if the provider does not support Basic. */
function clientAuth(clientSecret: string): ClientAuth {
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods?.includes("client_secret_basic") === false ? post : basic)(server, ...request);
  };
}

async function identify(
  configuration: Configuration,
  { code, attempt, redirectUri }: { code: string; attempt: LoginAttempt; redirectUri: string },
): Promise<ExternalIdentity> {
  const { state, nonce, verifier } = attempt;
  // The issuer parameter protects clients of several providers; this store has only one.
  const { issuer: iss, userinfo_endpoint: hasUserInfo } = configuration.serverMetadata();
  const url = new URL(redirectUri);
  url.search = new URLSearchParams({ code, state, iss }).toString();
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims?.sub) throw new Error("The provider named no subject.");
  // Some providers return the email only from the userinfo endpoint.
  const profile =
    claims["email"] === undefined && hasUserInfo
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOrNull(profile["email"]),
    emailVerified: profile["email_verified"] === true,
    name: textOrNull(profile["name"]),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
