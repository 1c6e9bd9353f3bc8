import { asc, inArray } from "drizzle-orm";
import { pages, type Settings } from "../../../db/content-schema.ts";
import { LEGAL_SLUGS } from "../../contract/content.ts";
import {
  type Line,
  type LinkedRow,
  type Checklist,
  type ChecklistStep,
  STEP_NAMES,
  type StepName,
} from "../../contract/health.ts";
import { isSectionShown } from "../../contract/sections.ts";
import type { Deps } from "../../deps.ts";
import { readSettings, readSite } from "../settings.ts";
import type { CheckName } from "./kinds.ts";

const MOST_ROWS = 20;

export type ChecklistFacts = {
  settings: Pick<
    Settings,
    | "isOpen"
    | "brand"
    | "sellerName"
    | "sellerAddress"
    | "sellerCountry"
    | "legalReviewedOn"
    | "landingReadOn"
    | "tax"
    | "taxDecidedOn"
  >;
  /** Whether the landing page has the section of the testimonials. */
  showsTestimonials: boolean;
  legalPages: readonly LinkedRow[];
  /** Whether a product is on sale. */
  hasProduct: boolean;
  /** Products on sale without a file. */
  withoutFile: readonly LinkedRow[];
  hasPaidOrder: boolean;
  hasSentMail: boolean;
  hasBackup: boolean;
};

type HealthLines = Partial<Record<CheckName, Pick<Line, "state" | "text" | "todo" | "rows">>>;

/** Decides which steps are done, from stored rows and the results of the health checks. */
export function checklistSteps(facts: ChecklistFacts, lines: HealthLines): ChecklistStep[] {
  const { settings, legalPages, hasProduct, withoutFile } = facts;
  const isOk = (name: CheckName) => lines[name]?.state === "ok";
  const invented = lines.content?.rows?.filter(({ table }) => table === "testimonials") ?? [];
  const isUsable = (name: CheckName) => isOk(name) || lines[name]?.state === "unknown";
  const steps: Record<StepName, Omit<ChecklistStep, "name">> = {
    name: { isDone: settings.brand.trim() !== "" },
    seller: {
      isDone: [settings.sellerName, settings.sellerAddress, settings.sellerCountry].every(
        (text) => text.trim() !== "",
      ),
    },
    legal: { isDone: settings.legalReviewedOn !== "", rows: legalPages },
    prices: { isDone: hasProduct && isOk("products"), ...findingOf(lines.products) },
    files: {
      isDone: hasProduct && withoutFile.length === 0 && isOk("files"),
      ...findingOf(lines.files),
      rows: withoutFile,
    },
    landing: { isDone: settings.landingReadOn !== "" },
    offers: {
      isDone: isOk("offers"),
      ...findingOf(lines.offers),
      rows: lines.offers?.rows ?? [],
    },
    testimonials: { isDone: !facts.showsTestimonials || invented.length === 0, rows: invented },
    tax: { isDone: settings.tax !== "none" || settings.taxDecidedOn !== "" },
    webhook: { isDone: isOk("webhooks"), ...findingOf(lines.webhooks) },
    mail: { isDone: facts.hasSentMail && isOk("mail"), ...findingOf(lines.mail) },
    purchase: { isDone: facts.hasPaidOrder },
    backup: { isDone: facts.hasBackup && isUsable("backup"), ...findingOf(lines.backup) },
    open: { isDone: settings.isOpen },
  };
  return STEP_NAMES.map((name) => {
    const { isDone, finding, rows = [] } = steps[name];
    if (isDone) return { name, isDone };
    return { name, isDone, ...(finding && { finding }), ...(rows.length > 0 && { rows }) };
  });
}

/** Returns a check's finding for a checklist step, or nothing if the check passes. */
function findingOf(line: HealthLines[CheckName]): Pick<ChecklistStep, "finding"> {
  if (!line || line.state === "ok") return {};
  return { finding: { text: line.text, todo: line.todo } };
}

/**
 * Returns the checklist, given the results of the health checks. The admin opens with it until
 * every step is done or it is closed.
 */
export async function getChecklist(deps: Deps, checks: readonly Line[]): Promise<Checklist> {
  const settings = readSettings(deps);
  const backups = await deps.backups.list();
  const lines: HealthLines = Object.fromEntries(checks.map((line) => [line.name, line]));
  const facts = {
    ...readFacts(deps),
    settings,
    showsTestimonials: settings.showTestimonials && isSectionShown(readSite(deps), "testimonials"),
    hasBackup: backups.length > 0,
  };
  const steps = checklistSteps(facts, lines);
  const isReady = steps.every(({ isDone }) => isDone);
  return { isFirst: !isReady && settings.showChecklist && deps.config.mode !== "demo", steps };
}

function readFacts({
  db,
}: Pick<Deps, "db">): Omit<ChecklistFacts, "settings" | "showsTestimonials" | "hasBackup"> {
  const { sqlite } = db;
  const has = (sql: string) => sqlite.prepare(sql).get() !== undefined;
  const legalPages = db
    .select({ id: pages.id, label: pages.title })
    .from(pages)
    .where(inArray(pages.slug, [...LEGAL_SLUGS]))
    .orderBy(asc(pages.id))
    .all();
  const withoutFile = sqlite
    .prepare<[], { id: number; label: string }>(
      `SELECT id, name AS label FROM products WHERE active = 1 AND NOT EXISTS (
         SELECT 1 FROM product_files JOIN files ON files.id = product_files.file_id
         WHERE product_id = products.id AND current_version_id IS NOT NULL)
       ORDER BY position, id LIMIT ${MOST_ROWS}`,
    )
    .all();
  return {
    legalPages: legalPages.map((row) => ({ table: "pages", ...row })),
    hasProduct: has("SELECT 1 FROM products WHERE active = 1 LIMIT 1"),
    withoutFile: withoutFile.map((row) => ({ table: "products", ...row })),
    hasPaidOrder: has("SELECT 1 FROM orders WHERE paid_at IS NOT NULL AND source = 'own' LIMIT 1"),
    hasSentMail: has("SELECT 1 FROM emails WHERE status = 'sent' LIMIT 1"),
  };
}
