import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { encodeText, serveEncoded } from "../http/encoded-body.ts";
import type { BuiltClient } from "../http/built-client.ts";

/** What search engines ask for first. */
export const seoRoutes = ({ config: { publicUrl } }: Pick<Deps, "config">, web: BuiltClient) => {
  const listed = web.served.filter(({ indexable }) => indexable).map(({ path }) => path);
  const prepare = (text: string, type: string) =>
    encodeText(text, { "Content-Type": type, "Cache-Control": "public, max-age=3600" });
  const sitemap = prepare(sitemapOf(publicUrl, listed), "application/xml; charset=utf-8");
  const robots = prepare(robotsOf(publicUrl), "text/plain; charset=utf-8");
  return new Hono<AppEnv>()
    .get("/sitemap.xml", publicAccess, (c) => serveEncoded(sitemap, c.req.raw))
    .get("/robots.txt", publicAccess, (c) => serveEncoded(robots, c.req.raw));
};

/** The sitemap of a site at this origin: the pages that search engines may list. */
function sitemapOf(publicUrl: string, paths: string[]): string {
  const urls = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Everything may be read: private pages say "noindex" themselves, which a ban would hide. */
function robotsOf(publicUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
