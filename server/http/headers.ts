import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import { posthogAssets, type Trackers } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { readSite } from "../domain/settings.ts";
import type { AppEnv } from "./hono-env.ts";

const YEAR_SECONDS = 31_536_000;

type Hosts = { scripts: string[]; images: string[]; calls: string[] };

// CSP hosts of each tracker. The policy allows only configured trackers.
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
    ["frame-src 'self'"],
    ["img-src 'self' data:", ...list("images")],
    ...(calls.length > 0 ? [["connect-src 'self'", ...calls]] : []),
    ["object-src 'none'"],
    ["base-uri 'none'"],
    // Browsers apply form-action to redirects too, and the payment page may use a custom domain.
    ["form-action 'self' https:", ...loopbackOrigin(apiBase)],
  ]
    .map((directive) => directive.join(" "))
    .join("; ");
}

/** CSP of a page with personal data, which other sites must not frame. */
export function personalPolicy(...page: Parameters<typeof pagePolicy>): string {
  return `${pagePolicy(...page)}; frame-ancestors 'none'`;
}

/** CSP of a PDF file. WebKitGTK's viewer needs style attributes for its size. */
export const PDF_POLICY =
  "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Allows a payment provider over plain HTTP on this machine, for tests. */
function loopbackOrigin(apiBase: string | undefined): string[] {
  const url = URL.parse(apiBase ?? "");
  return url?.protocol === "http:" && LOOPBACK.has(url.hostname) ? [url.origin] : [];
}

export const NO_TRACKERS: Trackers = {
  posthog: null,
  metaPixelId: null,
  gtmId: null,
  pinterestTagId: null,
};

type HeaderConfig = Pick<Config, "publicUrl" | "stripe">;

/** Headers of every response; `trackers` are those of a page. Public pages may be framed, because shops are embedded. */
export function securityHeaders(
  { publicUrl, stripe }: HeaderConfig,
  trackers = NO_TRACKERS,
): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    // Shop URLs contain checkout session ids, which must not leak in the Referer header.
    "Referrer-Policy": "strict-origin",
    // A login popup needs its opener; "same-origin" would remove it.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Content-Security-Policy": pagePolicy(trackers, stripe.apiBase),
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/** Returns a function that caches a value until the owner changes the trackers. */
export function byTrackers<Value>(
  deps: Pick<Deps, "config" | "db">,
  make: (trackers: Trackers) => Value,
): () => Value {
  let made: { trackers: Trackers; value: Value } | undefined;
  return () => {
    const { trackers } = readSite(deps);
    if (made?.trackers !== trackers) made = { trackers, value: make(trackers) };
    return made.value;
  };
}

const OWN_POLICIES = new Set([
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "Cross-Origin-Resource-Policy",
  "Referrer-Policy",
]);

export function secureAnswers(deps: Pick<Deps, "config" | "db">) {
  const headers = byTrackers(deps, (trackers) =>
    Object.entries(securityHeaders(deps.config, trackers)),
  );
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const sent = c.res.headers;
    for (const [name, value] of headers()) {
      if (!OWN_POLICIES.has(name) || !sent.has(name)) sent.set(name, value);
    }
  });
}

/** Headers of the OAuth return page, which needs `window.opener` and must not leak its code. */
export const loginReturnHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.res.headers.set("Cross-Origin-Opener-Policy", "unsafe-none");
  c.res.headers.set("Referrer-Policy", "no-referrer");
  c.res.headers.set("Cache-Control", "no-store");
});

/** Sets Content-Length on HEAD responses: Hono discards their body, so Bun would send 0. */
export const headLength = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.req.method !== "HEAD" || !c.res.body || c.res.headers.has("Content-Length")) return;
  const { byteLength } = await c.res.arrayBuffer();
  c.res.headers.set("Content-Length", String(byteLength));
});
