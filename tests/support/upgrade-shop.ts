import { eq } from "drizzle-orm";
import { orderNotes, products } from "../../db/schema.ts";
import { type Browser, startCheckout } from "./browser.ts";
import { itemsOf, ordersOf } from "./money.ts";
import { buy, openShop } from "./shop.ts";
import { openRoles } from "./table-calls.ts";
import { changeRow } from "./rows.ts";

/**
 * Opens a shop with the packs "Advanced Pack" (2700), and "Premium Pack" (3700) and "Classroom Pack"
 * (9900), both upgrades of it. Advanced and Premium have the same first file.
 */
export async function openUpgradeShop() {
  const shop = await openShop();
  const advanced = await shop.addProduct({ name: "Advanced Pack", price: 2700, contents: ["adv"] });
  const classroom = await shop.addProduct({ name: "Classroom Pack", price: 9900 });
  const editProduct = (id: number, patch: Partial<typeof products.$inferInsert>) =>
    changeRow(shop, products, id, patch);
  for (const id of [shop.pack, classroom]) editProduct(id, { upgradesFromId: advanced });
  const { administrator: admin } = openRoles(shop);
  const { control } = shop.simulator;
  return {
    ...shop,
    advanced,
    classroom,
    admin,
    control,
    editProduct,
    buy: (browser: Browser, ...ids: number[]) =>
      buy(shop, browser, { products: ids, email: "anna@example.com" }),
    sessionOf: (id: string) => control.sessions().find((session) => session.id === id),
    /** Opens a checkout; returns its total. */
    async totalOf(browser: Browser, ...ids: number[]) {
      const id = await startCheckout(browser, ids);
      return control.sessions().find((session) => session.id === id)?.amount_total;
    },
    /** Items as "price-credit", with the reason for which they were revoked. */
    items: () =>
      itemsOf(shop).map(({ price, creditAmount, revokeReason }) =>
        [`${price}-${creditAmount}`, ...(revokeReason ? [revokeReason] : [])].join(" "),
      ),
    statuses: () => ordersOf(shop).map(({ status }) => status),
    /** Open notes of an order, such as "credit_refunded 2700". */
    notes: (orderId: number) =>
      shop.db
        .select()
        .from(orderNotes)
        .where(eq(orderNotes.orderId, orderId))
        .all()
        .filter(({ doneAt }) => doneAt === null)
        .map(({ kind, amount }) => (amount === null ? kind : `${kind} ${amount}`)),
  };
}
