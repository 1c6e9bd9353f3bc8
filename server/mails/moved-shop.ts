import { and, asc, eq, ne } from "drizzle-orm";
import { orderItems, orders } from "../../db/schema.ts";
import { movedMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { isUnwanted, stopUrl } from "../domain/mails/mail-preferences.ts";
import { HAS_ACCOUNT, whereAccessible } from "../domain/viewer.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { accountOf, greetingOf } from "./words.ts";

const MOST_NAMES = 20;

/** Notifies a buyer of another shop that the files of those orders are here now. */
export const movedShop = defineMail("moved_shop", {
  gather(deps, { recipient: email }) {
    const audience = { email, topic: "news" } as const;
    if (isUnwanted(deps.db, audience)) return undefined;
    const items = deps.db
      .selectDistinct({ name: orderItems.name, customerName: orders.customerName })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(
        and(
          whereAccessible(deps.clock.now()),
          eq(orders.email, email),
          HAS_ACCOUNT,
          ne(orders.source, "own"),
        ),
      )
      .orderBy(asc(orderItems.name))
      .all();
    if (items.length === 0) return undefined;
    const names = [...new Set(items.map(({ name }) => name))].slice(0, MOST_NAMES);
    const customerName = items.find((item) => item.customerName)?.customerName ?? null;
    return { ...mailFrame(deps), email, customerName, names, stopUrl: stopUrl(deps, audience) };
  },
  compose: ({ brand, customerName, names, email, siteUrl, stopUrl: stop }) => ({
    subject: fill(words.subject, { brand }),
    preview: words.preview,
    title: words.title,
    blocks: [
      fill(words.intro, { greeting: greetingOf(customerName) }),
      { lines: names },
      fill(words.signIn, { email }),
      { button: words.button, url: accountOf(siteUrl) },
      { small: words.once },
    ],
    stopUrl: stop,
  }),
});
