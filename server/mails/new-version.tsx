import { countOf, formatBytes, formatDay } from "../contract/format.ts";
import type { PurchasedFile } from "../contract/answers.ts";
import { fileLinks } from "../domain/files/build-links.ts";
import { MAIL_LINK_MS } from "../domain/files/link-token.ts";
import { listGrantedItems } from "../domain/files/grants.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { defineMail } from "./define-mail.ts";
import { type OrderMail, orderMail } from "./order-mail.ts";
import { greetingOf, pagesNamed, wayBackOf } from "./words.ts";

export type NewVersionMail = OrderMail & {
  customerName: string | null;
  email: string;
  product: string;
  file: PurchasedFile;
  linkEndsAt: Date;
};

/** Notifies a buyer of a new file version, with a link that works without signing in. */
export const newVersion = defineMail("new_version", {
  gather(deps, { orderId, itemId, fileId, recipient }): NewVersionMail | undefined {
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
    return { ...about, ...orderMail(deps, order) };
  },
  say: (mail) => {
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
