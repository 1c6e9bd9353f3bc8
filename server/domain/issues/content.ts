import { asc, eq } from "drizzle-orm";
import { testimonials } from "../../../db/content-schema.ts";
import { INVENTED_TEXTS } from "../../contract/content.ts";
import type { LinkedRow } from "../../contract/health.ts";
import { type Finding, finding } from "../../contract/health-words.ts";
import type { Deps } from "../../deps.ts";
import { readCached, textOverrides } from "../content/content-reads.ts";

const MOST_ROWS = 20;
const CREATOR: LinkedRow = { table: "texts", id: null, label: "Creator" };

/** Lists the remaining placeholder content. Outside the demo, visitors do not see it. */
export function contentFinding({ db, config }: Pick<Deps, "db" | "config">): Finding {
  if (config.mode === "demo") return finding("ok", "content.demo");
  const left = db
    .select({ id: testimonials.id, label: testimonials.author })
    .from(testimonials)
    .where(eq(testimonials.placeholder, true))
    .orderBy(asc(testimonials.position), asc(testimonials.id))
    .all();
  const texts = readCached(db, textOverrides);
  const hasCreator = INVENTED_TEXTS.some((name) => !Object.hasOwn(texts, name));
  const shown = left.slice(0, MOST_ROWS).map((row) => ({ table: "testimonials", ...row }));
  const rows = hasCreator ? [...shown, CREATOR] : shown;
  const count = left.length;
  if (rows.length === 0) return finding("ok", "content.ok");
  return count === 0
    ? { ...finding("ok", "content.creator"), rows }
    : { ...finding("warn", "content.testimonials", { count, hasCreator }), rows };
}
