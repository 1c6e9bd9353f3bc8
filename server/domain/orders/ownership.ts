import { eq } from "drizzle-orm";
import { orderItems } from "../../../db/schema.ts";
import { suggestEmail } from "../../contract/email-suggestion.ts";
import { SESSION_ID } from "../../contract/fields.ts";
import type { Ownership, OwnershipQuestion } from "../../contract/answers.ts";
import { messages } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { within } from "../../process/promises.ts";
import { listProductsById } from "./catalogue.ts";
import { findOrder } from "./order.ts";
import { isPaidOrProcessing } from "../../../db/order-status.ts";
import { accessStartOf, type Viewer } from "../viewer.ts";
import { listCredits } from "./credits.ts";
import { findActiveCode } from "./discounts.ts";
import { findOwnedItems, hasProduct } from "./duplicate-purchase.ts";
import { refreshOpenOrders, refreshOrder } from "./open-checkouts.ts";
import { quoteEach } from "./quote.ts";

/** Timeout after which the page is shown without the provider's response. */
const ASK_TIMEOUT_MS = 4000;

type OfferVisitor = {
  viewer: Viewer;
  mayAsk: boolean;
  /** Discount code of this visitor. */
  code?: string | undefined;
};

/**
 * Returns the products that the visitor owns, and reduced prices of the others, for offers after a
 * purchase. With `mayAsk`, first syncs a checkout that was just paid. Throws AppError
 * `payment_provider`.
 */
export async function getOwnership(
  deps: Deps,
  question: OwnershipQuestion,
  visitor: OfferVisitor,
): Promise<Ownership> {
  const purchases = await findPurchases(deps, question, visitor);
  const prices = await listLowerPrices(deps, { question, visitor, owned: purchases.owned });
  return Object.keys(prices).length > 0 ? { ...purchases, prices } : purchases;
}

async function findPurchases(
  deps: Deps,
  { originalId, otherIds, sessionId }: OwnershipQuestion,
  { viewer, mayAsk }: OfferVisitor,
): Promise<Ownership> {
  const findOwned = () =>
    findOwnedItems(deps, [originalId, ...otherIds], viewer).flatMap((item) =>
      item.sessionId === null ? [] : { productId: item.productId, sessionId: item.sessionId },
    );
  const findOriginal = () => owned.find(({ productId }) => productId === originalId);
  let owned = findOwned();
  if (mayAsk && !findOriginal()) {
    await inTime(() => refreshOpenOrders(deps, [originalId], viewer));
    owned = findOwned();
  }
  const mine = findOriginal()?.sessionId;
  const shown = mine ?? sessionId;
  if (!shown || !SESSION_ID.test(shown)) return { order: null, owned };
  const order = mayAsk ? await inTime(() => refreshOrder(deps, shown)) : findOrder(deps.db, shown);
  if (!order || !isPaidOrProcessing(order.status)) return { order: null, owned };
  if (!hasProduct(deps.db, order.id, originalId)) return { order: null, owned };
  const recognised = mine !== undefined;
  const { status, number: orderNumber } = order;
  const email = recognised ? order.email : null;
  const mistyped = email !== null && suggestEmail(email) !== undefined;
  const accessFrom = findAccessStart(deps, order.id);
  const facts = { orderNumber, status, recognised, email, mistyped };
  return { order: { sessionId: shown, ...facts, ...(accessFrom && { accessFrom }) }, owned };
}

/** Returns when an order's waiting files become accessible, as ISO 8601; null without such files. */
function findAccessStart({ db, clock }: Deps, orderId: number): string | null {
  const items = db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).all();
  const [first = null] = items.flatMap((item) => accessStartOf(item, clock.now()) ?? []);
  return first;
}

type PriceQuestion = Pick<Ownership, "owned"> & {
  question: OwnershipQuestion;
  visitor: OfferVisitor;
};

/** Returns reduced prices of the products that the visitor does not own. */
async function listLowerPrices(
  deps: Deps,
  { question: { originalId, otherIds }, visitor, owned }: PriceQuestion,
): Promise<Record<number, number>> {
  const ids = [originalId, ...otherIds];
  const onSale = listProductsById(deps.db, ids);
  // The first product gets a credit that several could use.
  const wanted = ids.flatMap((id) => onSale.find((product) => product.id === id) ?? []);
  // If the provider fails, show normal prices; the payment page applies the code.
  const code = await findActiveCode(deps, visitor.code).catch(() => undefined);
  const lines = quoteEach(wanted, {
    ownedIds: owned.map(({ productId }) => productId),
    credits: listCredits(deps, wanted, visitor.viewer),
    // An amount is subtracted once from the whole order, which may contain several offers.
    ...(code?.percentOff != null && { code }),
  });
  const reduced = lines.filter(({ product, price }) => price < product.price);
  return Object.fromEntries(reduced.map(({ product, price }) => [product.id, price]));
}

function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  return within(ASK_TIMEOUT_MS, work, () => new AppError("payment_provider", messages.network));
}
