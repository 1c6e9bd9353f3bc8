import { eq } from "drizzle-orm";
import { orderNotes } from "../../db/schema.ts";
import { formatAmount, formatDate, formatMoment } from "../contract/format.ts";
import type { Deps } from "../deps.ts";
import { readSettings } from "../domain/settings.ts";
import { ROWS } from "../domain/issues/kinds.ts";
import { findRows } from "../domain/issues/rows.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { readFigures, type WeekFigures } from "../domain/issues/weekly-summary.ts";
import { defineMail, mailFrame, orderFrame } from "./define-mail.ts";

const MOST_NAMED = 5;
const NEEDS = "Open “Needs attention”";
const AT_ONCE_FOOT = "You get this mail because you run the shop.";

/** Notifies the owner of a dispute, with the deadline for the answer. */
export const ownerDispute = defineMail("owner_dispute", {
  toOwner: true,
  gather(deps, { orderId, noteId }) {
    const order = findOrderById(deps.db, orderId);
    const note = deps.db.select().from(orderNotes).where(eq(orderNotes.id, noteId)).get();
    // Decided meanwhile.
    if (!order || !note || note.doneAt) return undefined;
    return {
      ...orderFrame(deps, order),
      ...aboutOrder(deps, order),
      isRenewal: note.kind === "renewal_dispute_open",
      dueAt: note.dueAt,
    };
  },
  compose({ orderNumber, amount, buyer, isRenewal, dueAt, orderUrl, timeZone }) {
    const payment = isRenewal ? "the payment of a renewal" : `the payment of ${amount}`;
    const deadline = dueAt ? ` by ${formatMoment(dueAt, timeZone)}` : "";
    return {
      subject: `Dispute of order ${orderNumber}: please answer${deadline}`,
      preview: "Without an answer the money goes back to the buyer.",
      title: "A buyer disputes a payment",
      blocks: [
        `${buyer} disputes ${payment} of order ${orderNumber} at their bank.`,
        `Please answer in the dashboard of your payment provider${deadline}. Without an answer the money goes back to the buyer, and you pay the bank's fee. The buyer keeps access until the dispute is lost.`,
        { button: "Open the order", url: orderUrl },
      ],
      foot: AT_ONCE_FOOT,
    };
  },
});

/** Notifies the owner that a buyer may have paid twice for the same. */
export const ownerDuplicate = defineMail("owner_double", {
  toOwner: true,
  gather(deps, { orderId }) {
    const order = findOrderById(deps.db, orderId);
    const other = order?.duplicateOfId ? findOrderById(deps.db, order.duplicateOfId) : undefined;
    // Refunded or settled meanwhile.
    if (!order || !other || order.duplicateResolvedAt || order.refundedAmount > 0) return undefined;
    return { ...orderFrame(deps, order), ...aboutOrder(deps, order), otherNumber: other.number };
  },
  compose: ({ orderNumber, otherNumber, amount, buyer, orderUrl }) => ({
    subject: `Order ${orderNumber} may have been paid twice`,
    preview: `${buyer} has already paid for order ${otherNumber}.`,
    title: "A buyer may have paid twice",
    blocks: [
      `${buyer} has paid ${amount} for order ${orderNumber}, but already owns one of its products from order ${otherNumber}.`,
      "If this was a mistake, refund one of the two orders. If it was intended, mark the duplicate as resolved.",
      { button: "Open the order", url: orderUrl },
    ],
    foot: AT_ONCE_FOOT,
  }),
});

/** Notifies the owner of mails that could not be delivered, once a day at most. */
export const ownerDeadMails = defineMail("owner_dead_mails", {
  toOwner: true,
  gather(deps) {
    const { count, rows } = findRows(deps, ROWS.dead_mails.find);
    // Sent again meanwhile.
    if (count === 0) return undefined;
    const titles = rows.slice(0, MOST_NAMED).map(({ title }) => title);
    return { ...mailFrame(deps), count, titles };
  },
  compose({ count, titles, siteUrl }) {
    const more = count > titles.length ? [`and ${count - titles.length} more`] : [];
    const mails = count === 1 ? "A mail" : `${count} mails`;
    return {
      subject: `${mails} couldn't be delivered`,
      preview: titles[0] ?? "",
      title: `${mails} couldn't be delivered`,
      blocks: [
        { lines: [...titles, ...more] },
        "Often an address has a typo. Correct it in the order, and the shop mails the files again.",
        { button: NEEDS, url: `${siteUrl}/admin/needs` },
      ],
      foot: "You get this mail once a day at most.",
    };
  },
});

/** The owner's summary of last week. */
export const weeklySummary = defineMail("weekly_summary", {
  toOwner: true,
  gather(deps, { firstDay, lastDay }) {
    if (!readSettings(deps).weeklySummary) return undefined;
    const figures = readFigures(deps, { from: firstDay, to: lastDay });
    return { ...mailFrame(deps), firstDay, lastDay, figures };
  },
  compose({ brand, firstDay, lastDay, figures, siteUrl }) {
    const { sales, refunds, needs, hasSubscriptions } = figures;
    const orders = sales.reduce((sum, { count }) => sum + count, 0);
    const headline = `${orders === 0 ? "no orders" : countNamed(orders, ["order", "orders"])} last week`;
    const week = `${formatDate(firstDay)} – ${formatDate(lastDay)}`;
    const open = needs.map(({ kind, count }) => countNamed(count, ROWS[kind].noun));
    return {
      subject: `${brand}: ${headline}`,
      preview: sumsOf(sales) || "The summary of your shop.",
      title: "Your week",
      blocks: [
        {
          lines: [
            week,
            `Orders: ${orders}`,
            `Revenue: ${sumsOf(sales) || "none"}`,
            `Refunds: ${sumsOf(refunds) || "none"}`,
          ],
        },
        ...(hasSubscriptions ? [{ small: "Renewals of subscriptions count as orders." }] : []),
        ...(open.length > 0
          ? [`Needs your attention: ${open.join(", ")}.`, needsButton(siteUrl)]
          : ["Nothing needs your attention.", shopButton(siteUrl)]),
      ],
      foot: "You can switch this weekly mail off in the settings of your shop.",
    };
  },
});

const needsButton = (siteUrl: string) => ({ button: NEEDS, url: `${siteUrl}/admin/needs` });
const shopButton = (siteUrl: string) => ({ button: "Open the admin", url: `${siteUrl}/admin` });

type NoticedOrder = NonNullable<ReturnType<typeof findOrderById>>;

function aboutOrder(
  { config }: Pick<Deps, "config">,
  { id, email, totalAmount, currency }: NoticedOrder,
) {
  return {
    buyer: email ?? "The buyer",
    amount: formatAmount(totalAmount, currency),
    orderUrl: `${config.publicUrl}/admin/orders/${id}`,
  };
}

function sumsOf(sums: WeekFigures["refunds"]): string {
  return sums.map(({ amount, currency }) => formatAmount(amount, currency)).join(", ");
}

function countNamed(count: number, [one, more]: [string, string]): string {
  return `${count} ${count === 1 ? one : more}`;
}
