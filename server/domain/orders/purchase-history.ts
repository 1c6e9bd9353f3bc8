import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm";
import { orderItems, orders, subscriptionRecords } from "../../../db/schema.ts";
import type { CurrentUser } from "../../contract/sign-in.ts";
import { messages } from "../../contract/messages.ts";
import type { PurchasedProduct } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { Paper } from "../../contract/site.ts";
import { linksInPaper, paperOf } from "../files/paper.ts";
import { filePaths } from "../files/links.ts";
import { findCreditedOrder } from "./credits.ts";
import { paidOf } from "./order.ts";
import { hasStatus } from "../../../db/order-status.ts";
import { accessStartOf, boughtBy, isAccessible } from "../viewer.ts";

const IS_BOUGHT = and(hasStatus("paid"), isNotNull(orderItems.grantedAt));

const UNPAID_STATUSES = ["past_due", "unpaid"];

type Buyer = Pick<CurrentUser, "id" | "email">;

/** Lists purchases, newest first, with guest and pending orders. Throws AppError `internal`. */
export function listPurchases(deps: Pick<Deps, "db" | "clock">, user: Buyer): PurchasedProduct[] {
  try {
    const paper = paperOf(deps.db, { userId: user.id, email: user.email });
    return listBought(deps.db, user).map((row) => describe(deps, row, paper));
  } catch (cause) {
    throw new AppError("internal", messages.historyNotFetched, { cause });
  }
}

function listBought(db: Deps["db"], user: Buyer) {
  return db
    .select({ item: orderItems, order: orders, subscription: subscriptionRecords })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(subscriptionRecords, eq(subscriptionRecords.sessionId, orders.sessionId))
    .where(and(or(IS_BOUGHT, hasStatus("processing")), boughtBy(user)))
    .orderBy(desc(sql`coalesce(${orders.paidAt}, ${orders.createdAt})`), desc(orderItems.id))
    .all();
}

function describe(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { item, order, subscription }: ReturnType<typeof listBought>[number],
  paper: Paper | null,
): PurchasedProduct {
  const open = isAccessible(item, clock.now());
  const links = open ? filePaths(db, item) : { files: [], zipUrl: null };
  const { zipUrl, otherSize } = linksInPaper(links, paper);
  const { files } = links;
  const renewing = item.type === "subscription" ? subscription : null;
  const creditedOrder = findCreditedOrder(db, item);
  return {
    id: item.id,
    orderNumber: order.number,
    productName: item.name,
    purchaseDate: (order.paidAt ?? order.createdAt).toISOString(),
    price: order.giftTo === null ? paidOf(item) : null,
    ...(creditedOrder && {
      credit: { amount: item.creditAmount, orderNumber: creditedOrder.number },
    }),
    currency: order.currency,
    billingType: item.type === "subscription" ? "subscription" : "one_time",
    type: item.type,
    billingPeriod: item.billingPeriod,
    licence: item.licence,
    accessUntil: item.accessUntil?.toISOString() ?? null,
    endsAtPeriodEnd: renewing?.endsAtPeriodEnd ?? false,
    paymentFailed: UNPAID_STATUSES.includes(renewing?.status ?? ""),
    paymentPending: order.status === "processing",
    accessFrom: accessStartOf(item, clock.now()),
    ...(item.revokeReason === "withdrawal" && { isWithheld: true }),
    ...(order.giftTo !== null && { isGift: true as const }),
    revoked: item.revokedAt !== null,
    fileUrl: files[0]?.url ?? null,
    downloadUrl: zipUrl,
    ...(otherSize && { otherSize }),
    files,
  };
}
