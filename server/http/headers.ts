import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import { posthogAssets, type Trackers } from "../contract/site.ts";
import type { AppEnv } from "./env.ts";

const YEAR_SECONDS = 31_536_000;

type Hosts = { scripts: string[]; images: string[]; calls: string[] };

// Where each tracker's script comes from and where it reports to. One that is not set up is not
// listed, so that even a mistake of ours could not reach it.
const HOSTS_OF: Record<Exclude<keyof Trackers, "posthog">, Hosts> = {
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

function posthogHosts({ host }: NonNullable<Trackers["posthog"]>): Hosts {
  const assets = posthogAssets(host);
  return { scripts: [assets], images: [], calls: [host, assets] };
}

function hostsOf({ posthog, ...others }: Trackers): Hosts[] {
  const names = Object.keys(HOSTS_OF) as (keyof typeof HOSTS_OF)[];
  const set = names.filter((name) => others[name] !== null).map((name) => HOSTS_OF[name]);
  return posthog ? [posthogHosts(posthog), ...set] : set;
}

/**
 * What pages may load: the shop's own files, and the hosts of the trackers that are set up. Their
 * forms lead to the shop, to https, and to the payment provider at `apiBase` if it is this machine.
 */
export function pagePolicy(trackers: Trackers, apiBase: string | undefined): string {
  const hosts = hostsOf(trackers);
  const list = (kind: keyof Hosts) => hosts.flatMap((host) => host[kind]);
  const calls = list("calls");
  return [
    ["default-src 'self'"],
    ["script-src 'self'", ...list("scripts")],
    ["style-src 'self'"],
    ["worker-src 'self'"],
    ["manifest-src 'self'"],
    // A bought PDF is printed from a hidden frame.
    ["frame-src 'self'"],
    ["img-src 'self' data:", ...list("images")],
    ...(calls.length > 0 ? [["connect-src 'self'", ...calls]] : []),
    ["object-src 'none'"],
    ["base-uri 'none'"],
    // A form that starts a checkout is answered by a redirect to the provider's page, which browsers
    // judge by form-action too; providers serve these pages from shops' own domains as well.
    ["form-action 'self' https:", ...loopbackOrigin(apiBase)],
  ]
    .map((directive) => directive.join(" "))
    .join("; ");
}

/** What a visitor's own page may load; no other site may frame it. */
export function personalPolicy(...page: Parameters<typeof pagePolicy>): string {
  return `${pagePolicy(...page)}; frame-ancestors 'none'`;
}

/**
 * Policy of a served PDF: it loads nothing, and other sites cannot frame it. WebKitGTK's viewer
 * needs style attributes for its size.
 */
export const PDF_POLICY =
  "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A provider over plain http, for tests and trials: on this machine alone. */
function loopbackOrigin(apiBase: string | undefined): string[] {
  const url = URL.parse(apiBase ?? "");
  return url?.protocol === "http:" && LOOPBACK.has(url.hostname) ? [url.origin] : [];
}

/** No tracker is set up: the policy of pages where people sign in. */
export const NO_TRACKERS: Trackers = {
  posthog: null,
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
  stripe,
}: Pick<Config, "publicUrl" | "site" | "stripe">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    // URLs of the shop name checkout sessions: no later page, and no tracker on it, reads them.
    "Referrer-Policy": "strict-origin",
    // A login popup must keep its opener: "same-origin" would cut it off.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Content-Security-Policy": pagePolicy(site.trackers, stripe.apiBase),
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
export function secureAnswers(config: Parameters<typeof securityHeaders>[0]) {
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
 * provider's pages, and the code in its URL is neither cached nor sent on as a referrer.
 */
export const loginReturnHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.res.headers.set("Cross-Origin-Opener-Policy", "unsafe-none");
  c.res.headers.set("Referrer-Policy", "no-referrer");
  c.res.headers.set("Cache-Control", "no-store");
});

/**
 * Gives an answer to HEAD the length of the body that GET would have. Hono makes that body and drops
 * it, after which Bun would say 0.
 */
export const headLength = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.req.method !== "HEAD" || !c.res.body || c.res.headers.has("Content-Length")) return;
  const { byteLength } = await c.res.arrayBuffer();
  c.res.headers.set("Content-Length", String(byteLength));
});
