import { asc, eq, isNull, and } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orderItems, orders } from "../../../db/schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { orderMessages, payMessages } from "../../contract/messages.ts";
import { SESSION_ID } from "../../contract/fields.ts";
import type { PurchaseDetail, PurchasedItem } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { canCorrectEmail } from "./correct-email.ts";
import { fileLinks } from "../files/build-links.ts";
import { isBought, isRefused } from "./order.ts";
import { PAGE_LINK_MS } from "../files/link-token.ts";
import { givesAccess, isOwner } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { mailOutcomeOf } from "./order-mails.ts";
import { maskEmail } from "../../contract/email.ts";
import { findOtherOrders } from "./other-orders.ts";
import { refreshOrder } from "./checkout-cache.ts";

/** The session's id alone shows an order in full for this long after its payment. */
const OPEN_VIEW_MS = 10 * 60_000;

/**
 * What the success page shows of a checkout session. Fulfils a paid session that no webhook has
 * reported yet. The buying browser and the signed-in owner always see the order in full; others see
 * the masked email and no links after ten minutes, or once the email was corrected.
 */
export async function getPurchaseDetail(
  deps: Deps,
  sessionId: string,
  viewer: Viewer,
): Promise<PurchaseDetail> {
  const order = SESSION_ID.test(sessionId) ? await refreshOrder(deps, sessionId) : undefined;
  if (!order)
    throw new AppError("not_found", orderMessages.purchaseNotFound, { reason: "unknown_session" });
  if (!isBought(order.status)) {
    // Any payment but a refused one may still be on its way.
    if (isRefused(deps.db, order)) {
      throw new AppError("unpaid", payMessages.paymentFailed, { reason: "payment_refused" });
    }
    throw new AppError("unpaid", orderMessages.purchaseUnpaid, { reason: "payment_unpaid" });
  }
  const full = isOwner(order, viewer, deps.clock.now()) || isFresh(deps, order);
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
    canCorrectAddress: canCorrectEmail(deps, order, viewer),
    mail: full ? mailOutcomeOf(deps.db, order) : null,
    firstView: full && order.status === "paid" && takeFirstView(deps, order),
    products: items.map((item) => itemDetail(deps, { item, order, full })),
    otherOrders: findOtherOrders(deps, order, viewer),
  };
}

function isFresh(deps: Deps, order: Order): boolean {
  // Before the slip was corrected, a stranger may have been mailed the URL of this page.
  if (order.addressChanges > 0) return false;
  const since = order.paidAt ?? order.createdAt;
  return deps.clock.now().getTime() - since.getTime() < OPEN_VIEW_MS;
}

/** True for exactly one view of an order: the one that may report the purchase. */
function takeFirstView(deps: Deps, order: Order): boolean {
  if (order.firstViewedAt) return false;
  const now = deps.clock.now();
  let isFirst = false;
  const take = (tx: Transaction) => {
    const unseen = and(eq(orders.id, order.id), isNull(orders.firstViewedAt));
    isFirst = tx.select({ id: orders.id }).from(orders).where(unseen).get() !== undefined;
    if (isFirst) updateRow(tx, orders, order.id, { firstViewedAt: now }, { actor: "buyer", now });
  };
  // The buyer gets the files, also where nothing can be noted.
  return wroteIfPossible(() => deps.db.write(take)) && isFirst;
}

type ItemView = { item: OrderItem; order: Order; full: boolean };

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
