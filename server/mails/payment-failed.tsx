import { Button } from "@react-email/button";
import { eq } from "drizzle-orm";
import { orders } from "../../db/schema.ts";
import type { Mode } from "../contract/site.ts";
import { isRefused } from "../domain/money/failed-payment.ts";
import { listLines } from "../domain/orders/order-lines.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { type MailFrame, Paragraphs, style } from "./layout.tsx";

export type PaymentFailedMail = MailFrame & {
  orderNumber: string;
  products: string[];
  mode: Mode;
};

/** Tells a buyer that the bank refused a payment which took its time, and where to order again. */
export const paymentFailed = defineMail("payment_failed", {
  gather(deps, { orderId }): PaymentFailedMail | undefined {
    const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
    if (!order || !isRefused(deps.db, order)) return undefined;
    const products = listLines(deps.db, order.id).map(({ name }) => name);
    return { orderNumber: order.number, products, ...mailFrame(deps), mode: deps.config.mode };
  },
  say: (mail) => ({
    subject: `The payment for order ${mail.orderNumber} did not go through`,
    preview: "Nothing was charged.",
    title: "The payment did not go through",
    text: [...paragraphs(mail), `Order again: ${pricingOf(mail)}`],
    body: (
      <>
        <Paragraphs texts={paragraphs(mail)} />
        <Button href={pricingOf(mail)} style={style.button}>
          Order again
        </Button>
      </>
    ),
  }),
});

function paragraphs({ orderNumber, products }: PaymentFailedMail): string[] {
  return [
    `Your bank did not confirm the payment for order ${orderNumber}. Nothing was charged, and no files were sent.`,
    `You ordered: ${products.join(", ")}. If you still want this, order again with this or another way to pay.`,
  ];
}

function pricingOf({ siteUrl }: PaymentFailedMail): string {
  return `${siteUrl}/#pricing`;
}
