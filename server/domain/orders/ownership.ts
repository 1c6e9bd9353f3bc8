import type { Ownership, OwnershipQuestion } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { fulfil } from "../domain/fulfil.ts";
import type { Viewer } from "../domain/grants.ts";
import { findOwnedItems, holdsProduct, settleOpenOrders } from "../domain/owned-items.ts";

const SESSION_ID = /^cs_\w{8,250}$/;

/**
 * What the visitor has bought already, for the offers after a purchase. A checkout that was paid a
 * moment ago is fulfilled first, so that the page can promise its mail. Unlike the purchase's own
 * page, it leaves the order's first view untaken. Throws AppError `payment_provider`.
 */
export async function getOwnership(
  deps: Deps,
  { originalId, otherIds, sessionId }: OwnershipQuestion,
  viewer: Viewer,
): Promise<Ownership> {
  const owned = await findOwned(deps, { originalId, otherIds }, viewer);
  const mine = owned.find((item) => item.productId === originalId)?.sessionId;
  const shown = mine ?? sessionId;
  if (!shown || !SESSION_ID.test(shown)) return { order: null, owned };
  const order = await fulfil(deps, shown);
  if (order?.status !== "paid" && order?.status !== "processing") return { order: null, owned };
  // An address can pair a product with the order of another one.
  if (!holdsProduct(deps.db, order.id, originalId)) return { order: null, owned };
  const recognised = mine !== undefined;
  const { status, number: orderNumber } = order;
  const email = recognised ? order.email : null;
  return { order: { sessionId: shown, orderNumber, status, recognised, email }, owned };
}

async function findOwned(
  deps: Deps,
  { originalId, otherIds }: Pick<OwnershipQuestion, "originalId" | "otherIds">,
  viewer: Viewer,
): Promise<Ownership["owned"]> {
  // Paid or on its way, so the provider has given it a session.
  const find = () =>
    findOwnedItems(deps, [originalId, ...otherIds], viewer).flatMap(({ productId, sessionId }) =>
      sessionId === null ? [] : { productId, sessionId },
    );
  const known = find();
  if (known.some((item) => item.productId === originalId)) return known;
  await settleOpenOrders(deps, [originalId], viewer);
  return find();
}
