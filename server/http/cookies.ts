import type { Context } from "hono";
import { deleteCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./env.ts";

/** The signed-in session. */
export const SESSION_COOKIE = "session";
/** The browser that buys, and that asks for codes. */
export const BUYER_COOKIE = "buyer";

/** What every cookie of the shop has in common. */
export function cookieOptions({ config }: Pick<Deps, "config">) {
  const secure = config.publicUrl.startsWith("https:");
  return { httpOnly: true, sameSite: "Lax" as const, secure, path: "/" };
}

/**
 * Signs the browser out: it has no session any more, and speaks for no order either, so that
 * whoever uses it next sees nothing of what was bought with it.
 */
export function forgetBrowser(c: Context<AppEnv>, deps: Pick<Deps, "config">): void {
  for (const name of [SESSION_COOKIE, BUYER_COOKIE]) deleteCookie(c, name, cookieOptions(deps));
}
