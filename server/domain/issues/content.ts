import { and, asc, eq, inArray } from "drizzle-orm";
import { pages, testimonials } from "../../../db/content-schema.ts";
import { INVENTED_TEXTS, LEGAL_SLUGS } from "../../contract/content.ts";
import type { LinkedRow } from "../../contract/health.ts";
import { countOf } from "../../contract/format.ts";
import type { Deps } from "../../deps.ts";
import { readCached, textOverrides } from "../public-reads.ts";
import { readSettings } from "../settings.ts";
import { type Finding, ok, warn } from "./finding.ts";

const MOST_ROWS = 20;
const CREATOR: LinkedRow = { table: "texts", id: null, label: "Creator" };
const HIDDEN_CREATOR =
  "The section “Creator” is hidden until you have replaced its heading, paragraphs and signature.";
const UNREAD_PAGES =
  "Some legal pages aren't linked in the footer. Read them, and tick “Linked in the footer”.";
const DEMO_CONTENT =
  "Wherever you haven't added your own texts and pictures, visitors see those of the demo. To change this, untick “Demo texts and pictures” in the settings.";

/** Lists the remaining content of the demo. Outside the demo, visitors do not see people of it. */
export function contentFinding(deps: Pick<Deps, "db" | "config">): Finding {
  const { db, config } = deps;
  if (config.mode === "demo") {
    return ok("The demo shows placeholder testimonials and a made-up creator.");
  }
  const left = db
    .select({ id: testimonials.id, label: testimonials.author })
    .from(testimonials)
    .where(eq(testimonials.placeholder, true))
    .orderBy(asc(testimonials.position), asc(testimonials.id))
    .all();
  const texts = readCached(db, textOverrides);
  const hasCreator = INVENTED_TEXTS.some((name) => !Object.hasOwn(texts, name));
  const unread = unreadPages(db);
  const shown = left.slice(0, MOST_ROWS).map((row) => ({ table: "testimonials", ...row }));
  const rows = [...shown, ...(hasCreator ? [CREATOR] : []), ...unread];
  const count = left.length;
  const others = [
    ...(hasCreator ? [HIDDEN_CREATOR] : []),
    ...(unread.length > 0 ? [UNREAD_PAGES] : []),
    ...(readSettings(deps).demoContent ? [DEMO_CONTENT] : []),
  ].join(" ");
  if (count === 0) {
    return { ...ok(others || "No placeholders are left."), ...(rows.length > 0 && { rows }) };
  }
  const text = `${countOf(count, "testimonial")} ${count === 1 ? "is a placeholder, so visitors don't see it" : "are placeholders, so visitors don't see them"}.`;
  const todo =
    "Replace each with the words of a real customer and clear “Placeholder”, or delete it.";
  return { ...warn([text, others].join(" ").trim(), todo), rows };
}

/** Legal pages that the footer does not link. */
function unreadPages(db: Deps["db"]): LinkedRow[] {
  const rows = db
    .select({ id: pages.id, label: pages.title })
    .from(pages)
    .where(and(inArray(pages.slug, [...LEGAL_SLUGS]), eq(pages.linked, false)))
    .orderBy(asc(pages.id))
    .all();
  return rows.map((row) => ({ table: "pages", ...row }));
}
