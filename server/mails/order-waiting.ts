import { formatAmount, formatDay } from "../contract/format.ts";
import { WITHDRAW_PATH } from "../contract/paths.ts";
import { waitingMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { readSite } from "../domain/settings.ts";
import { accessStartOf } from "../domain/viewer.ts";
import { findOrderById, listItems } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { greetingOf, lineOf, paidItemOf } from "./words.ts";

/** Confirms a paid order whose files wait for the end of the withdrawal period. */
export const orderWaiting = defineMail("order_waiting", {
  gather(deps, { orderId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    if (order?.email !== recipient) return undefined;
    const now = deps.clock.now();
    const items = listItems(deps.db, orderId).filter((item) => accessStartOf(item, now) !== null);
    const accessFrom = items[0]?.accessFrom;
    if (!accessFrom) return undefined;
    const { customerName, totalAmount, currency } = order;
    return {
      ...orderFrame(deps, order),
      customerName,
      totalAmount,
      currency,
      email: recipient,
      accessFrom,
      canWithdraw: readSite(deps).withdrawal === true,
      items: items.map((item) => paidItemOf(item, order)),
    };
  },
  compose(mail) {
    const { orderNumber, items, currency, siteUrl } = mail;
    const day = formatDay(mail.accessFrom, mail.timeZone);
    const url = siteUrl + WITHDRAW_PATH;
    return {
      subject: fill(words.subject, { number: orderNumber }),
      preview: fill(words.next, { day, email: mail.email }),
      title: words.title,
      blocks: [
        fill(words.intro, { greeting: greetingOf(mail.customerName) }),
        {
          lines: [
            fill(words.orderNumber, { number: orderNumber }),
            ...items.map((item) => lineOf(item, currency)),
            fill(words.total, { amount: formatAmount(mail.totalAmount, currency) }),
          ],
        },
        fill(words.next, { day, email: mail.email }),
        ...(mail.canWithdraw ? [{ small: fill(words.withdraw, { url }), links: [url] }] : []),
      ],
    };
  },
});
