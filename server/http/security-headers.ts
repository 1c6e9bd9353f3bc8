import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { AppEnv } from "./env.ts";

const YEAR_SECONDS = 31_536_000;

// A form that starts a checkout is answered by a redirect to the provider's page, which browsers
// judge by form-action too; providers serve these pages from shops' own domains as well.
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self' https:",
].join("; ");

/**
 * The headers of every answer. Public pages may be framed (the spec has the shop inside a frame);
 * an https site adds a year of Strict-Transport-Security.
 */
export function securityHeaders({ publicUrl }: Pick<Config, "publicUrl">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    // A login popup must keep its opener: "same-origin" would cut it off.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Content-Security-Policy": PAGE_POLICY,
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/** Puts the headers on every answer; a policy that a route has set itself stays. */
export function secureAnswers(config: Pick<Config, "publicUrl">) {
  const { "Content-Security-Policy": policy = "", ...rest } = securityHeaders(config);
  const headers = Object.entries(rest);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const sent = c.res.headers;
    for (const [name, value] of headers) sent.set(name, value);
    if (!sent.has("Content-Security-Policy")) sent.set("Content-Security-Policy", policy);
  });
}
