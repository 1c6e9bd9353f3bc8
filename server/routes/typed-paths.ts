import { Hono } from "hono";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";

/** Paths that people type, or browsers ask for by habit, each with the one they mean. */
const MEANT = {
  "/orders": "/orders/find",
  "/pricing": "/#pricing",
  "/faq": "/#faq",
  "/favicon.ico": "/pictures/icon-32.png",
};

/** Redirects such a path, with its query. Not permanently: it may become a page. */
export const typedPaths = () => {
  const app = new Hono<AppEnv>();
  for (const [typed, meant] of Object.entries(MEANT)) {
    const [path = "", anchor] = meant.split("#");
    app.get(typed, publicAccess, (c) => {
      const { search } = new URL(c.req.url);
      return c.redirect(path + search + (anchor ? `#${anchor}` : ""), 302);
    });
  }
  return app;
};
