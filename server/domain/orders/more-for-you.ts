import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { type OrderItem, orderItems, orders, productFiles } from "../../../db/schema.ts";
import type { MoreProduct, Product } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { productList } from "./catalogue.ts";
import { isOpenFor } from "../settings.ts";
import { belongsTo, type Viewer } from "../viewer.ts";
import { listCredits } from "./credits.ts";
import { PAID_OR_PROCESSING, hasStatus } from "../../../db/order-status.ts";
import { quoteEach } from "./quote.ts";

const MOST_OFFERED = 12;

type Bought = Pick<OrderItem, "productId" | "licence" | "revokedAt">;

/**
 * Lists the first products on sale that the buyer has not bought, in catalogue order, at the price that
 * this buyer pays. Leaves out refunded products, and those whose files the buyer already has. `bought`
 * are known items, in addition to those found for this viewer.
 */
export function listMore(
  deps: Pick<Deps, "config" | "db" | "clock">,
  buyer: Viewer,
  { bought = [], most = MOST_OFFERED }: { bought?: Bought[]; most?: number } = {},
): MoreProduct[] {
  if (!isOpenFor(deps, buyer.user)) return [];
  const onSale = productList.read(deps.db);
  const all = [...bought, ...listBought(deps, buyer)];
  const wanted = onSale.filter(({ id }) => !all.some(({ productId }) => productId === id));
  const held = all.filter(({ revokedAt }) => revokedAt === null);
  const isCovered = coverageOf(deps.db, wanted, held);
  const shown = wanted.filter((product) => !isCovered(product)).slice(0, most);
  const lines = quoteEach(shown, { credits: listCredits(deps, shown, buyer) });
  return lines.map(({ product, price, credit }) => {
    const { id, name, description, currency, images, billingPeriod, licence } = product;
    return {
      id,
      name,
      description,
      price: product.price,
      currency,
      images,
      billingPeriod,
      licence,
      upgrade: credit && { price, from: credit.name },
    };
  });
}

/** Items of paid and processing orders, without ended subscriptions. */
function listBought({ db, clock }: Pick<Deps, "db" | "clock">, buyer: Viewer): Bought[] {
  const { productId, licence, revokedAt, accessUntil } = orderItems;
  const now = clock.now();
  const runs = or(isNull(accessUntil), gt(accessUntil, now));
  return db
    .select({ productId, licence, revokedAt })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(hasStatus(...PAID_OR_PROCESSING), runs, belongsTo(db, buyer, now)))
    .all();
}

/** Returns a check whether the held items already contain all files of a product, with its licence. */
function coverageOf(
  db: Pick<Reader, "select">,
  wanted: Product[],
  held: Bought[],
): (product: Product) => boolean {
  const ids = [...wanted.map(({ id }) => id), ...held.map(({ productId }) => productId)];
  const joins = db.select().from(productFiles).where(inArray(productFiles.productId, ids)).all();
  const filesOf = (productId: number) =>
    joins.filter((join) => join.productId === productId).map(({ fileId }) => fileId);
  const filesWith = (licences: string[]) =>
    new Set(
      held
        .filter(({ licence }) => licences.includes(licence))
        .flatMap(({ productId }) => filesOf(productId)),
    );
  const files = {
    personal: filesWith(["personal", "classroom"]),
    classroom: filesWith(["classroom"]),
  };
  return ({ id, type, licence = "personal" }) => {
    const own = filesOf(id);
    return type === "digital" && own.length > 0 && own.every((file) => files[licence].has(file));
  };
}
