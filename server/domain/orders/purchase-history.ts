import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm";
import { orderItems, orders, subscriptionRecords } from "../../db/schema.ts";
import type { CurrentUser } from "../contract/auth.ts";
import type { PurchasedProduct } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { fileNameOf } from "./file-links.ts";
import { belongsToUser, givesAccess, listItemFiles } from "./grants.ts";

const IS_BOUGHT = and(eq(orders.status, "paid"), isNotNull(orderItems.grantedAt));
const IS_PENDING = eq(orders.status, "processing");

/**
 * Everything this user has bought, newest first, also as a guest with the address that is theirs,
 * and what will be theirs once the bank confirms the payment.
 * File addresses need the session and stay the same for ever; an item that gives no access any more
 * has none.
 */
export function listPurchases(
  deps: Pick<Deps, "db" | "clock">,
  user: Pick<CurrentUser, "id" | "email">,
): PurchasedProduct[] {
  const bought = deps.db
    .select({ item: orderItems, order: orders, subscription: subscriptionRecords })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(subscriptionRecords, eq(subscriptionRecords.sessionId, orders.sessionId))
    .where(and(or(IS_BOUGHT, IS_PENDING), belongsToUser(user)))
    .orderBy(desc(sql`coalesce(${orders.paidAt}, ${orders.createdAt})`), desc(orderItems.id))
    .all();
  return bought.map((row) => describe(deps, row));
}

type Bought = {
  item: typeof orderItems.$inferSelect;
  order: typeof orders.$inferSelect;
  subscription: typeof subscriptionRecords.$inferSelect | null;
};

/** The provider's words for a subscription whose renewal is not paid but may still be. */
const UNPAID_STATUSES = ["past_due", "unpaid"];

function describe(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { item, order, subscription }: Bought,
): PurchasedProduct {
  const open = givesAccess(item, clock.now());
  const files = (open ? listItemFiles(db, item) : []).map((file) => ({
    ...file,
    url: `/files/${file.id}/${fileNameOf(file.title)}.pdf`,
  }));
  const renewing = item.type === "subscription" ? subscription : null;
  const zip = `/files/product/${item.productId}/${fileNameOf(item.name)}.zip`;
  return {
    id: item.id,
    orderNumber: order.number,
    productName: item.name,
    purchaseDate: (order.paidAt ?? order.createdAt).toISOString(),
    price: item.price,
    currency: order.currency,
    billingType: item.type === "subscription" ? "subscription" : "one_time",
    type: item.type,
    billingPeriod: item.billingPeriod,
    accessUntil: item.accessUntil?.toISOString() ?? null,
    endsAtPeriodEnd: renewing?.endsAtPeriodEnd ?? false,
    paymentFailed: UNPAID_STATUSES.includes(renewing?.status ?? ""),
    paymentPending: order.status === "processing",
    withdrawn: item.revokedAt !== null,
    fileUrl: files[0]?.url ?? null,
    downloadUrl: files.length > 0 ? zip : null,
    files,
  };
}
