import type { BunFile } from "bun";
import { type Context, Hono } from "hono";
import { refusals } from "../contract/refusals.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { findOpenableBundle, findOpenableFile } from "../domain/files/file-access.ts";
import { fileNameOf } from "../domain/files/file-links.ts";
import type { CurrentFile } from "../domain/files/grants.ts";
import { zipNames } from "../domain/files/download-links.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { countOf, rateLimit } from "../http/limits.ts";
import type { Pages } from "../http/pages.ts";
import { matchesEtag } from "../http/prepared.ts";
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

const PROVEN_MS = MINUTE_MS;
const MOST_PROVEN = 10_000;

/** A viewer asks for a PDF in dozens of parts (decision: file-limits). */
const ASKED = { name: "files", points: 1200, seconds: 60, durable: false };
/** Expired links are tried again; a program that guesses ids has to wait. */
const REFUSED = { name: "files-refused", points: 60, seconds: 60, durable: false };

export const fileRoutes = (deps: Deps, pages: Pages) => {
  const pathOf = provenPaths(deps);
  const countRefusal = countOf(deps, REFUSED);

  /** 404 without access, whatever the reason; a browser's navigation gets it as a page. */
  const refuse = async (c: Context<AppEnv>): Promise<Response> => {
    await countRefusal(c);
    if (c.req.header("Accept")?.includes("text/html")) return pages.answer(c);
    throw new AppError("not_found", refusals.file, { reason: "file_unavailable" });
  };

  return new Hono<AppEnv>()
    .use(rateLimit(deps, ASKED))
    .get(`/:fileId{${ID}}/:name{.+\\.pdf}`, async (c) => {
      const file = findOpenableFile(deps, Number(c.req.param("fileId")), accessOf(c, deps));
      if (!file) return refuse(c);
      allowSlowReaders(c);
      return sendFile(c, {
        stored: Bun.file(await pathOf(file)),
        bytes: file.bytes,
        id: file.sha256,
        type: "application/pdf",
        attachment: c.req.query("download") === "1",
        fileName: `${fileNameOf(file.title)}.pdf`,
      });
    })
    .get(`/product/:productId{${ID}}/:name{.+\\.zip}`, async (c) => {
      const productId = Number(c.req.param("productId"));
      const bundle = findOpenableBundle(deps, productId, accessOf(c, deps));
      if (!bundle) return refuse(c);
      allowSlowReaders(c);
      const { id, path } = await storedBundle(deps, bundle.files);
      const stored = Bun.file(path);
      return sendFile(c, {
        stored,
        bytes: (await stored.stat()).size,
        id,
        type: "application/zip",
        attachment: true,
        fileName: `${fileNameOf(bundle.name)}.zip`,
      });
    });
};

function accessOf(c: Context<AppEnv>, deps: Deps) {
  return { token: c.req.query("token"), viewer: viewerOf(c, deps) };
}

function allowSlowReaders(c: Context<AppEnv>): void {
  c.env?.server?.timeout(c.req.raw, DOWNLOAD_IDLE_SECONDS);
}

/**
 * The path of a file on disk; throws before anything is sent when it is not there whole. Its bytes never
 * change, so one that was found whole is not looked at again for a minute: a viewer asks for dozens of
 * its parts.
 */
function provenPaths({ files, clock }: Pick<Deps, "files" | "clock">) {
  const proven = new Map<string, { path: string; at: number }>();
  return async ({ sha256, bytes }: CurrentFile): Promise<string> => {
    const now = clock.now().getTime();
    const known = proven.get(sha256);
    const since = now - (known?.at ?? -Infinity);
    if (known && since >= 0 && since < PROVEN_MS) return known.path;
    const path = await files.path({ sha256, bytes });
    if (proven.size >= MOST_PROVEN) proven.clear();
    proven.set(sha256, { path, at: now });
    return path;
  };
}

/** The ZIP of these files on disk, whole. */
async function storedBundle(deps: Deps, files: CurrentFile[]) {
  const names = zipNames(files);
  return deps.files.bundle(
    files.map(({ sha256, bytes }, index) => ({ name: names[index] ?? "", sha256, bytes })),
  );
}

type Sent = {
  stored: BunFile;
  bytes: number;
  /** Of the content: the same bytes always have it, and no others. */
  id: string;
  type: string;
  /** Whether the browser keeps it instead of showing it. */
  attachment: boolean;
  fileName: string;
};

/** Bun answers ranges, If-Range and 416 by itself for a file that is the whole body. */
function sendFile(
  c: Context<AppEnv>,
  { stored, bytes, id, type, attachment, fileName }: Sent,
): Response {
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
  headers.set("Content-Length", String(bytes));
  return new Response(null, { headers });
}
