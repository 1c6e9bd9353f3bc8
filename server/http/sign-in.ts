import type { Context } from "hono";
import { deleteCookie } from "hono/cookie";
import { z } from "zod";
import type { CurrentUser } from "../contract/sign-in.ts";
import type { PasskeyAnswer } from "../domain/sign-in/passkey-requests.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import type { LoginAttempt } from "../ports/identity.ts";
import { changeEmail } from "../domain/orders/change-email.ts";
import { finishLogin } from "../domain/sign-in/external-login.ts";
import { verifyCode } from "../domain/sign-in/one-time-code.ts";
import { verifyPasskey, createAuthenticationOptions } from "../domain/sign-in/passkeys.ts";
import { findSessionUser } from "../domain/sign-in/sessions.ts";
import { type SignIn, signInOwner } from "../domain/sign-in/sign-in.ts";
import { sha256Hex } from "../domain/tokens.ts";
import {
  browserHashOf,
  buyerHashOf,
  cookieOptions,
  getUser,
  LOGIN_COOKIE,
  newBrowserId,
  readSigned,
  sessionToken,
  setBrowserId,
  setSession,
  viewerOf,
  writeSigned,
} from "./visitor.ts";
import type { AppEnv } from "./hono-env.ts";

export function signInByCode(
  c: Context<AppEnv>,
  deps: Deps,
  request: { email: string; otp: string },
): CurrentUser {
  const device = deviceOf(c, deps);
  return enter(c, deps, { ...device, signIn: verifyCode(deps, { ...request, ...device }) });
}

/** Changes the email of the user's account. This browser gets a new session; all others end. */
export function changeEmailByCodes(
  c: Context<AppEnv>,
  deps: Deps,
  request: { user: CurrentUser; email: string; otp: string; currentOtp: string },
): void {
  const device = deviceOf(c, deps);
  const signIn = changeEmail(deps, { ...request, ...device });
  if (signIn) enter(c, deps, { ...device, signIn });
}

export async function signInByLogin(
  c: Context<AppEnv>,
  deps: Deps,
  { code, state }: { code: string; state?: string | undefined },
): Promise<CurrentUser> {
  const attempt = takeAttempt(c, deps, state);
  const device = deviceOf(c, deps);
  return enter(c, deps, {
    ...device,
    signIn: await finishLogin(deps, { code, attempt, ...device }),
  });
}

export function signInAsOwner(c: Context<AppEnv>, deps: Deps, email: string): CurrentUser {
  const device = deviceOf(c, deps);
  return enter(c, deps, { ...device, signIn: signInOwner(deps, { email, ...device }) });
}

/** Returns WebAuthn options with a new challenge for this browser. */
export function createPasskeyOptions(c: Context<AppEnv>, deps: Deps) {
  const userId = viewerOf(c, deps).user?.id ?? null;
  return createAuthenticationOptions(deps, { browserHash: buyerHashOf(c, deps), userId });
}

/** Signs in with a passkey. An administrator's session continues with a renewed check. */
export async function signInByPasskey(
  c: Context<AppEnv>,
  deps: Deps,
  answer: PasskeyAnswer,
): Promise<CurrentUser> {
  const { user, browserHash } = viewerOf(c, deps);
  const { browserId, ...device } = deviceOf(c, deps);
  const signIn = await verifyPasskey(deps, {
    answer,
    device,
    browserHash: browserHash ?? "",
    userId: user?.id ?? null,
    token: user?.isAdmin ? sessionToken(c, deps) : undefined,
  });
  if (signIn) return enter(c, deps, { browserId, signIn });
  return getUser(c, deps);
}

/** Rotates the buyer id at sign-in, because another computer may know the old one. */
function deviceOf(c: Context<AppEnv>, deps: Deps) {
  const browserId = newBrowserId();
  const browser = { former: browserHashOf(c, deps), fresh: sha256Hex(browserId) };
  return { browserId, browser, userAgent: c.req.header("User-Agent") ?? null };
}

function enter(
  c: Context<AppEnv>,
  deps: Deps,
  entry: { browserId: string; signIn: SignIn },
): CurrentUser {
  setSession(c, deps, entry.signIn.token);
  setBrowserId(c, deps, entry.browserId);
  const user = findSessionUser(deps, entry.signIn.token);
  if (!user) throw new Error("The new session is missing.");
  return user;
}

const ATTEMPT_LIFETIME_MS = 10 * MINUTE_MS;
/** Tolerance for a clock that is set back; a larger one would extend an attempt's lifetime. */
const CLOCK_LEEWAY_MS = MINUTE_MS;
/** Concurrent login attempts (tabs) per browser; more would only enlarge the cookie. */
const MOST_ATTEMPTS = 3;

const keptAttempts = z.array(
  z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    provider: z.string(),
    startedAt: z.number(),
  }),
);
type KeptAttempt = z.output<typeof keptAttempts>[number];

export function keepAttempt(c: Context<AppEnv>, deps: Deps, attempt: LoginAttempt): void {
  const kept = {
    ...attempt,
    provider: deps.config.oidc?.provider ?? "",
    startedAt: deps.clock.now().getTime(),
  };
  writeAttempts(c, deps, [kept, ...readAttempts(c, deps)].slice(0, MOST_ATTEMPTS));
}

/** Removes the attempt with this state, or the newest without a state, and returns it. */
export function takeAttempt(
  c: Context<AppEnv>,
  deps: Deps,
  state: string | undefined,
): LoginAttempt | undefined {
  const attempts = readAttempts(c, deps);
  const taken = state ? attempts.find((attempt) => attempt.state === state) : attempts[0];
  const left = attempts.filter((attempt) => attempt !== taken);
  if (taken) writeAttempts(c, deps, left);
  return taken;
}

function readAttempts(c: Context<AppEnv>, deps: Deps): KeptAttempt[] {
  const { clock, config } = deps;
  const payload = readSigned(c, deps, LOGIN_COOKIE);
  if (!payload) return [];
  const now = clock.now().getTime();
  const text = Buffer.from(payload, "base64url").toString();
  // Another release may have signed a different format.
  const kept = keptAttempts.safeParse(JSON.parse(text));
  return (kept.data ?? []).filter(({ provider, startedAt }) => {
    const ageMs = now - startedAt;
    const inTime = ageMs < ATTEMPT_LIFETIME_MS && ageMs >= -CLOCK_LEEWAY_MS;
    return inTime && provider === config.oidc?.provider;
  });
}

function writeAttempts(c: Context<AppEnv>, deps: Deps, attempts: KeptAttempt[]): void {
  if (attempts.length === 0) {
    deleteCookie(c, LOGIN_COOKIE.name, cookieOptions(deps));
    return;
  }
  const payload = Buffer.from(JSON.stringify(attempts)).toString("base64url");
  const seconds = ATTEMPT_LIFETIME_MS / 1000;
  writeSigned(c, deps, { ...LOGIN_COOKIE, payload, seconds });
}
