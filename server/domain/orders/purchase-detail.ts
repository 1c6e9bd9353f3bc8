import { asc, eq, isNull, and } from "drizzle-orm";
import { updateRow } from "../../db/record.ts";
import { orderItems, orders } from "../../db/schema.ts";
import { messages } from "../contract/messages.ts";
import type { PurchaseDetail, PurchasedItem } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { canCorrectAddress } from "./correct-address.ts";
import { fileLinks } from "./download-links.ts";
import { isRefused } from "./failed-payment.ts";
import { PAGE_LINK_MS } from "./file-links.ts";
import { fulfil, type Order } from "./fulfil.ts";
import { givesAccess, isOwner, type Viewer } from "./grants.ts";
import { mailOutcomeOf } from "./mail-outcome.ts";
import { maskEmail } from "./mask-email.ts";
import { findOtherOrders } from "./other-orders.ts";

/** Anybody with the session's id sees an order in full for this long after its payment. */
const OPEN_VIEW_MS = 10 * 60_000;
const SESSION_ID = /^cs_\w{8,250}$/;

/**
 * What the success page shows of a checkout session. Fulfils a paid session that no webhook has
 * reported yet. The buying browser and the signed-in owner always see the order in full; others see
 * the masked address and no links after ten minutes, or once the address was corrected.
 */
export async function getPurchaseDetail(
  deps: Deps,
  sessionId: string,
  viewer: Viewer,
): Promise<PurchaseDetail> {
  const order = SESSION_ID.test(sessionId) ? await fulfil(deps, sessionId) : undefined;
  if (!order) throw new AppError("not_found", messages.purchaseNotFound);
  if (order.status !== "paid" && order.status !== "processing") {
    // Any payment but a refused one may still be on its way.
    const { paymentFailed, purchaseUnpaid } = messages;
    throw new AppError("unpaid", isRefused(deps.db, order) ? paymentFailed : purchaseUnpaid);
  }
  const full = isOwner(order, viewer) || isFresh(deps, order);
  const items = deps.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
    .all();
  return {
    checkoutSessionId: sessionId,
    orderNumber: order.number,
    status: order.status,
    purchaseDate: (order.paidAt ?? order.createdAt).toISOString(),
    totalAmount: order.totalAmount,
    currency: order.currency,
    customerEmail: full ? order.email : maskEmail(order.email),
    masked: !full,
    canCorrectAddress: canCorrectAddress(deps, order, viewer),
    mail: full ? mailOutcomeOf(deps.db, order) : null,
    firstView: full && order.status === "paid" && takeFirstView(deps, order),
    products: items.map((item) => itemDetail(deps, { item, order, full })),
    otherOrders: findOtherOrders(deps, order, viewer),
  };
}

function isFresh(deps: Deps, order: Order): boolean {
  // Before the slip was corrected, a stranger may have been mailed the address of this page.
  if (order.addressChanges > 0) return false;
  const since = order.paidAt ?? order.createdAt;
  return deps.clock.now().getTime() - since.getTime() < OPEN_VIEW_MS;
}

/** True for exactly one view of an order: the one that may report the purchase. */
function takeFirstView(deps: Deps, order: Order): boolean {
  if (order.firstViewedAt) return false;
  const now = deps.clock.now();
  return deps.db.write((tx) => {
    const unseen = and(eq(orders.id, order.id), isNull(orders.firstViewedAt));
    if (!tx.select({ id: orders.id }).from(orders).where(unseen).get()) return false;
    updateRow(tx, orders, order.id, { firstViewedAt: now }, { actor: "buyer", now });
    return true;
  });
}

type ItemView = { item: typeof orderItems.$inferSelect; order: Order; full: boolean };

function itemDetail(deps: Deps, { item, order, full }: ItemView): PurchasedItem {
  const { productId: id, name, price, quantity, type, billingPeriod } = item;
  const granted = full && givesAccess(item, deps.clock.now());
  const expiresAt = new Date(deps.clock.now().getTime() + PAGE_LINK_MS);
  const links = granted ? fileLinks(deps, { item, order, expiresAt }) : { files: [], zipUrl: null };
  return {
    id,
    name,
    productName: name,
    price,
    quantity,
    type,
    billingPeriod,
    downloadUrl: links.zipUrl,
    fileUrl: links.files[0]?.url ?? null,
    files: links.files,
  };
}
