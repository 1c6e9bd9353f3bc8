import { and, asc, eq, inArray } from "drizzle-orm";
import { pages, testimonials } from "../../../db/content-schema.ts";
import { INVENTED_TEXTS, LEGAL_SLUGS } from "../../contract/content.ts";
import type { LinkedRow } from "../../contract/health.ts";
import { countOf } from "../../contract/format.ts";
import type { Deps } from "../../deps.ts";
import { readCached, textOverrides } from "../public-reads.ts";
import { type Finding, ok, warn } from "./finding.ts";

const MOST_ROWS = 20;
const CREATOR: LinkedRow = { table: "texts", id: null, label: "Creator" };
const HIDDEN_CREATOR =
  "The section “Creator” is hidden until you have replaced its heading, paragraphs and signature.";
const UNREAD_PAGES =
  "Some legal pages aren't linked in the footer. Read them, and tick “Linked in the footer”.";

/** Lists the remaining placeholder content. Outside the demo, visitors do not see it. */
export function contentFinding({ db, config }: Pick<Deps, "db" | "config">): Finding {
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
  if (rows.length === 0) return ok("No placeholders are left.");
  const others = [hasCreator ? HIDDEN_CREATOR : "", unread.length > 0 ? UNREAD_PAGES : ""];
  const inWords = (texts: string[]) => texts.filter(Boolean).join(" ");
  if (count === 0) return { ...ok(inWords(others)), rows };
  const text = `${countOf(count, "testimonial")} ${count === 1 ? "is a placeholder, so visitors don't see it" : "are placeholders, so visitors don't see them"}.`;
  const todo =
    "Replace each with the words of a real customer and clear “Placeholder”, or delete it.";
  return { ...warn(inWords([text, ...others]), todo), rows };
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
