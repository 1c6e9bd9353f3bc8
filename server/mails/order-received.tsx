import { formatAmount } from "../contract/format.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { defineMail } from "./define-mail.ts";
import { listLines, type OrderMail, orderMail } from "./order-mail.ts";
import { greetingOf, lineOf, pagesNamed, type PricedLine, wayBackOf } from "./words.ts";

export type OrderReceivedMail = OrderMail & {
  customerName: string | null;
  email: string;
  totalAmount: number;
  currency: string;
  items: PricedLine[];
  /** The order's success page, which shows its status. */
  orderUrl: string;
  /** Whether a refused payment ends the order; a subscription's first payment can be retried. */
  refusalEnds: boolean;
};

const TITLE = "Order received, waiting for your bank";
const STRANGER =
  "Did you not order this? Then somebody mistyped an address; please ignore this mail.";

/** Confirms an order with a delayed payment and explains the next steps; contains no files. */
export const orderReceived = defineMail("order_received", {
  gather(deps, { orderId, recipient }): OrderReceivedMail | undefined {
    const order = findOrderById(deps.db, orderId);
    // The payment has ended by now, or the order's email was corrected.
    if (order?.status !== "processing" || order.email !== recipient) return undefined;
    const { customerName, totalAmount, currency, sessionId } = order;
    const items = listLines(deps, order.id);
    return {
      customerName,
      email: recipient,
      totalAmount,
      currency,
      items,
      orderUrl: `${deps.config.publicUrl}/checkout/success?sessionId=${sessionId}`,
      refusalEnds: items.every(({ type }) => type !== "subscription"),
      ...orderMail(deps, order),
    };
  },
  say: (mail) => ({
    subject: `${TITLE} (${mail.orderNumber})`,
    preview: whatNext(mail),
    title: TITLE,
    blocks: [
      opening(mail),
      { lines: facts(mail) },
      whatNext(mail),
      { button: "See your order", url: mail.orderUrl },
      { small: later(mail), links: pagesNamed(mail) },
      { small: STRANGER },
    ],
  }),
});

function opening({ customerName }: OrderReceivedMail): string {
  return `${greetingOf(customerName)} thank you for your order. Your bank has not confirmed the payment yet; with some ways to pay that takes a few days.`;
}

function facts({ orderNumber, items, totalAmount, currency }: OrderReceivedMail): string[] {
  return [
    `Order number: ${orderNumber}`,
    ...items.map((item) => lineOf(item, currency)),
    `Total: ${formatAmount(totalAmount, currency)}`,
  ];
}

function whatNext({ email, refusalEnds }: OrderReceivedMail): string {
  const refusal = refusalEnds ? " If it refuses, nothing is charged, and we tell you." : "";
  return `There is nothing more to do: as soon as the bank confirms, we mail your files to ${email}.${refusal}`;
}

function later({ siteUrl, email }: OrderReceivedMail): string {
  return `From then on they are in your account as well: ${wayBackOf(siteUrl, email)}`;
}
