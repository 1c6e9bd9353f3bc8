import { findOrderById } from "../domain/orders/order.ts";
import { defineMail } from "./define-mail.ts";
import { type OrderMail, orderMail } from "./order-mail.ts";

export type AddressChangedMail = OrderMail & {
  /** Masked, because this mail may go to a stranger. */
  newAddress: string;
};

/** Notifies an order's old email that its files now go to another one. */
export const addressChanged = defineMail("address_changed", {
  gather(deps, { orderId, newAddress }): AddressChangedMail {
    return { newAddress, ...orderMail(deps, findOrderById(deps.db, orderId) ?? { number: "" }) };
  },
  say: ({ orderNumber, newAddress, supportEmail }) => ({
    subject: `Order ${orderNumber} has a new email address`,
    preview: "The files of this order now go to another address.",
    title: <>A new address for order {orderNumber}</>,
    blocks: [
      `The buyer of order ${orderNumber} has corrected the email address. Its files now go to ${newAddress}, and the links we sent to this address no longer work.`,
      `If this order is yours and you did not ask for this, write to ${supportEmail} and name the order number. If you know nothing of it, somebody mistyped an address and you can delete this mail.`,
    ],
  }),
});
