import { and, desc, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { emails, type orders } from "../../db/schema.ts";
import type { MailOutcome } from "../contract/store.ts";

const OUTCOMES = { queued: "waiting", sending: "waiting", sent: "sent", dead: "failed" } as const;

/**
 * What became of the newest mail that brings this order, or the word that it was received, to its
 * address; null when none was ever written.
 */
export function mailOutcomeOf(
  db: Pick<Reader, "select">,
  { id, email }: Pick<typeof orders.$inferSelect, "id" | "email">,
): MailOutcome | null {
  if (!email) return null;
  const newest = db
    .select({ status: emails.status })
    .from(emails)
    .where(
      and(
        eq(emails.orderId, id),
        eq(emails.recipient, email),
        inArray(emails.kind, ["delivery", "order_received"]),
      ),
    )
    .orderBy(desc(emails.id))
    .get();
  return newest ? OUTCOMES[newest.status] : null;
}
