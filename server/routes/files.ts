import { downloadZip } from "client-zip";
import { type Context, Hono } from "hono";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { findOpenableBundle, findOpenableFile, isExpiredLink } from "../domain/file-access.ts";
import { fileNameOf } from "../domain/file-links.ts";
import type { CurrentFile } from "../domain/grants.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { matchesEtag } from "../http/http-cache.ts";
import { viewerOf } from "../http/viewer.ts";

/** Bun cuts connections that are idle for 10 s; a phone on a slow line pauses longer than that. */
const DOWNLOAD_IDLE_SECONDS = 255;

const PRIVATE = {
  "Cache-Control": "private, no-store",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
  "X-Robots-Tag": "noindex",
};

const ID = "[0-9]{1,15}";

export const fileRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get(`/:fileId{${ID}}/:name{.+\\.pdf}`, (c) => {
      const file = findOpenableFile(deps, Number(c.req.param("fileId")), accessOf(c, deps));
      if (!file) return refuse(c, deps);
      allowSlowReaders(c);
      return sendFile(c, file, deps.files.path(file.sha256));
    })
    .get(`/product/:productId{${ID}}/:name{.+\\.zip}`, (c) => {
      const productId = Number(c.req.param("productId"));
      const bundle = findOpenableBundle(deps, productId, accessOf(c, deps));
      if (!bundle) return refuse(c, deps);
      allowSlowReaders(c);
      return sendBundle(deps, bundle);
    });

function accessOf(c: Context<AppEnv>, deps: Deps) {
  return { token: c.req.query("token"), viewer: viewerOf(c, deps) };
}

/** 404 for everybody without access; a link of ours that is merely too old says what to do. */
function refuse(c: Context<AppEnv>, deps: Deps): never {
  const expired = isExpiredLink(deps, c.req.query("token"));
  throw new AppError("not_found", expired ? refusals.expiredLink : refusals.notFound);
}

function allowSlowReaders(c: Context<AppEnv>): void {
  c.env?.server?.timeout(c.req.raw, DOWNLOAD_IDLE_SECONDS);
}

/** Bun answers ranges, If-Range and 416 by itself for a file that is the whole body. */
function sendFile(c: Context<AppEnv>, file: CurrentFile, path: string): Response {
  const etag = `"${file.sha256}"`;
  const headers = new Headers({
    ...PRIVATE,
    "Content-Type": "application/pdf",
    "Content-Disposition": disposition(
      c.req.query("download") === "1",
      `${fileNameOf(file.title)}.pdf`,
    ),
    ETag: etag,
  });
  if (matchesEtag(c.req.header("If-None-Match") ?? null, etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (c.req.header("Range") === undefined) headers.set("Accept-Ranges", "bytes");
  if (c.req.method !== "HEAD") return new Response(Bun.file(path), { headers });
  headers.set("Content-Length", String(file.bytes));
  return new Response(null, { headers });
}

function sendBundle(deps: Deps, bundle: { name: string; files: CurrentFile[] }): Response {
  const entries = bundle.files.map((file) => ({
    name: `${fileNameOf(file.title)}.pdf`,
    size: file.bytes,
    input: Bun.file(deps.files.path(file.sha256)).stream(),
  }));
  const zip = downloadZip(entries, {
    metadata: entries.map(({ name, size }) => ({ name, size })),
  });
  const headers = new Headers({
    ...PRIVATE,
    "Content-Type": "application/zip",
    "Content-Disposition": disposition(true, `${fileNameOf(bundle.name)}.zip`),
  });
  const length = zip.headers.get("Content-Length");
  if (length) headers.set("Content-Length", length);
  return new Response(zip.body, { headers });
}

function disposition(attachment: boolean, fileName: string): string {
  return `${attachment ? "attachment" : "inline"}; filename="${fileName}"`;
}
