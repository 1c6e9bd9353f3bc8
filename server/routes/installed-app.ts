import { createHash } from "node:crypto";
import { Hono } from "hono";
import { adminManifest, shopManifest } from "../contract/app-manifest.ts";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { NO_TRACKERS, personalPolicy, securityHeaders } from "../http/headers.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { type EncodedBody, encodeText, serveEncoded } from "../http/encoded-body.ts";
import { encodedOnce, unlistedPage } from "../http/encoded-body.ts";
import type { BuiltClient } from "../http/built-client.ts";

const WORKER = "/sw.js";
const WORKER_OFF = "/worker-off.js";
const SHELL = "/app-shell";
const OFFLINE = "/offline";
/** Stands in the built worker. */
const REVISION = "__SHELL_REVISION__";
/** Looked at anew on every launch. */
const FRESH = "no-cache";

/**
 * What browsers need of the installed app: its manifests, its service worker, and the two documents
 * that the worker keeps. All of it is the same for everybody.
 */
export const installedAppRoutes = (
  { config }: Pick<Deps, "config">,
  web: BuiltClient,
  pages: PageRenderer,
) => {
  const { site, stripe } = config;
  const page = {
    ...unlistedPage(FRESH),
    // The worker gives it in the place of pages that are their visitor's own.
    "Content-Security-Policy": personalPolicy(NO_TRACKERS, stripe.apiBase),
  };
  const shell = encodedOnce({ make: pages.renderShared, headers: page });
  const offline = encodedOnce({ make: pages.renderStill, headers: page });
  const worker = encodedOnce({
    make: workerText,
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": FRESH },
  });

  /** The built worker; a changed name, policy or page of this shop makes it another one. */
  async function workerText(): Promise<string> {
    const file = web.statics.get(config.worker && web.statics.has(WORKER) ? WORKER : WORKER_OFF);
    if (!file) throw new AppError("not_found", refusals.notFound);
    const kept = await Promise.all([shell(SHELL), offline(OFFLINE)]);
    const revision = createHash("sha256")
      .update(JSON.stringify([kept.map(etagOf), page, securityHeaders(config)]))
      .digest("hex")
      .slice(0, 16);
    return new TextDecoder().decode(file.identity.body).replaceAll(REVISION, revision);
  }

  const manifest = (content: object) =>
    encodeText(JSON.stringify(content), {
      "Content-Type": "application/manifest+json",
      "Cache-Control": FRESH,
    });
  const shop = manifest(shopManifest(site.brand));
  const admin = manifest(adminManifest(site.brand));

  return new Hono<AppEnv>()
    .get(WORKER, publicAccess, async (c) => serveEncoded(await worker(WORKER), c.req.raw))
    .get(SHELL, publicAccess, async (c) => serveEncoded(await shell(SHELL), c.req.raw))
    .get(OFFLINE, publicAccess, async (c) => serveEncoded(await offline(OFFLINE), c.req.raw))
    .get("/manifest.webmanifest", publicAccess, (c) => serveEncoded(shop, c.req.raw))
    .get("/admin/manifest.webmanifest", publicAccess, (c) => serveEncoded(admin, c.req.raw));
};

function etagOf({ identity }: EncodedBody): string {
  return identity.etag;
}
