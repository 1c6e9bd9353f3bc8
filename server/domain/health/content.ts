import { asc, eq } from "drizzle-orm";
import { testimonials } from "../../../db/content-schema.ts";
import { type Finding, found } from "../../contract/health-words.ts";
import type { Deps } from "../../deps.ts";

const MOST_ROWS = 20;

/** Lists the invented content that is left. Outside the demo, visitors do not see it. */
export function contentFinding({ db, config }: Pick<Deps, "db" | "config">): Finding {
  if (config.mode === "demo") return found("ok", "content.demo");
  const left = db
    .select({ id: testimonials.id, label: testimonials.author })
    .from(testimonials)
    .where(eq(testimonials.placeholder, true))
    .orderBy(asc(testimonials.position), asc(testimonials.id))
    .all();
  if (left.length === 0) return found("ok", "content.ok");
  const rows = left.slice(0, MOST_ROWS).map((row) => ({ table: "testimonials", ...row }));
  return { ...found("warn", "content.placeholders", { count: left.length }), rows };
}
