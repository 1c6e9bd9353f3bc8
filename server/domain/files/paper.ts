import { eq, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { users } from "../../../db/schema.ts";
import { filesInPaper, OTHER_PAPER } from "../../contract/files.ts";
import type { Paper } from "../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import type { Links } from "./links.ts";

/** Stores the paper size of a user's mails and ZIP files; null for all sizes. */
export function setPaper(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { userId, paper }: { userId: number; paper: Paper | null },
): void {
  const author = { actor: "buyer", now: clock.now() };
  db.write((tx) => updateRow(tx, users, userId, { paper }, author));
}

/** Returns the paper size that a buyer has chosen, by account or else by email; null for all sizes. */
export function paperOf(
  db: Pick<Reader, "select">,
  { userId, email }: { userId: number | null; email: string },
): Paper | null {
  const isTheirs = or(eq(users.email, email), userId === null ? undefined : eq(users.id, userId));
  const accounts = db
    .select({ id: users.id, paper: users.paper })
    .from(users)
    .where(isTheirs)
    .all();
  const own = accounts.find(({ id }) => id === userId) ?? accounts[0];
  return own?.paper ?? null;
}

/**
 * Reduces the links to one paper size, with a link to the files of the other size. Leaves them
 * unchanged without a size, and if no printable exists in both sizes.
 */
export function linksInPaper(
  links: Links,
  paper: Paper | null,
): Links & { otherSize: { paper: Paper; url: string } | null } {
  const { files, zipUrl } = links;
  const own = paper ? filesInPaper(files, paper) : files;
  if (!paper || !zipUrl || own.length === files.length) return { ...links, otherSize: null };
  const otherPaper = OTHER_PAPER[paper];
  const [single, ...more] = files.filter((file) => !own.includes(file));
  const url = single && more.length === 0 ? single.url : zipInPaper(zipUrl, otherPaper);
  return {
    files: own,
    zipUrl: zipInPaper(zipUrl, paper),
    otherSize: { paper: otherPaper, url },
  };
}

function zipInPaper(url: string, paper: Paper): string {
  return `${url}${url.includes("?") ? "&" : "?"}paper=${paper}`;
}
