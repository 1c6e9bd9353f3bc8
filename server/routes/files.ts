import { type Context, Hono } from "hono";
import { filesInPaper, readPaperName } from "../contract/files.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { findOpenableBundle, findOpenableFile } from "../domain/files/file-access.ts";
import { dispositionOf, zipNames } from "../domain/files/links.ts";
import type { CurrentFile } from "../domain/files/grants.ts";
import { findStored, MOST_UPLOAD_BYTES, storeUpload } from "../domain/files/uploads.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, refusals } from "../errors.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { type AdminEnv, publicAccess, requireAdmin } from "../http/guards.ts";
import { logRefusal } from "../http/errors.ts";
import { PDF_POLICY } from "../http/headers.ts";
import { createRateLimit, rateLimit, clientKey } from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { sendFile } from "../http/send-file.ts";
import { allowSlowReader } from "../http/slow-reader.ts";
import { readUploadedFile } from "../http/uploaded-file.ts";
import { viewerOf } from "../http/visitor.ts";
import { memo } from "../process/memo.ts";
import { isOpenFor } from "../domain/settings.ts";
import { findSample, sampleCounter } from "../domain/files/samples.ts";

const PRIVATE = {
  "Cache-Control": "private, no-store",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy": PDF_POLICY,
  "X-Robots-Tag": "noindex",
};

const ID = "[0-9]{1,15}";
/** Idle timeout of uploads; slow connections pause for longer than the server's default of 30 s. */
const UPLOAD_IDLE_SECONDS = 255;
const SHA256 = "[0-9a-f]{64}";
const PUBLIC_UPLOAD = "public, max-age=31536000, immutable";
const PRIVATE_UPLOAD = "private, no-store";
const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'self'";

/** Duration for which a file found complete is not checked again. */
const PROVEN_MS = MINUTE_MS;
const MOST_PROVEN = 10_000;

/** Rate limit of requests; high, because a PDF viewer requests dozens of ranges. */
const REQUESTED = { name: "files", points: 1200, seconds: 60, durable: false };
/** Rate limit of refusals: allows retries of expired links, but slows down guessing of ids. */
const REFUSED = { name: "files-refused", points: 60, seconds: 60, durable: false };

export const fileRoutes = (deps: Deps, pages: PageRenderer) => {
  const pathOf = provenPaths(deps);
  const countRefusal = createRateLimit(deps, REFUSED);

  /** Responds with the same 404 for every reason, so that ids cannot be enumerated. */
  const refuse = async (c: Context<AppEnv>): Promise<Response> => {
    await countRefusal(c);
    if (wantsPage(c)) return pages.answer(c);
    throw new AppError("not_found", buyerRefusals.file, { reason: "file_unavailable" });
  };

  const answerFault = async (error: Error, c: Context<AppEnv>): Promise<Response> => {
    const isUnavailable = error instanceof AppError && error.code === "unavailable";
    if (!isUnavailable || !wantsPage(c)) throw error;
    logRefusal(deps, error, { requestId: c.get("requestId") });
    c.header("Retry-After", String(error.retryAfterSeconds));
    return pages.answerFilesUnavailable(c);
  };

  const files = new Hono<AppEnv>()
    .onError(answerFault)
    .use(rateLimit(deps, REQUESTED))
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
      const link = mayRedirect(c) ? await deps.files.link(file, sent) : null;
      return link === null
        ? sendFile(c, sent, { headers: PRIVATE, path: () => pathOf(file) })
        : redirectTo(link);
    })
    .get(`/product/:productId{${ID}}/:name{.+\\.zip}`, async (c) => {
      const productId = Number(c.req.param("productId"));
      const bundle = findOpenableBundle(deps, productId, accessOf(c, deps));
      if (!bundle) return refuse(c);
      allowSlowReader(c);
      const paper = readPaperName(c.req.query("paper"));
      const wanted = paper ? filesInPaper(bundle.files, paper) : bundle.files;
      const { id, path } = await storedBundle(deps, wanted);
      const sent = {
        id,
        bytes: (await Bun.file(path).stat()).size,
        type: "application/zip",
        disposition: dispositionOf("attachment", { title: bundle.name, ending: "zip" }),
      };
      return sendFile(c, sent, { headers: PRIVATE, path: async () => path });
    });
  // Set the access rule here: Hono wraps a sub-app's handlers with `onError`, which hides theirs.
  return new Hono<AppEnv>().use(publicAccess).route("/", files);
};

