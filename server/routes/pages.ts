import { Hono } from "hono";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { plainPicturePath } from "../http/load-web.ts";
import { servePrepared } from "../http/encoded-body.ts";
import type { Pages } from "../http/page-renderer.ts";
import type { Web } from "../http/built-client.ts";

export const pageRoutes = (web: Web, pages: Pages) =>
  new Hono<AppEnv>()
    .get("*", publicAccess, (c) => {
      const file = web.statics.get(c.req.path);
      if (file) return servePrepared(file, c.req.raw);
      // A page that was opened before a deploy names pictures of the build before.
      const plain = plainPicturePath(c.req.path);
      if (plain && web.statics.has(plain)) return c.redirect(plain, 302);
      // A page in place of a missing script would be run as one.
      if (c.req.path.startsWith("/assets/")) throw new AppError("not_found", refusals.notFound);
      return pages.answer(c);
    })
    .all("*", () => {
      throw new AppError("not_found", refusals.notFound);
    });
