import { Hono } from "hono";
import { z } from "zod";
import {
  type DayRange,
  isStatsDay,
  SOURCE_KINDS,
  STATS_COMPARISONS,
  STATS_DAYS,
  STATS_GRAINS,
  STATS_PERIODS,
  type StatsQuery,
} from "../contract/stats.ts";
import type { Deps } from "../deps.ts";
import { listBackups, startBackup } from "../domain/upkeep/backups.ts";
import { getChecklist } from "../domain/issues/checklist.ts";
import { healthReader } from "../domain/issues/checks.ts";
import { checkPayments } from "../domain/issues/provider-checks.ts";
import { testMails } from "../domain/issues/test-mail.ts";
import { listNeeds } from "../domain/issues/needs.ts";
import { getCustomerPage } from "../domain/admin/customer-page.ts";
import { getOrderPage } from "../domain/admin/order-page.ts";
import { prepareSales } from "../domain/stats/sum-sales.ts";
import { getTable, TABLES } from "../domain/tables/registry.ts";
import { schemaFor } from "../domain/tables/settings-table.ts";
import { type AdminAuthor, authorOf } from "../domain/sign-in/administrators.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, refusals } from "../errors.ts";
import { answerOnce, type AdminEnv, requireUser } from "../http/guards.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { whileAllowed } from "../http/guarded-stream.ts";
import { bodyUpTo, query, json } from "../http/json.ts";
import { rateLimit, createRateLimit } from "../http/rate-limits.ts";
import { sendChunks } from "../http/send-file.ts";
import { allowSlowReader } from "../http/slow-reader.ts";
import { type Preview, PREVIEWED_TABLES, type PreviewRequest } from "../contract/admin-answers.ts";
import { MAX_MARKDOWN } from "../contract/content.ts";
import { rowId } from "../contract/fields.ts";
import { placeholderValues } from "../contract/placeholders.ts";
import type { Site } from "../contract/site.ts";
import { renderMarkdown } from "../domain/content/markdown.ts";
import { checkPreview } from "../domain/content/text-rules.ts";
import { readSite } from "../domain/settings.ts";
import { unsavedReads } from "../domain/tables/unsaved-rows.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";

const LONGEST_SOURCE = 100;

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `This must be one of ${names.join(", ")}.` });

const hasDays = ({ from, to }: Partial<DayRange>, isExpected: boolean) =>
  (from !== undefined) === isExpected && (to !== undefined) === isExpected;

const statsDay = z.string().refine(isStatsDay, {
  error: `This must be a day from ${STATS_DAYS.from} to ${STATS_DAYS.to}.`,
  abort: true,
});

const statsQuery = z
  .object({
    period: oneOf(STATS_PERIODS).default("30d"),
    from: statsDay.optional(),
    to: statsDay.optional(),
    compare: oneOf(STATS_COMPARISONS).default("before"),
    grain: oneOf(STATS_GRAINS).default("day"),
    sourceKind: oneOf(SOURCE_KINDS).optional(),
    source: z
      .string()
      .min(1, "This must not be empty.")
      .max(LONGEST_SOURCE, `This must have ${LONGEST_SOURCE} characters or fewer.`)
      .optional(),
  })
  .refine(({ sourceKind, source }) => (sourceKind === undefined) === (source === undefined), {
    error: "Give both sourceKind and source, or neither.",
    path: ["source"],
  })
  .refine(({ period, ...days }) => hasDays(days, period === "custom"), {
    error: "Give both from and to with the period custom, and only with it.",
    path: ["from"],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "This must not be before from.",
    path: ["to"],
  }) satisfies z.ZodType<StatsQuery>;

const HOUR_SECONDS = 3600;

export const adminStatus = (deps: Deps) =>
  new Hono<AppEnv>().get("/status", requireUser(deps), (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ isAdmin: c.var.user.isAdmin }, 200);
  });

export const adminRoutes = (deps: Deps) =>
  new Hono<AdminEnv>()
    .get("/schemas", (c) =>
      c.json(
        [...TABLES.values()].map((table) => schemaFor(table, deps)),
        200,
      ),
    )
    .get("/schemas/:table", (c) => c.json(schemaFor(getTable(c.req.param("table")), deps), 200))
    .get("/needs", (c) => c.json(listNeeds(deps), 200))
    .get("/stats", query(statsQuery), async (c) => {
      const { from, to, sourceKind: kind, source: value, ...view } = c.req.valid("query");
      const source = kind !== undefined && value !== undefined ? { kind, value } : null;
      const days = from !== undefined && to !== undefined ? { from, to } : null;
      await prepareSales(deps);
      const now = deps.clock.now().getTime();
      const input = { ...view, days, source, now };
      const stats = await deps.reads.run("stats", input, c.req.raw.signal);
      c.var.user.requireRights();
      return c.json(stats, 200);
    })
    .get("/search", async (c) => {
      const hits = await deps.reads.run("search", c.req.query("q") ?? "", c.req.raw.signal);
      c.var.user.requireRights();
      return c.json(hits, 200);
    })
    .get("/orders/:id{[0-9]{1,15}}", (c) =>
      c.json(getOrderPage(deps, Number(c.req.param("id"))), 200),
    )
    .get("/customers/:id{(?:order-|message-)?[0-9]{1,15}}", (c) =>
      c.json(getCustomerPage(deps, c.req.param("id")), 200),
    );

