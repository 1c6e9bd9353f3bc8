import { asc, eq } from "drizzle-orm";
import { orderItems } from "../../db/schema.ts";
import { countOf, formatAmount, formatBytes, formatDay } from "../contract/format.ts";
import type { Deps } from "../deps.ts";
import { fileLinks } from "../domain/files/build-links.ts";
import { listGrantedItems } from "../domain/files/grants.ts";
import { MAIL_LINK_MS } from "../domain/files/link-token.ts";
import { findOrderById, isRefused } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { greetingOf, lineOf, pagesNamed, wayBackOf } from "./words.ts";

const RECEIVED = "Order received, waiting for your bank";

/** Confirms an order with a delayed payment and explains the next steps; contains no files. */
export const orderReceived = defineMail("order_received", {
  gather(deps, { orderId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    // The payment has ended by now, or the order's email was corrected.
    if (order?.status !== "processing" || order.email !== recipient) return undefined;
    const items = listItems(deps, order.id);
    return {
      ...orderFrame(deps, order),
      customerName: order.customerName,
      email: recipient,
      totalAmount: order.totalAmount,
      currency: order.currency,
      items,
      orderUrl: `${deps.config.publicUrl}/checkout/success?sessionId=${order.sessionId}`,
      // For subscriptions, a refusal is not final: the first payment can be retried.
      refusalEnds: items.every(({ type }) => type !== "subscription"),
    };
  },
  say(mail) {
    const { orderNumber, email, items, totalAmount, currency, siteUrl } = mail;
    const refusal = mail.refusalEnds ? " If it refuses, nothing is charged, and we tell you." : "";
    const next = `There is nothing more to do: as soon as the bank confirms, we mail your files to ${email}.${refusal}`;
    return {
      subject: `${RECEIVED} (${orderNumber})`,
      preview: next,
      title: RECEIVED,
      blocks: [
        `${greetingOf(mail.customerName)} thank you for your order. Your bank has not confirmed the payment yet; with some ways to pay that takes a few days.`,
        {
          lines: [
            `Order number: ${orderNumber}`,
            ...items.map((item) => lineOf(item, currency)),
            `Total: ${formatAmount(totalAmount, currency)}`,
          ],
        },
        next,
        { button: "See your order", url: mail.orderUrl },
        {
          small: `From then on they are in your account as well: ${wayBackOf(siteUrl, email)}`,
          links: pagesNamed(mail),
        },
        {
          small:
            "Did you not order this? Then somebody mistyped an address; please ignore this mail.",
        },
      ],
    };
  },
});

export const paymentFailed = defineMail("payment_failed", {
  gather(deps, { orderId }) {
    const order = findOrderById(deps.db, orderId);
    if (!order || !isRefused(deps.db, order)) return undefined;
    return { ...orderFrame(deps, order), products: listItems(deps, orderId).map((i) => i.name) };
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

/** Notifies an order's old email, which may be a stranger's, that the order has a new email. */
export const addressChanged = defineMail("address_changed", {
  gather: (deps, { orderId, newAddress }) => ({
    ...orderFrame(deps, findOrderById(deps.db, orderId) ?? { number: "" }),
    newAddress,
  }),
  say: ({ orderNumber, newAddress, supportEmail }) => ({
    subject: `Order ${orderNumber} has a new email address`,
    preview: "The files of this order now go to another address.",
    title: `A new address for order ${orderNumber}`,
    blocks: [
      `The buyer of order ${orderNumber} has corrected the email address. Its files now go to ${newAddress}, and the links we sent to this address no longer work.`,
      `If this order is yours and you did not ask for this, write to ${supportEmail} and name the order number. If you know nothing about it, somebody mistyped an address and you can delete this mail.`,
    ],
  }),
});

/** Notifies a buyer of a new file version, with a link that works without signing in. */
export const newVersion = defineMail("new_version", {
  gather(deps, { orderId, itemId, fileId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    if (order?.email !== recipient) return undefined;
    const now = deps.clock.now();
    const item = listGrantedItems(deps.db, { orderId, now }).find(({ id }) => id === itemId);
    if (!item) return undefined;
    const linkEndsAt = new Date(now.getTime() + MAIL_LINK_MS);
    const { files } = fileLinks(deps, { item, order, expiresAt: linkEndsAt });
    const file = files.find(({ id }) => id === fileId);
    if (!file) return undefined;
    const { customerName } = order;
    const about = { customerName, email: recipient, product: item.name, file, linkEndsAt };
    return { ...orderFrame(deps, order), ...about };
  },
  say(mail) {
    const { customerName, product, file, linkEndsAt, orderNumber, siteUrl, email } = mail;
    const title = file.title.replaceAll(/\s+/g, " ");
    return {
      subject: `A new version of ${title} is ready`,
      preview: `It is part of your ${product}, and costs nothing.`,
      title: "A new version is ready",
      blocks: [
        `${greetingOf(customerName)} there is a new version of ${title}, which is part of your ${product}. It costs nothing; print it in place of the one that you have.`,
        { button: "Open the new version", url: file.url },
        {
          small: `${countOf(file.pages, "page")}, ${formatBytes(file.bytes)}. The link opens without signing in until ${formatDay(linkEndsAt)}. After that, and at any time, ${wayBackOf(siteUrl, email)}`,
          links: pagesNamed(mail),
        },
        { small: `You have this file from order ${orderNumber}.` },
      ],
    };
  },
});

function listItems({ db }: Deps, orderId: number) {
  const { name, price, type, billingPeriod } = orderItems;
  return db
    .select({ name, price, type, billingPeriod })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
    .all();
}
