import { findOrderById, isRefused } from "../domain/orders/order.ts";
import { defineMail } from "./define-mail.ts";
import { listLines, type OrderMail, orderMail } from "./order-mail.ts";

export type PaymentFailedMail = OrderMail & { products: string[] };

/** Notifies a buyer that a delayed payment was refused, with a link to order again. */
export const paymentFailed = defineMail("payment_failed", {
  gather(deps, { orderId }): PaymentFailedMail | undefined {
    const order = findOrderById(deps.db, orderId);
    if (!order || !isRefused(deps.db, order)) return undefined;
    const products = listLines(deps, order.id).map(({ name }) => name);
    return { products, ...orderMail(deps, order) };
  },
  say: ({ orderNumber, products, siteUrl }) => ({
    subject: `The payment for order ${orderNumber} did not go through`,
    preview: "Nothing was charged.",
    title: "The payment did not go through",
    blocks: [
      `Your bank did not confirm the payment for order ${orderNumber}. Nothing was charged, and no files were sent.`,
      `You ordered: ${products.join(", ")}. If you still want this, order again with this or another way to pay.`,
      { button: "Order again", url: `${siteUrl}/#pricing` },
    ],
  }),
});
