import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { orders } from "../../../db/schema.ts";
import { spokenForSince } from "../files/grants.ts";

/** The hashes of the id that a browser has shown so far, if any, and of the one it gets. */
export type NewBrowserId = { former: string | null; fresh: string };

/** More than a household orders in four weeks; each one is a change that is recorded. */
const MOST_MOVED = 50;

/**
 * Lets the browser that signs in speak for its guest orders under its new id alone: another computer
 * that knows the former id, because it was planted, speaks for nothing then (decision: fresh-buyer-id).
 */
export function moveGuestOrders(
  tx: Transaction,
  { former, fresh, now }: NewBrowserId & { now: Date },
): void {
  if (former === null) return;
  const isTheirs = and(
    eq(orders.browserHash, former),
    isNull(orders.userId),
    gt(orders.createdAt, spokenForSince(now)),
  );
  const found = tx
    .select({ id: orders.id })
    .from(orders)
    .where(isTheirs)
    .orderBy(desc(orders.id))
    .limit(MOST_MOVED)
    .all();
  for (const { id } of found) {
    updateRow(tx, orders, id, { browserHash: fresh }, { actor: "sign-in", now });
  }
}
