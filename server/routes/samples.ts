import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { dispositionOf } from "../domain/files/link-token.ts";
import { findSample, sampleCounter } from "../domain/files/samples.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { PDF_POLICY } from "../http/headers.ts";
import { clientKey, rateLimit } from "../http/rate-limits.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { sendFile } from "../http/send-file.ts";
import { allowSlowReader } from "../http/slow-reader.ts";

/** High, because a PDF viewer requests dozens of ranges. */
const REQUESTED = { name: "samples", points: 600, seconds: 60, durable: false };
/** Caches must revalidate, so that each download is counted. */
const HEADERS = { "Cache-Control": "no-cache", "Content-Security-Policy": PDF_POLICY };

/** Samples of the products, for every visitor. */
export const sampleRoutes = (deps: Deps, pages: PageRenderer) => {
  const count = sampleCounter(deps);
  return new Hono<AppEnv>().get(
    `/:name{.+\\.pdf}`,
    publicAccess,
    rateLimit(deps, REQUESTED),
    async (c) => {
      const sample = findSample(deps.db, c.req.param("name").replace(/\.pdf$/, ""));
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
      const response = await sendFile(c, sent, { headers: HEADERS, path });
      const isDownload = c.req.method === "GET" && response.status === 200;
      if (isDownload) count(productId, clientKey(c, deps.config.trustedProxy));
      return response;
    },
  );
};
