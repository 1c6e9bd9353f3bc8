import type { Transaction } from "../../../db/client.ts";
import type { RevokeReason } from "../../../db/enums.ts";
import type { Author } from "../../../db/record.ts";
import type { Order, OrderItem } from "../../../db/schema.ts";
import { queueWebhooks } from "../webhooks/queue-webhooks.ts";
import { listItems, paidOf } from "./order.ts";

// Outgoing webhooks about orders. Their data has neither links to files nor ids of the provider,
// because both give access.

type OrderEvent = { order: Order; author: Author };

/** Cause of an end of access. */
export type EndCause = Exclude<RevokeReason, "kept"> | "subscription";

/** Reports a paid order. */
export function reportPaid(tx: Transaction, { order, author }: OrderEvent): void {
  queueWebhooks(tx, {
    type: "order.paid",
    messageId: `paid_${order.number}`,
    subject: `orders:${order.id}`,
    data: () => orderData(order, listItems(tx, order.id)),
    author,
  });
}

/** Reports a changed sum of refunds; `order` has the sum before. */
export function reportRefund(
  tx: Transaction,
  {
    order,
    refundedAmount,
    endedItemIds,
    author,
  }: OrderEvent & { refundedAmount: number; endedItemIds: readonly number[] },
): void {
  if (refundedAmount === order.refundedAmount) return;
  queueWebhooks(tx, {
    type: "order.refunded",
    // With the version: the sum can repeat, because a refund that the bank rejected is made again.
    messageId: `refunded_${order.number}_${order.version}`,
    subject: `orders:${order.id}`,
    data: () => ({
      ...orderData({ ...order, refundedAmount }, listItems(tx, order.id)),
      refundedBefore: order.refundedAmount,
      accessEnded: endedItemIds.length > 0,
    }),
    author,
  });
}

/** Reports that access to items has ended; `detail` distinguishes this end from others of the order. */
export function reportEnd(
  tx: Transaction,
  {
    order,
    cause,
    isEnded,
    detail,
    author,
  }: OrderEvent & { cause: EndCause; isEnded: (item: OrderItem) => boolean; detail?: string },
): void {
  const items = listItems(tx, order.id);
  const ended = items.filter(isEnded);
  if (ended.length === 0) return;
  // An item can be revoked again after it was restored.
  const versions = ended.map(({ id, version }) => `${id}v${version}`).join("-");
  queueWebhooks(tx, {
    type: "access.ended",
    messageId: `ended_${order.number}_${detail ?? versions}`,
    subject: `orders:${order.id}`,
    data: () => ({
      ...orderData(order, items),
      cause,
      endedProductIds: ended.map(({ productId }) => productId),
    }),
    author,
  });
}

/** Returns an order as webhooks report it, with the names of the wire contract. */
function orderData(order: Order, items: OrderItem[]) {
  const { currency, country, totalAmount, taxAmount, discountAmount, discountCode } = order;
  const { referrer, utmSource, utmCampaign } = order;
  return {
    orderNumber: order.number,
    purchaseDate: order.paidAt?.toISOString() ?? null,
    customerEmail: order.email,
    customerName: order.customerName,
    giverEmail: order.giverEmail,
    country,
    currency,
    totalAmount,
    taxAmount,
    discountAmount,
    discountCode,
    refundedAmount: order.refundedAmount,
    source: { referrer, utmSource, utmCampaign },
    products: items.map((item) => ({
      id: item.productId,
      name: item.name,
      price: paidOf(item),
      taxAmount: item.taxAmount,
      quantity: item.quantity,
      type: item.type,
      billingPeriod: item.billingPeriod,
      licence: item.licence,
    })),
  };
}

/** Returns the data of a test event: an order that does not exist. */
export function sampleOrderData(now: Date): ReturnType<typeof orderData> {
  return {
    orderNumber: "TEST-TEST",
    purchaseDate: now.toISOString(),
    customerEmail: "buyer@example.com",
    customerName: "Sample Buyer",
    giverEmail: null,
    country: "US",
    currency: "usd",
    totalAmount: 1900,
    taxAmount: 0,
    discountAmount: 0,
    discountCode: null,
    refundedAmount: 0,
    source: { referrer: null, utmSource: null, utmCampaign: null },
    products: [
      {
        id: 1,
        name: "Sample product",
        price: 1900,
        taxAmount: 0,
        quantity: 1,
        type: "digital",
        billingPeriod: null,
        licence: "personal",
      },
    ],
  };
}
