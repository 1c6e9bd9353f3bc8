import { type Context, Hono } from "hono";
import { refusals } from "../contract/refusals.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { findOpenableBundle, findOpenableFile } from "../domain/files/file-access.ts";
import { dispositionOf } from "../domain/files/link-token.ts";
import type { CurrentFile } from "../domain/files/grants.ts";
import { zipNames } from "../domain/files/build-links.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { logRefusal } from "../http/errors.ts";
import { PDF_POLICY } from "../http/headers.ts";
import { countOf, rateLimit } from "../http/limits.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { matchesEtag } from "../http/encoded-body.ts";
import { allowSlowReader } from "../http/slow-reader.ts";
import { viewerOf } from "../http/viewer.ts";

const PRIVATE = {
  "Cache-Control": "private, no-store",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy": PDF_POLICY,
  "X-Robots-Tag": "noindex",
};

const ID = "[0-9]{1,15}";

const PROVEN_MS = MINUTE_MS;
const MOST_PROVEN = 10_000;

/** A viewer asks for a PDF in dozens of parts (decision: file-limits). */
const ASKED = { name: "files", points: 1200, seconds: 60, durable: false };
/** Expired links are tried again; a program that guesses ids has to wait. */
const REFUSED = { name: "files-refused", points: 60, seconds: 60, durable: false };

export const fileRoutes = (deps: Deps, pages: PageRenderer) => {
  const pathOf = provenPaths(deps);
  const countRefusal = countOf(deps, REFUSED);

  /** 404 without access, whatever the reason; a browser's navigation gets it as a page. */
  const refuse = async (c: Context<AppEnv>): Promise<Response> => {
    await countRefusal(c);
    if (wantsPage(c)) return pages.answer(c);
    throw new AppError("not_found", refusals.file, { reason: "file_unavailable" });
  };

  const answerFault = async (error: Error, c: Context<AppEnv>): Promise<Response> => {
    const isAway = error instanceof AppError && error.code === "unavailable";
    if (!isAway || !wantsPage(c)) throw error;
    logRefusal(deps, error, { requestId: c.get("requestId") });
    c.header("Retry-After", String(error.retryAfterSeconds));
    return pages.answerFilesUnavailable(c);
  };

  const files = new Hono<AppEnv>()
    .onError(answerFault)
    .use(rateLimit(deps, ASKED))
    .get(`/:fileId{${ID}}/:name{.+\\.pdf}`, async (c) => {
      const file = findOpenableFile(deps, Number(c.req.param("fileId")), accessOf(c, deps));
      if (!file) return refuse(c);
      allowSlowReader(c);
      const sent = {
        id: file.sha256,
        bytes: file.bytes,
        type: "application/pdf",
        disposition: dispositionOf(c.req.query("download") === "1" ? "attachment" : "inline", {
          title: file.title,
          ending: "pdf",
        }),
      };
      const link = goesWhereItIsSent(c) ? await deps.files.link(file, sent) : null;
      return link === null ? sendFile(c, sent, () => pathOf(file)) : sendTo(link);
    })
    .get(`/product/:productId{${ID}}/:name{.+\\.zip}`, async (c) => {
      const productId = Number(c.req.param("productId"));
      const bundle = findOpenableBundle(deps, productId, accessOf(c, deps));
      if (!bundle) return refuse(c);
      allowSlowReader(c);
      const { id, path } = await storedBundle(deps, bundle.files);
      const sent = {
        id,
        bytes: (await Bun.file(path).stat()).size,
        type: "application/zip",
        disposition: dispositionOf("attachment", { title: bundle.name, ending: "zip" }),
      };
      return sendFile(c, sent, async () => path);
    });
  // Hono wraps the handlers of a sub-app with `onError`, which hides an access rule.
  return new Hono<AppEnv>().use(publicAccess).route("/", files);
};

function wantsPage(c: Context<AppEnv>): boolean {
  return c.req.header("Accept")?.includes("text/html") === true;
}

function accessOf(c: Context<AppEnv>, deps: Deps) {
  return { token: c.req.query("token"), viewer: viewerOf(c, deps) };
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
  bytes: number;
  /** Of the content: the same bytes always have it, and no others. */
  id: string;
  type: string;
  disposition: string;
};

/**
 * Whether a request follows a redirect to another host: a browser's navigation does, and what a program
 * asks for by the link of a mail. The app's own requests and frames may not leave the site, and old
 * browsers do not say what they are (decision: signed-redirects).
 */
function goesWhereItIsSent(c: Context<AppEnv>): boolean {
  if (c.req.method !== "GET") return false;
  const destination = c.req.header("Sec-Fetch-Dest");
  return destination === undefined
    ? c.req.query("token") !== undefined
    : destination === "document";
}

function sendTo(link: string): Response {
  const headers = { ...PRIVATE, "Referrer-Policy": "no-referrer", Location: link };
  return new Response(null, { status: 302, headers });
}

/** Bun answers ranges, If-Range and 416 by itself for a file that is the whole body. */
async function sendFile(
  c: Context<AppEnv>,
  { bytes, id, type, disposition }: Sent,
  path: () => Promise<string>,
): Promise<Response> {
  const etag = `"${id}"`;
  const headers = new Headers({
    ...PRIVATE,
    "Content-Type": type,
    "Content-Disposition": disposition,
    ETag: etag,
  });
  if (matchesEtag(c.req.header("If-None-Match") ?? null, etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (c.req.header("Range") === undefined) headers.set("Accept-Ranges", "bytes");
  if (c.req.method !== "HEAD") return new Response(Bun.file(await path()), { headers });
  headers.set("Content-Length", String(bytes));
  return new Response(null, { headers });
}
