import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { prepareText, servePrepared } from "../http/prepared.ts";
import type { Web } from "../http/web.ts";
import { robotsOf, sitemapOf } from "../http/seo.ts";

/** What search engines ask for first. */
export const seoRoutes = ({ config: { publicUrl } }: Pick<Deps, "config">, web: Web) => {
  const listed = web.served.filter(({ indexable }) => indexable).map(({ path }) => path);
  const prepare = (text: string, type: string) =>
    prepareText(text, { "Content-Type": type, "Cache-Control": "public, max-age=3600" });
  const sitemap = prepare(sitemapOf(publicUrl, listed), "application/xml; charset=utf-8");
  const robots = prepare(robotsOf(publicUrl), "text/plain; charset=utf-8");
  return new Hono<AppEnv>()
    .get("/sitemap.xml", (c) => servePrepared(sitemap, c.req.raw))
    .get("/robots.txt", (c) => servePrepared(robots, c.req.raw));
};
