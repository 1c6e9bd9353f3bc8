import { Hono } from "hono";
import { z } from "zod";
import type { Preview, PreviewRequest } from "../contract/admin-answers.ts";
import type { Site } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { checkPreview } from "../domain/content/text-rules.ts";
import type { AdminEnv } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { createRateLimit } from "../http/rate-limits.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { refusals } from "../errors.ts";

const text = z.string(refusals.malformedJson);

const previewRequest = z.object({
  path: text.optional(),
  mail: text.optional(),
  texts: z.record(z.string(), text),
}) satisfies z.ZodType<PreviewRequest>;

/** Rate limit of previews; high, because each pause in typing requests one. */
const PREVIEWS = { name: "content-preview", points: 200, seconds: 60, durable: false };

type PreviewRenderers = {
  renderPage: PageRenderer["renderPreview"];
  renderMail: (kind: string, texts: Site["texts"]) => Promise<Preview>;
};

export const contentRoutes = (deps: Deps, { renderPage, renderMail }: PreviewRenderers) =>
  new Hono<AdminEnv>().post(
    "/content/preview",
    json(previewRequest, { limit: createRateLimit(deps, PREVIEWS) }),
    async (c) => {
      const request = c.req.valid("json");
      const { path, mail } = checkPreview(request);
      const preview =
        path === undefined
          ? await renderMail(mail, request.texts)
          : { html: await renderPage(path, request.texts), subject: null };
      return c.json(preview, 200);
    },
  );
