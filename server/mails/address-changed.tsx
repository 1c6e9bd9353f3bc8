import { eq } from "drizzle-orm";
import { orders } from "../../db/schema.ts";
import type { Mode } from "../contract/site.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { type MailFrame, Paragraphs } from "./layout.tsx";

export type AddressChangedMail = MailFrame & {
  orderNumber: string;
  /** Masked: this mail may go to a stranger. */
  newAddress: string;
  mode: Mode;
};

/** Tells an order's old email that its files now go to another one (decision: email-correction). */
export const addressChanged = defineMail("address_changed", {
  gather(deps, { orderId, newAddress }): AddressChangedMail {
    const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
    const orderNumber = order?.number ?? "";
    return { orderNumber, newAddress, ...mailFrame(deps), mode: deps.config.mode };
  },
  say: (mail) => ({
    subject: `Order ${mail.orderNumber} has a new email address`,
    preview: "The files of this order now go to another address.",
    title: <>A new address for order {mail.orderNumber}</>,
    text: paragraphs(mail),
    body: <Paragraphs texts={paragraphs(mail)} />,
  }),
});

function paragraphs({ orderNumber, newAddress, supportEmail }: AddressChangedMail): string[] {
  return [
    `The buyer of order ${orderNumber} has corrected the email address. Its files now go to ${newAddress}, and the links we sent to this address no longer work.`,
    `If this order is yours and you did not ask for this, write to ${supportEmail} and name the order number. If you know nothing of it, somebody mistyped an address and you can delete this mail.`,
  ];
}
