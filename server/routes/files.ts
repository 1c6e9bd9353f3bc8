import type { BunFile } from "bun";
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
      return sendFile(c, {
        stored: await storedFile(deps, file),
        id: file.sha256,
        type: "application/pdf",
        attachment: c.req.query("download") === "1",
        fileName: `${fileNameOf(file.title)}.pdf`,
      });
    })
    .get(`/product/:productId{${ID}}/:name{.+\\.zip}`, async (c) => {
      const productId = Number(c.req.param("productId"));
      const bundle = findOpenableBundle(deps, productId, accessOf(c, deps));
      if (!bundle) return refuse(c, pages);
      allowSlowReaders(c);
      const { id, path } = await storedBundle(deps, bundle.files);
      return sendFile(c, {
        stored: Bun.file(path),
        id,
        type: "application/zip",
        attachment: true,
        fileName: `${fileNameOf(bundle.name)}.zip`,
      });
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

/** The ZIP of these files on disk; throws as `storedFile` does, whether it was made before or not. */
async function storedBundle(deps: Deps, files: CurrentFile[]) {
  await Promise.all(files.map((file) => storedFile(deps, file)));
  const names = zipNames(files);
  return deps.files.bundle(
    files.map(({ sha256, bytes }, index) => ({ name: names[index] ?? "", sha256, bytes })),
  );
}

type Sent = {
  stored: BunFile;
  /** Of the content: the same bytes always have it, and no others. */
  id: string;
  type: string;
  /** Whether the browser keeps it instead of showing it. */
  attachment: boolean;
  fileName: string;
};

/** Bun answers ranges, If-Range and 416 by itself for a file that is the whole body. */
async function sendFile(
  c: Context<AppEnv>,
  { stored, id, type, attachment, fileName }: Sent,
): Promise<Response> {
  const etag = `"${id}"`;
  const headers = new Headers({
    ...PRIVATE,
    "Content-Type": type,
    "Content-Disposition": `${attachment ? "attachment" : "inline"}; filename="${fileName}"`,
    ETag: etag,
  });
  if (matchesEtag(c.req.header("If-None-Match") ?? null, etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (c.req.header("Range") === undefined) headers.set("Accept-Ranges", "bytes");
  if (c.req.method !== "HEAD") return new Response(stored, { headers });
  headers.set("Content-Length", String((await stored.stat()).size));
  return new Response(null, { headers });
}
