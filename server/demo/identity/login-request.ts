/** The one client of the demo's provider: this shop. */
export type DemoClient = { clientId: string; clientSecret: string; redirectUri: string };

/** A valid request for a sign-in. */
export type LoginRequest = {
  redirectUri: string;
  state: string | undefined;
  nonce: string | undefined;
  /** The PKCE challenge (S256). */
  challenge: string;
};

type Read =
  | ({ kind: "valid" } & LoginRequest)
  /** There is no way back for the browser: the page says so. */
  | { kind: "refused"; reason: string }
  /** The client is told by a redirect. */
  | {
      kind: "error";
      redirectUri: string;
      state: string | undefined;
      back: { error: string; error_description: string };
    };

const CHALLENGE = /^[\w-]{43}$/;

/** Checks a request of the authorization endpoint (OpenID Connect Core, 3.1.2.2). */
export function readLoginRequest(client: DemoClient, params: URLSearchParams): Read {
  if (params.get("client_id") !== client.clientId) {
    return { kind: "refused", reason: "No shop with this client id is known here." };
  }
  const { redirectUri } = client;
  if (params.get("redirect_uri") !== redirectUri) {
    return { kind: "refused", reason: "The way back does not belong to this shop." };
  }
  const state = params.get("state") ?? undefined;
  const failed = (error: string, error_description: string): Read => ({
    kind: "error",
    redirectUri,
    state,
    back: { error, error_description },
  });
  if (params.get("response_type") !== "code") {
    return failed("unsupported_response_type", "Only response_type=code is supported.");
  }
  if (!params.get("scope")?.split(" ").includes("openid")) {
    return failed("invalid_scope", "The scope must hold openid.");
  }
  const challenge = params.get("code_challenge") ?? "";
  if (params.get("code_challenge_method") !== "S256" || !CHALLENGE.test(challenge)) {
    return failed("invalid_request", "PKCE with S256 is required.");
  }
  return { kind: "valid", redirectUri, state, challenge, nonce: params.get("nonce") ?? undefined };
}
