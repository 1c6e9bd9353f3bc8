import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm";
import {
  type Order,
  type OrderItem,
  orderItems,
  orders,
  subscriptionRecords,
} from "../../../db/schema.ts";
import type { CurrentUser } from "../../contract/auth.ts";
import { messages } from "../../contract/messages.ts";
import type { PurchasedProduct } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { filePaths } from "../files/build-links.ts";
import { isOneOf } from "./order.ts";
import { boughtBy, givesAccess } from "../files/grants.ts";

const IS_BOUGHT = and(isOneOf("paid"), isNotNull(orderItems.grantedAt));
const IS_PENDING = isOneOf("processing");

/**
 * Everything this user bought, newest first, also as a guest with their email, and orders whose payment is
 * processing. File URLs need the session and never change; items without access have none. Throws AppError
 * `internal`.
 */
export function listPurchases(
  deps: Pick<Deps, "db" | "clock">,
  user: Pick<CurrentUser, "id" | "email">,
): PurchasedProduct[] {
  try {
    return listBought(deps.db, user).map((row) => describe(deps, row));
  } catch (cause) {
    throw new AppError("internal", messages.historyNotFetched, { cause });
  }
}

function listBought(db: Deps["db"], user: Pick<CurrentUser, "id" | "email">): Bought[] {
  return db
    .select({ item: orderItems, order: orders, subscription: subscriptionRecords })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(subscriptionRecords, eq(subscriptionRecords.sessionId, orders.sessionId))
    .where(and(or(IS_BOUGHT, IS_PENDING), boughtBy(user)))
    .orderBy(desc(sql`coalesce(${orders.paidAt}, ${orders.createdAt})`), desc(orderItems.id))
    .all();
}

type Bought = {
  item: OrderItem;
  order: Order;
  subscription: typeof subscriptionRecords.$inferSelect | null;
};

/** Statuses of a subscription whose renewal is unpaid but may still be paid. */
const UNPAID_STATUSES = ["past_due", "unpaid"];

function describe(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { item, order, subscription }: Bought,
): PurchasedProduct {
  const open = givesAccess(item, clock.now());
  const { files, zipUrl } = open ? filePaths(db, item) : { files: [], zipUrl: null };
  const renewing = item.type === "subscription" ? subscription : null;
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
    downloadUrl: zipUrl,
    files,
  };
}
