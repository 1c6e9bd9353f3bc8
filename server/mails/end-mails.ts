import { formatAmount } from "../contract/format.ts";
import { endedMailWords, refundMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { isAccessible } from "../domain/viewer.ts";
import { payerEmailOf } from "../domain/orders/gifts.ts";
import { findOrderById, listItems } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { shopUrl } from "./shop-url.ts";
import { greetingOf, pagesNamed, wayBackOf } from "./words.ts";

/** Confirms a refund: its amount, and which products it has ended. */
export const orderRefunded = defineMail("order_refunded", {
  gather(deps, { orderId, amount, recipient }) {
    const order = findOrderById(deps.db, orderId);
    // The refund failed after all, or the order's email was corrected.
    if (!order || payerEmailOf(order) !== recipient) return undefined;
    if (order.refundedAmount < amount) return undefined;
    const isGift = order.giftTo !== null;
    const now = deps.clock.now();
    const items = listItems(deps.db, orderId);
    return {
      ...orderFrame(deps, order),
      customerName: order.customerName,
      email: recipient,
      amount,
      refundedAmount: order.refundedAmount,
      totalAmount: order.totalAmount,
      currency: order.currency,
      ended: items.filter(({ revokeReason }) => revokeReason === "refund").map(({ name }) => name),
      isGift,
      hasFiles: !isGift && items.some((item) => isAccessible(item, now)),
    };
  },
  compose(mail) {
    const { orderNumber: number, email, siteUrl, ended, hasFiles } = mail;
    const money = (cents: number) => formatAmount(cents, mail.currency);
    const amount = money(mail.amount);
    const isAll = mail.refundedAmount === mail.amount;
    const sum = { sum: money(mail.refundedAmount), total: money(mail.totalAmount) };
    const endedText = mail.isGift ? words.endedGift : words.ended;
    const kept = ended.length > 0 ? words.others : words.unchanged;
    return {
      subject: fill(words.subject, { number }),
      preview: fill(words.preview, { amount }),
      title: words.title,
      blocks: [
        fill(words.text, { greeting: greetingOf(mail.customerName), amount, number }),
        ...(isAll ? [] : [fill(words.sum, sum)]),
        ...(ended.length > 0 ? [fill(endedText, { items: ended.join(", ") })] : []),
        ...(hasFiles
          ? [
              {
                small: fill(kept, { wayBack: wayBackOf(siteUrl, email) }),
                links: pagesNamed(mail),
              },
            ]
          : []),
      ],
    };
  },
});

/** Explains why files of an order no longer open: a lost dispute, or the end of a subscription. */
export const accessEnded = defineMail("access_ended", {
  gather(deps, { orderId, cause, recipient }) {
    const order = findOrderById(deps.db, orderId);
    if (!order || payerEmailOf(order) !== recipient) return undefined;
    const now = deps.clock.now();
    const items = listItems(deps.db, orderId).filter((item) =>
      cause === "dispute"
        ? item.revokeReason === "dispute"
        : item.type === "subscription" && !item.revokedAt && !isAccessible(item, now),
    );
    // Access was restored meanwhile.
    if (items.length === 0) return undefined;
    return {
      ...orderFrame(deps, order),
      customerName: order.customerName,
      cause,
      isGift: order.giftTo !== null,
      names: items.map(({ name }) => name),
      url: shopUrl(
        deps,
        items.map(({ productId }) => productId),
      ),
    };
  },
  compose({ orderNumber: number, customerName, cause, isGift, names, url }) {
    const items = names.join(", ");
    const about = { greeting: greetingOf(customerName), items, number };
    if (cause === "dispute") {
      const { subject, title, text, textGift, mistake } = endedMailWords.dispute;
      return {
        subject: fill(subject, { number }),
        preview: mistake,
        title,
        blocks: [fill(isGift ? textGift : text, about), mistake],
      };
    }
    const { subject, title, text, again, button } = endedMailWords.subscription;
    return {
      subject: fill(subject, { items }),
      preview: url ? again : fill(text, about),
      title,
      blocks: [fill(text, about), ...(url ? [again, { button, url }] : [])],
    };
  },
});
