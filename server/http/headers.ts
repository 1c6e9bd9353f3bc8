import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { Trackers } from "../contract/site.ts";
import type { AppEnv } from "./env.ts";

const YEAR_SECONDS = 31_536_000;

type Hosts = { scripts: string[]; images: string[]; calls: string[] };

// Where each tracker's script comes from and where it reports to. One that is not set up is not
// listed, so that even a mistake of ours could not reach it.
const HOSTS_OF: Record<keyof Trackers, Hosts> = {
  posthogKey: {
    scripts: ["https://us-assets.i.posthog.com"],
    images: [],
    calls: ["https://us.i.posthog.com", "https://us-assets.i.posthog.com"],
  },
  metaPixelId: {
    scripts: ["https://connect.facebook.net"],
    images: ["https://www.facebook.com"],
    calls: ["https://www.facebook.com", "https://connect.facebook.net"],
  },
  gtmId: {
    scripts: ["https://www.googletagmanager.com"],
    images: ["https://www.googletagmanager.com", "https://*.google-analytics.com"],
    calls: [
      "https://www.googletagmanager.com",
      "https://*.google-analytics.com",
      "https://*.analytics.google.com",
    ],
  },
  pinterestTagId: {
    scripts: ["https://s.pinimg.com"],
    images: ["https://ct.pinterest.com"],
    calls: ["https://ct.pinterest.com"],
  },
};

/** What pages may load: the shop's own files, and the hosts of the trackers that are set up. */
export function pagePolicy(trackers: Trackers): string {
  const names = Object.keys(HOSTS_OF) as (keyof Trackers)[];
  const hosts = names.filter((name) => trackers[name] !== null).map((name) => HOSTS_OF[name]);
  const list = (kind: keyof Hosts) => hosts.flatMap((host) => host[kind]);
  const calls = list("calls");
  return [
    ["default-src 'self'"],
    ["script-src 'self'", ...list("scripts")],
    ["style-src 'self'"],
    ["img-src 'self' data:", ...list("images")],
    ...(calls.length > 0 ? [["connect-src 'self'", ...calls]] : []),
    ["object-src 'none'"],
    ["base-uri 'none'"],
    // A form that starts a checkout is answered by a redirect to the provider's page, which browsers
    // judge by form-action too; providers serve these pages from shops' own domains as well.
    ["form-action 'self' https:"],
  ]
    .map((directive) => directive.join(" "))
    .join("; ");
}

/** What a page of somebody's own may load; no other site may frame it and have it clicked. */
export function personalPolicy(trackers: Trackers): string {
  return `${pagePolicy(trackers)}; frame-ancestors 'none'`;
}

/** No tracker is set up: the policy of pages where people sign in. */
export const NO_TRACKERS: Trackers = {
  posthogKey: null,
  metaPixelId: null,
  gtmId: null,
  pinterestTagId: null,
};

/**
 * The headers of every answer. Public pages may be framed (the spec has the shop inside a frame);
 * an https site adds a year of Strict-Transport-Security.
 */
export function securityHeaders({
  publicUrl,
  site,
}: Pick<Config, "publicUrl" | "site">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    // Addresses of the shop name checkout sessions: no later page, and no tracker on it, reads them.
    "Referrer-Policy": "strict-origin",
    // A login popup must keep its opener: "same-origin" would cut it off.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Content-Security-Policy": pagePolicy(site.trackers),
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/** What a route may know better for its own answer. */
const OWN_POLICIES = new Set([
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "Cross-Origin-Resource-Policy",
  "Referrer-Policy",
]);

/** Puts the headers on every answer; a policy that a route has set itself stays. */
export function secureAnswers(config: Pick<Config, "publicUrl" | "site">) {
  const headers = Object.entries(securityHeaders(config));
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const sent = c.res.headers;
    for (const [name, value] of headers) {
      if (!OWN_POLICIES.has(name) || !sent.has(name)) sent.set(name, value);
    }
  });
}

/**
 * The page that the external login comes back to: it reaches the window that opened it across the
 * provider's pages, and nobody learns or keeps the code in its address.
 */
export const loginReturnHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.res.headers.set("Cross-Origin-Opener-Policy", "unsafe-none");
  c.res.headers.set("Referrer-Policy", "no-referrer");
  c.res.headers.set("Cache-Control", "no-store");
});