export const adminHealthRoutes = (deps: Deps) => {
  const sendTestMail = testMails(deps);
  const getHealth = healthReader(deps);
  // Rate limits in memory, so that these routes work while the database cannot be written.
  const limit = (name: string, points: number) =>
    rateLimit(deps, { name, points, seconds: HOUR_SECONDS, durable: false });
  return new Hono<AdminEnv>()
    .get("/health", async (c) => c.json(await getHealth(), 200))
    .get("/checklist", async (c) => {
      const { checks } = await getHealth();
      return c.json(await getChecklist(deps, checks), 200);
    })
    .post("/health/test-mail", limit("test-mail", 10), async (c) => {
      const run = async () => ({ status: 200, body: await sendTestMail(c.var.user) });
      return answerOnce(c, deps, { body: null, work: { run } });
    })
    .post("/health/check-payments", limit("check-payments", 30), async (c) => {
      const run = async () => ({ status: 200, body: await checkPayments(deps) });
      return answerOnce(c, deps, { body: null, work: { run } });
    });
};

export const backupRoutes = (deps: Deps) => {
  const { backups, log } = deps;
  const getBackup = async (name: string) => {
    const backup = await backups.find(name);
    if (!backup) throw new AppError("not_found", refusals.notFound);
    return backup;
  };
  return new Hono<AdminEnv>()
    .get("/", async (c) => c.json(await listBackups(deps), 200))
    .post("/", async (c) => {
      // A backup can take minutes, so this does not wait for it; the list shows its progress.
      const run = async (author: AdminAuthor) => {
        // Its secret and database reveal the sign-in codes of administrators without a passkey.
        author.requirePasskey();
        startBackup(deps);
        return { status: 202, body: await listBackups(deps) };
      };
      return answerOnce(c, deps, { body: null, work: { run } });
    })
    .get("/:name", async (c) => {
      const { name, path, bytes } = await getBackup(c.req.param("name"));
      const { id: userId, requireRights, requirePasskey } = c.var.user;
      requirePasskey();
      allowSlowReader(c);
      const disposition = `attachment; filename="${name}"`;
      // An archive never changes, so an aborted download can resume.
      const file = { bytes, id: name, type: "application/x-tar", disposition };
      return sendChunks(c, file, ({ from, to }) => {
        log.info({ userId, name, from, to }, "A backup is downloaded.");
        return whileAllowed(Bun.file(path).slice(from, to).stream(), requireRights);
      });
    })
    .delete("/:name", async (c) => {
      const { name } = await getBackup(c.req.param("name"));
      c.var.user.requireRights();
      c.var.user.requirePasskey();
      await backups.remove(name);
      log.info({ userId: c.var.user.id, name }, "A backup was deleted.");
      return c.json({ success: true }, 200);
    });
};

const text = z.string(buyerRefusals.malformedJson);

const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const MOST_PREVIEW_ROWS = 5;
/** Fits the longest page of the `pages` table. */
const MAX_PREVIEW_BYTES = 256 * 1024;

const previewRequest = z.object({
  path: text.optional(),
  mail: text.optional(),
  texts: z.record(z.string(), text),
  rows: z
    .array(
      z.object({
        table: z.enum(PREVIEWED_TABLES),
        id: rowId.optional(),
        values: z.record(z.string(), cell),
      }),
    )
    .max(MOST_PREVIEW_ROWS)
    .optional(),
}) satisfies z.ZodType<PreviewRequest>;

/** Rate limit of previews; high, because each pause in typing requests one. */
const PREVIEWS = { name: "content-preview", points: 200, seconds: 60, durable: false };

type PreviewRenderers = {
  renderPage: PageRenderer["renderPreview"];
  renderMail: (kind: string, texts: Site["texts"]) => Promise<Preview>;
};

export const contentRoutes = (deps: Deps, { renderPage, renderMail }: PreviewRenderers) =>
  new Hono<AdminEnv>()
    .post(
      "/content/markdown",
      json(z.object({ text: z.string().max(MAX_MARKDOWN) }), {
        limit: createRateLimit(deps, { ...PREVIEWS, name: "markdown-preview" }),
        size: bodyUpTo(MAX_PREVIEW_BYTES),
      }),
      (c) => {
        const values = placeholderValues(readSite(deps));
        const { html } = renderMarkdown(c.req.valid("json").text, { values });
        return c.json({ html }, 200);
      },
    )
    .post(
      "/content/preview",
      json(previewRequest, {
        limit: createRateLimit(deps, PREVIEWS),
        size: bodyUpTo(MAX_PREVIEW_BYTES),
      }),
      async (c) => {
        const { rows = [], ...request } = c.req.valid("json");
        const author = authorOf(c.var.user, deps.clock.now());
        const { read, pagePath, areListed } = unsavedReads(deps, rows, author);
        const { texts } = request;
        const { path, mail } = checkPreview(request, pagePath);
        if (path === undefined) return c.json(await renderMail(mail, texts), 200);
        const html = await renderPage({ path, texts, read, hasLongLists: areListed });
        return c.json({ html, subject: null }, 200);
      },
    );
