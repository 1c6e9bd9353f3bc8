import { and, between, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orders } from "../../../db/schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { orderMessages, payMessages } from "../../contract/messages.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { SESSION_ID } from "../../contract/fields.ts";
import type {
  MailTopic,
  OtherOrder,
  PurchaseDetail,
  PurchasedItem,
} from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { buyerRefusals } from "../../contract/refusals.ts";
import { AppError } from "../../errors.ts";
import { canCorrectEmail } from "./correct-email.ts";
import { isWanted, setWanted } from "../mails/mail-preferences.ts";
import { canAgreeToReview } from "./review-requests.ts";
import { fileLinks, PAGE_LINK_MS } from "../files/links.ts";
import { isGiver } from "./gifts.ts";
import { findOrder, isRefused, listItems, paidOf } from "./order.ts";
import { PAID_OR_PROCESSING, isPaidOrProcessing } from "../../../db/order-status.ts";
import { accessStartOf, isAccessible, isBuyingBrowser, isOwner, type Viewer } from "../viewer.ts";
import { listMore } from "./more-for-you.ts";
import { mailOutcomeOf } from "./order-mails.ts";
import { maskEmail } from "../../contract/email.ts";
import { refreshOrder } from "./open-checkouts.ts";

/** Time after payment in which the session id alone grants full access to the order. */
const OPEN_VIEW_MS = 10 * MINUTE_MS;
const ONE_VISIT_MS = DAY_MS;
const MOST_SHOWN = 5;

/**
 * Returns an order for its success page. The full order is visible to the buying browser and the
 * signed-in owner, and for ten minutes to anyone with the session id, unless the email was
 * corrected. The giver of a gift sees it like a stranger. Throws AppError `not_found`, `unpaid` and `payment_provider`.
 */
export async function getPurchaseDetail(
  deps: Deps,
  sessionId: string,
  viewer: Viewer,
): Promise<PurchaseDetail> {
  const order = SESSION_ID.test(sessionId) ? await refreshOrder(deps, sessionId) : undefined;
  if (!order)
    throw new AppError("not_found", orderMessages.purchaseNotFound, { reason: "unknown_session" });
  if (!isPaidOrProcessing(order.status)) {
    if (isRefused(deps.db, order)) {
      throw new AppError("unpaid", payMessages.paymentFailed, { reason: "payment_refused" });
    }
    throw new AppError("unpaid", buyerRefusals.paymentUnpaid, { reason: "payment_unpaid" });
  }
  const now = deps.clock.now();
  const isTheirs = isOwner(order, viewer, now);
  const full = isTheirs || isFresh(deps, order);
  const isGift = order.giftTo !== null;
  const isBuyer = isGift ? isGiver(order, viewer, now) : full;
  // The recipient of a gift does not see what it cost, not even by a link from the giver.
  const hidesPrice = isGift && !isBuyer;
  const items = listItems(deps.db, order.id);
  return {
    checkoutSessionId: sessionId,
    orderNumber: order.number,
    status: order.status,
    purchaseDate: (order.paidAt ?? order.createdAt).toISOString(),
    ...(hidesPrice
      ? { totalAmount: null }
      : {
          totalAmount: order.totalAmount,
          taxAmount: order.taxAmount,
          discountAmount: order.discountAmount,
        }),
    currency: order.currency,
    customerEmail: full ? order.email : maskEmail(order.email),
    masked: !full,
    canCorrectAddress: canCorrectEmail(deps, order, viewer),
    ...(isGift && { gift: { hasReceipt: isBuyer && order.status === "paid" } }),
    ...(isTheirs && order.email && choicesOf(deps, order, order.email)),
    mail: full ? mailOutcomeOf(deps, order) : null,
    firstView: isBuyer && order.status === "paid" && markViewed(deps, order),
    products: items.map((item) => ({
      ...itemDetail(deps, item, full ? order : null),
      ...(hidesPrice && { price: null }),
    })),
    otherOrders: findOtherOrders(deps, order, viewer),
    more: full && order.status === "paid" ? listMore(deps, viewer, { bought: items }) : [],
  };
}

