import { Hono } from "hono";
import type { AppEnv } from "../http/env.ts";

/** Addresses that people type, or browsers ask for by habit, each with the place they mean. */
const PLACES = {
  "/orders": "/orders/find",
  "/pricing": "/#pricing",
  "/faq": "/#faq",
  "/favicon.ico": "/pictures/icon-32.png",
};

/** Leads on from such an address with its query. Not for ever: it may become a page. */
export const typedAddresses = () => {
  const app = new Hono<AppEnv>();
  for (const [typed, place] of Object.entries(PLACES)) {
    const [path = "", anchor] = place.split("#");
    app.get(typed, (c) => {
      const { search } = new URL(c.req.url);
      return c.redirect(path + search + (anchor ? `#${anchor}` : ""), 302);
    });
  }
  return app;
};
