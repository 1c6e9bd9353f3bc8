import { Hono } from "hono";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { plainPicturePath } from "../http/built-client.ts";
import { serveEncoded } from "../http/encoded-body.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import type { BuiltClient } from "../http/built-client.ts";

export const pageRoutes = (web: BuiltClient, pages: PageRenderer) =>
  new Hono<AppEnv>()
    .get("*", publicAccess, (c) => {
      const file = web.statics.get(c.req.path);
      if (file) return serveEncoded(file, c.req.raw);
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
