import { asc, inArray } from "drizzle-orm";
import { type Order, orderItems, orders } from "../../db/schema.ts";
import { formatAmount, formatDate, countOf } from "../contract/format.ts";
import type { Deps } from "../deps.ts";
import { payerEmailOf } from "../domain/orders/gifts.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { lineOf, paidItemOf } from "./words.ts";

/** Most orders that a daily mail lists; it counts the rest. */
const MOST_LISTED = 100;

export type Sale = {
  number: string;
  /** Each product with its price. */
  lines: string[];
  total: string;
  buyer: string;
  source: string;
  orderUrl: string;
};

/** Notifies the owner of one sale, or of all sales of a day. */
export const ownerSales = defineMail("owner_sales", {
  toOwner: true,
  gather(deps, { day, orderIds }) {
    const isSold = inArray(orders.id, orderIds);
    const sold = deps.db.select().from(orders).where(isSold).orderBy(asc(orders.id)).all();
    if (sold.length === 0) return undefined;
    return {
      ...mailFrame(deps),
      mode: deps.config.mode,
      day,
      count: sold.length,
      revenue: sumsOf(sold),
      sales: listSales(deps, sold.slice(0, MOST_LISTED)),
    };
  },
  compose: ({ brand, siteUrl, day, count, revenue, sales }) =>
    day === null ? oneSale(sales) : daySales({ brand, siteUrl, day, count, revenue, sales }),
});

const FOOT = "You can change or switch off mails about sales in the settings of your shop.";

function oneSale([sale]: Sale[]) {
  if (!sale) throw new Error("A mail about a sale needs its order.");
  const { number, lines, total, buyer, source, orderUrl } = sale;
  return {
    subject: `New order ${number}: ${total}`,
    preview: lines.join(", "),
    title: "You have a new order",
    blocks: [
      {
        lines: [
          `Order: ${number}`,
          ...lines,
          `Total: ${total}`,
          `Buyer: ${buyer}`,
          `Source: ${source}`,
        ],
      },
      { button: "Open the order", url: orderUrl },
    ],
    foot: FOOT,
  };
}

type DaySales = {
  brand: string;
  siteUrl: string;
  day: string;
  count: number;
  revenue: string;
  sales: Sale[];
};

function daySales({ brand, siteUrl, day, count, revenue, sales }: DaySales) {
  const title = `${countOf(count, "order")} on ${formatDate(day)}`;
  const more = count - sales.length;
  return {
    subject: `${brand}: ${title}`,
    preview: revenue,
    title,
    blocks: [
      { lines: [`Orders: ${count}`, `Revenue: ${revenue}`] },
      ...sales.map(({ number, lines, total, buyer, source, orderUrl }) => ({
        small: `${[number, ...lines, `Total: ${total}`, buyer, `Source: ${source}`].join(" · ")} ${orderUrl}`,
        links: [orderUrl],
      })),
      ...(more > 0 ? [`${countOf(more, "more order")} in the admin.`] : []),
      { button: "Open the orders", url: `${siteUrl}/admin/tables/orders` },
    ],
    foot: FOOT,
  };
}

function listSales({ db, config }: Deps, sold: readonly Order[]): Sale[] {
  const isSold = inArray(
    orderItems.orderId,
    sold.map(({ id }) => id),
  );
  const items = db.select().from(orderItems).where(isSold).orderBy(asc(orderItems.id)).all();
  const itemsByOrder = Map.groupBy(items, ({ orderId }) => orderId);
  return sold.map((order) => ({
    number: order.number,
    lines: (itemsByOrder.get(order.id) ?? []).map((item) =>
      lineOf(paidItemOf(item, order), order.currency),
    ),
    total: formatAmount(order.totalAmount, order.currency),
    buyer: [order.customerName, payerEmailOf(order)].filter(Boolean).join(", ") || "unknown",
    source: sourceOf(order),
    orderUrl: `${config.publicUrl}/admin/orders/${order.id}`,
  }));
}

function sourceOf({ utmSource, utmCampaign, referrer }: Order): string {
  const campaign = utmCampaign && `campaign ${utmCampaign}`;
  return [utmSource ?? referrer, campaign].filter(Boolean).join(", ") || "direct or unknown";
}

function sumsOf(sold: readonly Order[]): string {
  const byCurrency = Map.groupBy(sold, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, group]) => {
      const sum = group.reduce((total, { totalAmount }) => total + totalAmount, 0);
      return formatAmount(sum, currency);
    })
    .join(", ");
}