function wantsPage(c: Context<AppEnv>): boolean {
  return c.req.header("Accept")?.includes("text/html") === true;
}

function accessOf(c: Context<AppEnv>, deps: Deps) {
  return { token: c.req.query("token"), viewer: viewerOf(c, deps) };
}

/** Returns a lookup of local paths, which throws before any response if a file is incomplete. */
function provenPaths({ files, clock }: Pick<Deps, "files" | "clock">) {
  const now = () => clock.now().getTime();
  const proven = memo<string>({ ms: PROVEN_MS, most: MOST_PROVEN, now });
  return async ({ sha256, bytes }: CurrentFile): Promise<string> =>
    proven.find(sha256)?.value ?? proven.set(sha256, await files.path({ sha256, bytes }));
}

async function storedBundle(deps: Deps, files: CurrentFile[]) {
  const names = zipNames(files);
  return deps.files.bundle(
    files.map(({ sha256, bytes }, index) => ({ name: names[index] ?? "", sha256, bytes })),
  );
}

/**
 * Reports whether to redirect to the bucket: for navigations and for programs with a mailed link.
 * Fetches and frames must stay on this site.
 */
function mayRedirect(c: Context<AppEnv>): boolean {
  if (c.req.method !== "GET") return false;
  const destination = c.req.header("Sec-Fetch-Dest");
  return destination === undefined
    ? c.req.query("token") !== undefined
    : destination === "document";
}

function redirectTo(link: string): Response {
  const headers = { ...PRIVATE, "Referrer-Policy": "no-referrer", Location: link };
  return new Response(null, { status: 302, headers });
}

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

/** Serves pictures to everyone and PDFs to administrators. Ignores the name in the path. */
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
      "Cache-Control": stored.isPublic ? PUBLIC_UPLOAD : PRIVATE_UPLOAD,
      "X-Content-Type-Options": "nosniff",
      ...(!stored.isPublic && { "X-Robots-Tag": "noindex" }),
    };
    if (c.req.method === "HEAD") {
      return new Response(null, { headers: { ...headers, "Content-Length": `${stored.bytes}` } });
    }
    const path = await deps.files.path({ sha256, bytes: stored.bytes });
    return new Response(Bun.file(path), { headers });
  });

/** High, because a PDF viewer requests dozens of ranges. */
const SAMPLES_REQUESTED = { name: "samples", points: 600, seconds: 60, durable: false };
/** Caches must revalidate, so that each download is counted. */
const SAMPLE_HEADERS = { "Cache-Control": "no-cache", "Content-Security-Policy": PDF_POLICY };

/** Samples of the products, for everybody who sees the shop. */
export const sampleRoutes = (deps: Deps, pages: PageRenderer) => {
  const count = sampleCounter(deps);
  return new Hono<AppEnv>().get(
    `/:name{.+\\.pdf}`,
    publicAccess,
    rateLimit(deps, SAMPLES_REQUESTED),
    async (c) => {
      const isShown = isOpenFor(deps, viewerOf(c, deps).user);
      const slug = c.req.param("name").replace(/\.pdf$/, "");
      const sample = isShown ? findSample(deps.db, slug) : undefined;
      // Responds with 404, because no page has this path.
      if (!sample) return pages.answer(c);
      allowSlowReader(c);
      const { productId, name, sha256, bytes } = sample;
      const sent = {
        id: sha256,
        bytes,
        type: "application/pdf",
        disposition: dispositionOf("inline", { title: `${name} sample`, ending: "pdf" }),
      };
      const path = () => deps.files.path({ sha256, bytes });
      const response = await sendFile(c, sent, { headers: SAMPLE_HEADERS, path });
      const isDownload = c.req.method === "GET" && response.status === 200;
      if (isDownload) count(productId, clientKey(c, deps.config.trustedProxy));
      return response;
    },
  );
};
