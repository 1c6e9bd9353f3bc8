import { type Context, Hono } from "hono";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { findStored, MOST_UPLOAD_BYTES, storeUpload } from "../domain/files/uploads.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { type AdminEnv, publicAccess, requireAdmin } from "../http/guards.ts";
import { PDF_POLICY } from "../http/headers.ts";
import { allowSlowReader } from "../http/slow-reader.ts";
import { readUploadedFile } from "../http/uploaded-file.ts";
import { viewerOf } from "../http/viewer.ts";

/** Bun cuts connections that are idle for 30 s; a slow line pauses longer than that. */
const UPLOAD_IDLE_SECONDS = 255;
const SHA256 = "[0-9a-f]{64}";
const PUBLIC = "public, max-age=31536000, immutable";
const PRIVATE = "private, no-store";
const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'self'";

/** What administrators send in. */
export const uploadRoutes = (deps: Deps) => {
  const upload = (kind: keyof typeof MOST_UPLOAD_BYTES) => async (c: Context<AdminEnv>) => {
    c.env?.server?.timeout(c.req.raw, UPLOAD_IDLE_SECONDS);
    const file = await readUploadedFile(c, MOST_UPLOAD_BYTES[kind]);
    return c.json(await storeUpload(deps, { admin: c.var.user, kind, ...file }), 201);
  };
  return new Hono<AdminEnv>()
    .use(requireAdmin(deps))
    .post("/media", upload("media"))
    .post("/file", upload("file"));
};

/**
 * Uploads under their own URL: pictures for all, PDFs for administrators. The last part of the path
 * says how a browser names the file, and nothing else.
 */
export const storedRoutes = (deps: Deps) =>
  new Hono<AppEnv>().get(`/:sha256{${SHA256}}/:name`, publicAccess, async (c) => {
    const sha256 = c.req.param("sha256");
    const stored = findStored(deps.db, sha256);
    if (!stored || !(stored.isPublic || viewerOf(c, deps).user?.isAdmin)) {
      throw new AppError("not_found", refusals.notFound);
    }
    allowSlowReader(c);
    const headers = {
      "Content-Type": stored.type,
      "Content-Disposition": "inline",
      "Content-Security-Policy": stored.type === "application/pdf" ? PDF_POLICY : PICTURE_POLICY,
      "Cache-Control": stored.isPublic ? PUBLIC : PRIVATE,
      "X-Content-Type-Options": "nosniff",
      ...(!stored.isPublic && { "X-Robots-Tag": "noindex" }),
    };
    if (c.req.method === "HEAD") {
      return new Response(null, { headers: { ...headers, "Content-Length": `${stored.bytes}` } });
    }
    const path = await deps.files.path({ sha256, bytes: stored.bytes });
    return new Response(Bun.file(path), { headers });
  });
