import type { Settings } from "../../../db/content-schema.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import type { Viewer } from "../viewer.ts";
import type { SoldProduct } from "./catalogue.ts";
import type { findOwnedItems } from "./duplicate-purchase.ts";
import type { Quote } from "./quote.ts";

/** How long a browser's next order reuses its last order's email; same limit as for corrections. */
const SAME_VISIT_MS = DAY_MS;
/**
 * How long after a payment its saved card is shown, and how long that page stays open. Long enough for
 * the offers, and short because others may use the same computer later.
 */
export const SAVED_CARD_MS = HOUR_MS;

/**
 * Whether a checkout saves its card for the offers after it. Subscriptions do not: the buyer gave the
 * card for the renewals.
 */
export function canSaveCard(
  { saveCards, offers }: Pick<Settings, "saveCards" | "offers">,
  { lines }: Quote<SoldProduct>,
): boolean {
  return saveCards && offers && lines.every(({ product }) => product.type !== "subscription");
}

/**
 * Returns the email of the account, or of this browser's last order, to keep orders together; and the
 * customer with the saved card of that order, unless the customer's email at the provider differs.
 */
export function findKnownBuyer(
  owned: ReturnType<typeof findOwnedItems>,
  { user, browserHash }: Viewer,
  now: Date,
): { email: string | null; customerId: string | null } {
  const isRecent = (time: Date | null, limit: number) =>
    time !== null && now.getTime() - time.getTime() < limit;
  const ofVisit = owned.filter(
    (item) =>
      browserHash !== null &&
      item.browserHash === browserHash &&
      isRecent(item.orderedAt, SAME_VISIT_MS),
  );
  const email = user?.email ?? ofVisit.at(-1)?.email ?? null;
  const saved = ofVisit.findLast(
    (item) =>
      item.customerId !== null &&
      isRecent(item.paidAt, SAVED_CARD_MS) &&
      item.addressChanges === 0 &&
      item.email === email,
  );
  return { email, customerId: saved?.customerId ?? null };
}