/** Which optional mails the buyer wants, of those that the order brings. */
function choicesOf(deps: Deps, order: Order, email: string) {
  const wants = (topic: MailTopic) => isWanted(deps.db, { email, topic });
  return {
    news: wants("news"),
    ...(canAgreeToReview(deps, order) && { reviews: wants("reviews") }),
  };
}

function isFresh(deps: Deps, order: Order): boolean {
  // After a typo in the email, a stranger may have received this page's URL. The giver has the URL of
  // a gift.
  if (order.addressChanges > 0 || order.giftTo !== null) return false;
  const since = order.paidAt ?? order.createdAt;
  return deps.clock.now().getTime() - since.getTime() < OPEN_VIEW_MS;
}

/** Returns true for exactly one view of an order, so that analytics count the purchase once. */
export function markViewed(deps: Pick<Deps, "db" | "clock">, order: Order): boolean {
  if (order.firstViewedAt) return false;
  const now = deps.clock.now();
  let isFirst = false;
  const take = (tx: Transaction) => {
    const unseen = and(eq(orders.id, order.id), isNull(orders.firstViewedAt));
    isFirst = tx.select({ id: orders.id }).from(orders).where(unseen).get() !== undefined;
    if (isFirst) updateRow(tx, orders, order.id, { firstViewedAt: now }, { actor: "buyer", now });
  };
  // A failed write must not keep the buyer from the files.
  return wroteIfPossible(() => deps.db.write(take)) && isFirst;
}

/** Returns an item with download links, or without links if `order` is null or access has ended. */
function itemDetail(deps: Deps, item: OrderItem, order: Order | null): PurchasedItem {
  const { productId: id, name, quantity, type, billingPeriod, licence } = item;
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + PAGE_LINK_MS);
  const links =
    order && isAccessible(item, now)
      ? fileLinks(deps, { item, order, expiresAt })
      : { files: [], zipUrl: null };
  return {
    id,
    name,
    productName: name,
    price: paidOf(item),
    quantity,
    type,
    billingPeriod,
    licence,
    downloadUrl: links.zipUrl,
    fileUrl: links.files[0]?.url ?? null,
    files: links.files,
    accessFrom: accessStartOf(item, now),
    ...(item.revokeReason === "withdrawal" && { isWithheld: true }),
  };
}

/** Returns the buying browser's other orders within a day of this one; empty for other viewers. */
function findOtherOrders(deps: Deps, order: Order, viewer: Viewer): OtherOrder[] {
  const { id, browserHash, createdAt } = order;
  const now = deps.clock.now();
  if (browserHash === null || !isBuyingBrowser(order, viewer, now)) return [];
  const sameVisit = between(
    orders.createdAt,
    new Date(createdAt.getTime() - ONE_VISIT_MS),
    new Date(createdAt.getTime() + ONE_VISIT_MS),
  );
  const ofBrowser = and(eq(orders.browserHash, browserHash), ne(orders.id, id));
  return deps.db
    .select()
    .from(orders)
    .where(and(ofBrowser, inArray(orders.status, PAID_OR_PROCESSING), sameVisit))
    .orderBy(desc(orders.id))
    .limit(MOST_SHOWN)
    .all()
    .filter((other) => isBuyingBrowser(other, viewer, now))
    .flatMap(({ id: otherId, sessionId, number: orderNumber }) => {
      const names = listItems(deps.db, otherId).map(({ name }) => name);
      return sessionId === null ? [] : [{ sessionId, orderNumber, names }];
    });
}

type BuyersChoice = { sessionId: string; viewer: Viewer; topic: MailTopic; wanted: boolean };

/** Stores whether the buyer of an order wants the mails of a topic. Returns false if the viewer did not order. */
export function setOrdersChoice(
  deps: Pick<Deps, "db" | "clock">,
  { sessionId, viewer, topic, wanted }: BuyersChoice,
): boolean {
  const now = deps.clock.now();
  const order = findOrder(deps.db, sessionId);
  if (!order?.email || !isOwner(order, viewer, now)) return false;
  const preference = { email: order.email, topic, wanted };
  deps.db.write((tx) => setWanted(tx, { ...preference, author: { actor: "buyer", now } }));
  return true;
}
