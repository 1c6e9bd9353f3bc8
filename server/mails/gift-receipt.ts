import { maskEmail } from "../contract/email.ts";
import { formatAmount, formatDay } from "../contract/format.ts";
import { giftMailWords as words } from "../contract/mail-words.ts";
import { receiptPath, WITHDRAW_PATH } from "../contract/paths.ts";
import { fill } from "../contract/words.ts";
import { findOrderById, isRefundedInFull, listItems } from "../domain/orders/order.ts";
import { readSite } from "../domain/settings.ts";
import { accessStartOf } from "../domain/viewer.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { greetingOf, lineOf, paidItemOf } from "./words.ts";

/** Confirms a paid gift to its giver: the payment, and where the files go; contains no files. */
export const giftReceipt = defineMail("gift_receipt", {
  gather(deps, { orderId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    const giftTo = maskEmail(order?.giftTo ?? null);
    if (!order || giftTo === null || order.giverEmail !== recipient) return undefined;
    const items = listItems(deps.db, orderId);
    const [accessFrom = null] = items.flatMap(
      (item) => accessStartOf(item, deps.clock.now()) ?? [],
    );
    const { customerName, totalAmount, currency, invoiceUrl } = order;
    return {
      ...orderFrame(deps, order),
      customerName,
      giftTo,
      totalAmount,
      currency,
      invoiceUrl,
      accessFrom,
      canWithdraw: readSite(deps).withdrawal === true && !isRefundedInFull(order),
      items: items.map((item) => paidItemOf(item, order)),
    };
  },
  compose(mail) {
    const { orderNumber: number, giftTo: email, accessFrom, currency, siteUrl, invoiceUrl } = mail;
    const day = accessFrom && formatDay(new Date(accessFrom), mail.timeZone);
    const next = day ? fill(words.waits, { email, day }) : fill(words.sent, { email });
    const withdrawUrl = siteUrl + WITHDRAW_PATH;
    return {
      subject: fill(words.subject, { number }),
      preview: next,
      title: words.title,
      blocks: [
        fill(words.intro, { greeting: greetingOf(mail.customerName) }),
        {
          lines: [
            fill(words.orderNumber, { number }),
            ...mail.items.map((item) => lineOf(item, currency)),
            fill(words.total, { amount: formatAmount(mail.totalAmount, currency) }),
          ],
        },
        next,
        { button: words.button, url: siteUrl + receiptPath(number) },
        ...(invoiceUrl
          ? [{ small: fill(words.invoice, { url: invoiceUrl }), links: [invoiceUrl] }]
          : []),
        ...(mail.canWithdraw
          ? [{ small: fill(words.withdraw, { url: withdrawUrl }), links: [withdrawUrl] }]
          : []),
        { small: words.wrong },
      ],
    };
  },
});
