import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { orderItems, orders, products } from "../../../db/schema.ts";
import type { Product } from "../../contract/answers.ts";
import { payableAmount } from "../../ports/prices.ts";
import type { Deps } from "../../deps.ts";
import { whereOwned } from "../files/grants.ts";
import { belongsTo, type Viewer } from "../viewer.ts";
import { creditOf, listUpgradesFrom } from "./credits.ts";

type Line = Pick<Product, "id" | "price" | "currency" | "type">;

/** Price of a product for one buyer; `price` is the amount to pay after the credit. */
export type UpgradePrice = {
  price: number;
  creditAmount: number;
  creditedItemId: number | null;
  /** Name of the credited item. */
  creditedName: string | null;
};

/**
 * Sets the prices for this buyer: an upgrade costs less by the amount paid for the product below it.
 * Each earlier purchase is credited once. A remainder below the provider's minimum charge is free.
 */
export function withUpgradePrices<Wanted extends Line>(
  deps: Pick<Deps, "db" | "clock">,
  lines: Wanted[],
  buyer: Viewer,
): (Wanted & UpgradePrice)[] {
  const credits = listCredits(deps, lines, buyer);
  const used = new Set<number>();
  return lines.map((line) => {
    const credit = credits.find(
      ({ upgradeId, itemId, currency }) =>
        upgradeId === line.id && currency === line.currency && !used.has(itemId),
    );
    if (!credit) return { ...line, creditAmount: 0, creditedItemId: null, creditedName: null };
    used.add(credit.itemId);
    const price = payableAmount(line.price - credit.amount, line.currency);
    return {
      ...line,
      price,
      creditAmount: line.price - price,
      creditedItemId: credit.itemId,
      creditedName: credit.name,
    };
  });
}

/** Lists the unused credits of the buyer for these products, the largest first. */
function listCredits({ db, clock }: Pick<Deps, "db" | "clock">, lines: Line[], buyer: Viewer) {
  const ids = lines.filter(({ type }) => type === "digital").map(({ id }) => id);
  const isUpgrade = and(inArray(products.id, ids), isNotNull(products.upgradesFromId));
  const upgrades = db
    .select({ id: products.id, fromId: products.upgradesFromId })
    .from(products)
    .where(isUpgrade)
    .all();
  if (upgrades.length === 0) return [];
  const fromIds = upgrades.flatMap(({ fromId }) => fromId ?? []);
  const now = clock.now();
  const owned = db
    .select({ item: orderItems, currency: orders.currency })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        whereOwned(now),
        inArray(orderItems.productId, fromIds),
        eq(orderItems.type, "digital"),
        belongsTo(db, buyer, now),
      ),
    )
    .all();
  const used = listUpgradesFrom(
    db,
    owned.map(({ item }) => item.id),
  );
  return owned
    .filter(({ item }) => !used.some((upgrade) => upgrade.item.creditedItemId === item.id))
    .flatMap(({ item, currency }) => {
      const credit = { itemId: item.id, name: item.name, currency, amount: creditOf(db, item) };
      return upgrades
        .filter(({ fromId }) => fromId === item.productId)
        .map(({ id }) => ({ ...credit, upgradeId: id }));
    })
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount);
}
