import type { BunFile } from "bun";
import { downloadZip } from "client-zip";
import { type Context, Hono } from "hono";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { findOpenableBundle, findOpenableFile } from "../domain/file-access.ts";
import { fileNameOf } from "../domain/file-links.ts";
import type { CurrentFile } from "../domain/grants.ts";
import { zipNames } from "../domain/zip-names.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { matchesEtag } from "../http/http-cache.ts";
import type { Pages } from "../http/pages.ts";
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

export const fileRoutes = (deps: Deps, pages: Pages) =>
  new Hono<AppEnv>()
    .get(`/:fileId{${ID}}/:name{.+\\.pdf}`, async (c) => {
      const file = findOpenableFile(deps, Number(c.req.param("fileId")), accessOf(c, deps));
      if (!file) return refuse(c, pages);
      allowSlowReaders(c);
      return sendFile(c, file, await storedFile(deps, file));
    })
    .get(`/product/:productId{${ID}}/:name{.+\\.zip}`, async (c) => {
      const productId = Number(c.req.param("productId"));
      const bundle = findOpenableBundle(deps, productId, accessOf(c, deps));
      if (!bundle) return refuse(c, pages);
      allowSlowReaders(c);
      return sendBundle(deps, bundle);
    });

function accessOf(c: Context<AppEnv>, deps: Deps) {
  return { token: c.req.query("token"), viewer: viewerOf(c, deps) };
}

/** 404 for everybody without access, whatever the reason; a person gets it as a page. */
function refuse(c: Context<AppEnv>, pages: Pages): Promise<Response> {
  if (c.req.header("Accept")?.includes("text/html")) return pages.answer(c);
  throw new AppError("not_found", refusals.file);
}

function allowSlowReaders(c: Context<AppEnv>): void {
  c.env?.server?.timeout(c.req.raw, DOWNLOAD_IDLE_SECONDS);
}

/** The file's bytes on disk; throws before anything is sent when they are not whole. */
async function storedFile(deps: Deps, { sha256, bytes }: CurrentFile): Promise<BunFile> {
  const stored = Bun.file(deps.files.path(sha256));
  const { size } = await stored.stat();
  if (size !== bytes) throw new Error(`The file ${sha256} has ${size} bytes instead of ${bytes}.`);
  return stored;
}

/** Bun answers ranges, If-Range and 416 by itself for a file that is the whole body. */
function sendFile(c: Context<AppEnv>, file: CurrentFile, stored: BunFile): Response {
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
  if (c.req.method !== "HEAD") return new Response(stored, { headers });
  headers.set("Content-Length", String(file.bytes));
  return new Response(null, { headers });
}

async function sendBundle(deps: Deps, bundle: { name: string; files: CurrentFile[] }) {
  const stored = await Promise.all(bundle.files.map((file) => storedFile(deps, file)));
  const names = zipNames(bundle.files);
  const entries = stored.map((file, index) => ({
    name: names[index] ?? "",
    size: file.size,
    input: file.stream(),
  }));
  const zip = downloadZip(entries, { metadata: entries.map(({ name, size }) => ({ name, size })) });
  const headers = new Headers({
    ...PRIVATE,
    "Content-Type": "application/zip",
    "Content-Disposition": disposition(true, `${fileNameOf(bundle.name)}.zip`),
  });
  // Only HEAD's arrives: Bun sends whatever streams in pieces, without a length.
  const length = zip.headers.get("Content-Length");
  if (length) headers.set("Content-Length", length);
  return new Response(zip.body, { headers });
}

function disposition(attachment: boolean, fileName: string): string {
  return `${attachment ? "attachment" : "inline"}; filename="${fileName}"`;
}
