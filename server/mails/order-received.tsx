import { Button } from "@react-email/button";
import { Text } from "@react-email/text";
import { eq } from "drizzle-orm";
import { orders } from "../../db/schema.ts";
import { formatAmount } from "../contract/format.ts";
import type { Mode } from "../contract/site.ts";
import { listLines } from "../domain/orders/order-lines.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { Linked, type MailFrame, Paragraphs, style } from "./layout.tsx";
import { greetingOf, lineOf, pagesNamed, type PricedLine, wayBackOf } from "./words.ts";

export type OrderReceivedMail = MailFrame & {
  orderNumber: string;
  customerName: string | null;
  email: string;
  totalAmount: number;
  currency: string;
  items: PricedLine[];
  /** The order's page, which shows what becomes of it. */
  orderUrl: string;
  /** Whether a refusal by the bank is the end: a subscription's first payment is asked for again. */
  refusalEnds: boolean;
  mode: Mode;
};

const TITLE = "Order received, waiting for your bank";
const SEE_ORDER = "See your order";
const STRANGER =
  "Did you not order this? Then somebody mistyped an address; please ignore this mail.";

/** Tells the buyer of a delayed payment that the order is known and what happens next; no files yet. */
export const orderReceived = defineMail("order_received", {
  gather(deps, { orderId, recipient }): OrderReceivedMail | undefined {
    const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
    // The bank has answered by now, or the order has another email.
    if (order?.status !== "processing" || order.email !== recipient) return undefined;
    const { number, customerName, totalAmount, currency, sessionId } = order;
    const items = listLines(deps.db, order.id);
    return {
      orderNumber: number,
      customerName,
      email: recipient,
      totalAmount,
      currency,
      items,
      orderUrl: `${deps.config.publicUrl}/checkout/success?sessionId=${sessionId}`,
      refusalEnds: items.every(({ type }) => type !== "subscription"),
      ...mailFrame(deps),
      mode: deps.config.mode,
    };
  },
  say: (mail) => ({
    subject: `${TITLE} (${mail.orderNumber})`,
    preview: whatNext(mail),
    title: TITLE,
    text: [
      opening(mail),
      facts(mail).join("\n"),
      whatNext(mail),
      `${SEE_ORDER}: ${mail.orderUrl}`,
      later(mail),
      STRANGER,
    ],
    body: (
      <>
        <Paragraphs texts={[opening(mail)]} />
        <Text style={style.text}>
          {facts(mail).map((fact, index) => (
            <span key={fact}>
              {index > 0 && <br />}
              {fact}
            </span>
          ))}
        </Text>
        <Paragraphs texts={[whatNext(mail)]} />
        <Button href={mail.orderUrl} style={style.button}>
          {SEE_ORDER}
        </Button>
        <Text style={{ ...style.small, marginTop: 24 }}>
          <Linked text={later(mail)} addresses={pagesNamed(mail)} />
        </Text>
        <Text style={style.small}>{STRANGER}</Text>
      </>
    ),
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
