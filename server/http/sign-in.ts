import type { Context } from "hono";
import type { CurrentUser } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { finishLogin } from "../domain/external-login.ts";
import { verifyCode } from "../domain/one-time-code.ts";
import type { SignIn } from "../domain/sign-in.ts";
import type { AppEnv } from "./env.ts";
import { takeAttempt } from "./login-attempts.ts";
import { setSession } from "./session.ts";
import { viewerOf } from "./viewer.ts";

/** Signs this browser in by a mailed code or key; throws AppError `malformed` for a wrong one. */
export function signInByCode(
  c: Context<AppEnv>,
  deps: Deps,
  request: { email: string; otp: string },
): CurrentUser {
  const { browserHash } = viewerOf(c, deps);
  return enter(c, deps, verifyCode(deps, { ...request, browserHash, userAgent: userAgentOf(c) }));
}

/** Signs this browser in by the code of an external login that it began; throws like `finishLogin`. */
export async function signInByLogin(
  c: Context<AppEnv>,
  deps: Deps,
  { code, state }: { code: string; state?: string | undefined },
): Promise<CurrentUser> {
  const attempt = takeAttempt(c, deps, state);
  return enter(c, deps, await finishLogin(deps, { code, attempt, userAgent: userAgentOf(c) }));
}

function enter(c: Context<AppEnv>, deps: Deps, { user, token }: SignIn): CurrentUser {
  setSession(c, deps, token);
  return user;
}

function userAgentOf(c: Context<AppEnv>): string | null {
  return c.req.header("User-Agent") ?? null;
}
