import { and, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { foldEmail } from "../../contract/email.ts";
import {
  belongsTo,
  belongsToUser,
  guestAccessSince,
  isOneOfOrders,
  type Viewer,
} from "../viewer.ts";

// A gift belongs to its recipient, as if the recipient had bought it. Its giver has paid, is the
// party to the contract, and gets the receipt and all mails about the money, but never the files.

/** A buyer. With `giftTo`, the buyer as the giver of gifts to this email. */
export type Buyer = Viewer & { giftTo?: string | undefined };

const NO_GIFT = { giftTo: null, giverEmail: null, giverHash: null };

type Parties = Pick<
  Order,
  "email" | "userId" | "browserHash" | "giftTo" | "giverEmail" | "giverHash"
>;

/** SQL condition for the gifts that a person has paid for, unless the account was deleted. */
export function isGivenBy(email: string): SQL | undefined {
  return and(eq(orders.giverEmail, email), isNull(orders.giverDeletedAt));
}

/** SQL condition for orders of an account, and for gifts to somebody else that it has paid. */
export function isOfAccount(db: Pick<Reader, "select">, user: { id: number; email: string }): SQL {
  return isOneOfOrders(db, or(belongsToUser(user), isGivenBy(user.email)));
}

/** SQL condition for the buyer's own orders, or for those that were given to `giftTo`. */
export function isBoughtBy(
  db: Pick<Reader, "select">,
  { giftTo, ...viewer }: Buyer,
  now: Date,
): SQL {
  if (giftTo === undefined) return belongsTo(db, viewer, now);
  const { user, browserHash } = viewer;
  const isRecent = gt(orders.createdAt, guestAccessSince(now));
  const isTheirs = or(
    user ? isGivenBy(user.email) : undefined,
    browserHash === null ? undefined : and(eq(orders.giverHash, browserHash), isRecent),
  );
  return isOneOfOrders(db, isTheirs && and(eq(orders.giftTo, giftTo), isTheirs));
}

/** SQL condition for the gifts of an order's giver to its recipient; undefined unless it is a gift. */
export function isSameGift(
  db: Pick<Reader, "select">,
  { giftTo, giverEmail, giverHash }: Parties,
): SQL | undefined {
  if (giftTo === null) return undefined;
  const isTheirs = or(
    giverEmail === null ? undefined : eq(orders.giverEmail, giverEmail),
    giverHash === null ? undefined : eq(orders.giverHash, giverHash),
  );
  return isOneOfOrders(db, isTheirs && and(eq(orders.giftTo, giftTo), isTheirs));
}

/** Whether the viewer has bought the order as a gift, by browser or by signed-in account. */
export function isGiver(
  {
    giftTo,
    giverEmail,
    giverHash,
    giverDeletedAt,
    createdAt,
  }: Parties & Pick<Order, "createdAt" | "giverDeletedAt">,
  { user, browserHash }: Viewer,
  now: Date,
): boolean {
  if (giftTo === null || giverDeletedAt !== null) return false;
  if (user !== null && user.email === giverEmail) return true;
  return browserHash !== null && browserHash === giverHash && createdAt > guestAccessSince(now);
}

/** Returns the owner and the giver of a new order. */
export function newParties({ giftTo, user, browserHash }: Buyer): Omit<Parties, "email"> {
  if (giftTo === undefined) return { ...NO_GIFT, userId: user?.id ?? null, browserHash };
  const giver = { giverEmail: user?.email ?? null, giverHash: user ? null : browserHash };
  return { giftTo, userId: null, browserHash: null, ...giver };
}

/**
 * Returns the owner of an order once its payment has an email. A corrected email stays. A gift to the
 * payer becomes an ordinary order of the payer's browser.
 */
export function paidParties<Paid extends Parties & Pick<Order, "addressChanges">>(
  order: Paid,
  payer: string | null,
): Pick<Parties, "email"> & Partial<Parties> {
  const { giftTo, giverHash, addressChanges } = order;
  const folded = payer === null ? null : foldEmail(payer);
  if (giftTo === null) return { email: addressChanges > 0 ? order.email : folded };
  const giverEmail = order.giverEmail ?? folded;
  if (giverEmail !== giftTo) return { email: giftTo, giverEmail };
  return { email: giftTo, browserHash: giverHash, ...NO_GIFT };
}

/** Email for mails about the money of an order: the giver's for a gift. */
export function payerEmailOf({
  giftTo,
  giverEmail,
  email,
}: Pick<Order, "giftTo" | "giverEmail" | "email">): string | null {
  return giftTo === null ? email : giverEmail;
}

/** Name of the recipient of an order's files; null if unknown. The stored name is the payer's. */
export function recipientNameOf({
  giftTo,
  customerName,
}: Pick<Order, "giftTo" | "customerName">): string | null {
  return giftTo === null ? customerName : null;
}
