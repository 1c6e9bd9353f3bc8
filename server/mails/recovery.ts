import { asc, eq } from "drizzle-orm";
import { orderItems } from "../../db/schema.ts";
import { recoveryMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { listProductsById } from "../domain/orders/catalogue.ts";
import { readSettings } from "../domain/settings.ts";
import { isUnwanted, stopUrl } from "../domain/mails/mail-preferences.ts";
import { hasBoughtElsewhere } from "../domain/orders/duplicate-purchase.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { greetingOf, lineOf } from "./words.ts";

/**
 * Reminds of an unfinished checkout, unless its buyer has bought meanwhile or wants no reminders, or
 * the owner has closed the shop, switched reminders off or taken a product off sale.
 */
export const recovery = defineMail("recovery", {
  gather(deps, { orderId, recipient: email }) {
    const order = findOrderById(deps.db, orderId);
    if (order?.status !== "expired" || order.recoveryUrl === null) return undefined;
    const audience = { email, topic: "reminders" } as const;
    if (isUnwanted(deps.db, audience) || hasBoughtElsewhere(deps, order, email)) return undefined;
    const { productId, name, price, billingPeriod } = orderItems;
    const items = deps.db
      .select({ productId, name, price, billingPeriod })
      .from(orderItems)
      .where(eq(orderItems.orderId, orderId))
      .orderBy(asc(orderItems.id))
      .all();
    const ids = items.map((item) => item.productId);
    const areOnSale = listProductsById(deps.db, ids).length === new Set(ids).size;
    const { isOpen, recoveryMails } = readSettings(deps);
    if (!isOpen || !recoveryMails || !areOnSale) return undefined;
    return {
      ...orderFrame(deps, order),
      items,
      currency: order.currency,
      recoveryUrl: order.recoveryUrl,
      stopUrl: stopUrl(deps, audience),
    };
  },
  compose: ({ items, currency, recoveryUrl, stopUrl: stop }) => ({
    subject: words.subject,
    preview: words.preview,
    title: words.title,
    blocks: [
      fill(words.intro, { greeting: greetingOf(null) }),
      { lines: items.map((item) => lineOf(item, currency)) },
      { button: words.button, url: recoveryUrl },
      { small: words.once },
    ],
    stopUrl: stop,
  }),
});
