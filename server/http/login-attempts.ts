import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { Deps, LoginAttempt } from "../deps.ts";
import { isSigned, sign } from "../domain/tokens.ts";
import type { AppEnv } from "./env.ts";

const COOKIE = "login";
const PURPOSE = "login-cookie";
const LIFETIME_MS = 10 * 60_000;
/** Time servers set a clock back by seconds; by more, and an attempt would live longer than it may. */
const CLOCK_LEEWAY_MS = 60_000;
/** Two tabs and a forgotten third; more would only make the cookie grow. */
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

/** Lets this browser keep an attempt to sign in for ten minutes, beside its two newest others. */
export function keepAttempt(c: Context<AppEnv>, deps: Deps, attempt: LoginAttempt): void {
  const kept = {
    ...attempt,
    provider: deps.config.oidc?.provider ?? "",
    startedAt: deps.clock.now().getTime(),
  };
  write(c, deps, [kept, ...read(c, deps)].slice(0, MOST_ATTEMPTS));
}

/**
 * The attempt of this browser with this state, or its newest one without a state. It is taken out of
 * the browser: nothing is tried twice with it.
 */
export function takeAttempt(
  c: Context<AppEnv>,
  deps: Deps,
  state: string | undefined,
): LoginAttempt | undefined {
  const attempts = read(c, deps);
  const taken = state ? attempts.find((attempt) => attempt.state === state) : attempts[0];
  if (taken)
    write(
      c,
      deps,
      attempts.filter((attempt) => attempt !== taken),
    );
  return taken;
}

/** The attempts that still count, newest first. */
function read(c: Context<AppEnv>, { secret, clock, config }: Deps): KeptAttempt[] {
  const [payload, signature] = (getCookie(c, COOKIE) ?? "").split(".");
  if (!payload || !signature || !isSigned(secret, PURPOSE, payload, signature)) return [];
  const now = clock.now().getTime();
  const text = Buffer.from(payload, "base64url").toString();
  // Another release of this program may have signed something else.
  const kept = keptAttempts.safeParse(JSON.parse(text));
  return (kept.data ?? []).filter(({ provider, startedAt }) => {
    const ageMs = now - startedAt;
    const inTime = ageMs < LIFETIME_MS && ageMs >= -CLOCK_LEEWAY_MS;
    return inTime && provider === config.oidc?.provider;
  });
}

function write(c: Context<AppEnv>, { secret, config }: Deps, attempts: KeptAttempt[]): void {
  const options = {
    httpOnly: true,
    sameSite: "Lax" as const,
    secure: config.publicUrl.startsWith("https:"),
    // No other call has any use for it.
    path: "/api",
  };
  if (attempts.length === 0) {
    deleteCookie(c, COOKIE, options);
    return;
  }
  const payload = Buffer.from(JSON.stringify(attempts)).toString("base64url");
  const value = `${payload}.${sign(secret, PURPOSE, payload)}`;
  setCookie(c, COOKIE, value, { ...options, maxAge: LIFETIME_MS / 1000 });
}
