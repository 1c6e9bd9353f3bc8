import { formatAmount, formatDay, countText } from "../contract/format.ts";
import { maskEmail } from "../contract/email.ts";
import { filesInPaper, formatBytes } from "../contract/files.ts";
import {
  addressMailWords,
  failedMailWords,
  receivedMailWords,
  versionMailWords,
} from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { fileLinks, MAIL_LINK_MS } from "../domain/files/links.ts";
import { paperOf } from "../domain/files/paper.ts";
import { listGrantedItems } from "../domain/files/grants.ts";
import { isWanted, stopUrl } from "../domain/mails/mail-preferences.ts";
import { payerEmailOf, recipientNameOf } from "../domain/orders/gifts.ts";
import { findOrderById, isRefused, listItems } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { shopUrl } from "./shop-url.ts";
import { greetingOf, lineOf, pagesNamed, paidItemOf, wayBackOf } from "./words.ts";

/** Confirms an order with a delayed payment and explains the next steps; contains no files. */
export const orderReceived = defineMail("order_received", {
  gather(deps, { orderId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    // The payment has ended by now, or the order's email was corrected.
    if (order?.status !== "processing" || payerEmailOf(order) !== recipient) return undefined;
    const items = listItems(deps.db, order.id);
    return {
      ...orderFrame(deps, order),
      customerName: order.customerName,
      email: recipient,
      giftTo: maskEmail(order.giftTo),
      totalAmount: order.totalAmount,
      currency: order.currency,
      items: items.map((item) => paidItemOf(item, order)),
      orderUrl: `${deps.config.publicUrl}/checkout/success?sessionId=${order.sessionId}`,
      // For subscriptions, a refusal is not final: the first payment can be retried.
      refusalEnds: items.every(({ type }) => type !== "subscription"),
    };
  },
  compose(mail) {
    const { orderNumber, email, giftTo, items, totalAmount, currency, siteUrl } = mail;
    const words = receivedMailWords;
    const refusal = mail.refusalEnds ? [words.refusal] : [];
    const promise = giftTo ? fill(words.nextGift, { email: giftTo }) : fill(words.next, { email });
    const next = [promise, ...refusal].join(" ");
    return {
      subject: fill(words.subject, { number: orderNumber }),
      preview: next,
      title: words.title,
      blocks: [
        fill(words.intro, { greeting: greetingOf(mail.customerName) }),
        {
          lines: [
            fill(words.orderNumber, { number: orderNumber }),
            ...items.map((item) => lineOf(item, currency)),
            fill(words.total, { amount: formatAmount(totalAmount, currency) }),
          ],
        },
        next,
        { button: words.button, url: mail.orderUrl },
        ...(giftTo
          ? []
          : [
              {
                small: fill(words.later, { wayBack: wayBackOf(siteUrl, email) }),
                links: pagesNamed(mail),
              },
            ]),
        { small: words.stranger },
      ],
    };
  },
});

export const paymentFailed = defineMail("payment_failed", {
  gather(deps, { orderId }) {
    const order = findOrderById(deps.db, orderId);
    if (!order || !isRefused(deps.db, order)) return undefined;
    const items = listItems(deps.db, orderId);
    return {
      ...orderFrame(deps, order),
      products: items.map(({ name }) => name),
      url: shopUrl(
        deps,
        items.map(({ productId }) => productId),
      ),
    };
  },
  compose: ({ orderNumber, products, url }) => ({
    subject: fill(failedMailWords.subject, { number: orderNumber }),
    preview: failedMailWords.preview,
    title: failedMailWords.title,
    blocks: [
      fill(failedMailWords.text, { number: orderNumber }),
      ...(url
        ? [
            fill(failedMailWords.again, { items: products.join(", ") }),
            { button: failedMailWords.button, url },
          ]
        : []),
    ],
  }),
});

/** Notifies an order's old email, which may be a stranger's, that the order has a new email. */
export const addressChanged = defineMail("address_changed", {
  gather: (deps, { orderId, newAddress }) => ({
    ...orderFrame(deps, findOrderById(deps.db, orderId) ?? { number: "" }),
    newAddress,
  }),
  compose: ({ orderNumber, newAddress }) => ({
    subject: fill(addressMailWords.subject, { number: orderNumber }),
    preview: addressMailWords.preview,
    title: fill(addressMailWords.title, { number: orderNumber }),
    blocks: [
      fill(addressMailWords.text, { number: orderNumber, email: newAddress }),
      addressMailWords.stranger,
    ],
  }),
});

/** Notifies a buyer of a new file version, with a link that works without signing in. */
export const newVersion = defineMail("new_version", {
  gather(deps, { orderId, itemId, fileId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    const news = { email: recipient, topic: "news" } as const;
    if (order?.email !== recipient || !isWanted(deps.db, news)) return undefined;
    const now = deps.clock.now();
    const item = listGrantedItems(deps.db, { orderId, now }).find(({ id }) => id === itemId);
    if (!item) return undefined;
    const linkEndsAt = new Date(now.getTime() + MAIL_LINK_MS);
    const { files } = fileLinks(deps, { item, order, expiresAt: linkEndsAt });
    const paper = paperOf(deps.db, { userId: order.userId, email: recipient });
    const wanted = paper ? filesInPaper(files, paper) : files;
    const file = wanted.find(({ id }) => id === fileId);
    if (!file) return undefined;
    const customerName = recipientNameOf(order);
    const about = { customerName, email: recipient, product: item.name, file, linkEndsAt };
    return { ...orderFrame(deps, order), ...about, stop: stopUrl(deps, news) };
  },
  compose(mail) {
    const { customerName, product, file, linkEndsAt, orderNumber, siteUrl, email } = mail;
    const title = file.title.replaceAll(/\s+/g, " ");
    const words = versionMailWords;
    return {
      subject: fill(words.subject, { file: title }),
      preview: fill(words.preview, { product }),
      title: words.title,
      stopUrl: mail.stop,
      blocks: [
        fill(words.intro, { greeting: greetingOf(customerName), file: title, product }),
        { button: words.button, url: file.url },
        {
          small: fill(words.facts, {
            pages: countText(file.pages, "page"),
            size: formatBytes(file.bytes),
            day: formatDay(linkEndsAt, mail.timeZone),
            wayBack: wayBackOf(siteUrl, email),
          }),
          links: pagesNamed(mail),
        },
        { small: fill(words.order, { number: orderNumber }) },
      ],
    };
  },
});
