import { suggestEmail } from "../../contract/email-suggestion.ts";
import { SESSION_ID } from "../../contract/fields.ts";
import type { Ownership, OwnershipQuestion } from "../../contract/answers.ts";
import { messages } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { within } from "../../process/with-timeout.ts";
import { findOrder, isBought } from "./order.ts";
import type { Viewer } from "../viewer.ts";
import { findOwnedItems, holdsProduct } from "./duplicate-purchase.ts";
import { refreshOpenOrders } from "./open-checkouts.ts";
import { refreshOrder } from "./checkout-cache.ts";

/** The page is shown without the provider's answer rather than late. */
const ASK_TIMEOUT_MS = 4000;

/** The viewer of a page, and whether the provider may be asked for them. */
type Visit = { viewer: Viewer; mayAsk: boolean };

/**
 * What the visitor owns, for the offers after a purchase. If the provider may be asked, a checkout that was
 * just paid is fulfilled first. Does not count as the order's first view. Throws AppError
 * `payment_provider`.
 */
export async function getOwnership(
  deps: Deps,
  { originalId, otherIds, sessionId }: OwnershipQuestion,
  visit: Visit,
): Promise<Ownership> {
  const owned = await findOwned(deps, { originalId, otherIds }, visit);
  const mine = owned.find((item) => item.productId === originalId)?.sessionId;
  const shown = mine ?? sessionId;
  if (!shown || !SESSION_ID.test(shown)) return { order: null, owned };
  const order = visit.mayAsk
    ? await inTime(() => refreshOrder(deps, shown))
    : findOrder(deps.db, shown);
  if (!order || !isBought(order.status)) return { order: null, owned };
  if (!holdsProduct(deps.db, order.id, originalId)) return { order: null, owned };
  const recognised = mine !== undefined;
  const { status, number: orderNumber } = order;
  const email = recognised ? order.email : null;
  const mistyped = email !== null && suggestEmail(email) !== undefined;
  return { order: { sessionId: shown, orderNumber, status, recognised, email, mistyped }, owned };
}

async function findOwned(
  deps: Deps,
  { originalId, otherIds }: Pick<OwnershipQuestion, "originalId" | "otherIds">,
  { viewer, mayAsk }: Visit,
): Promise<Ownership["owned"]> {
  const find = () =>
    findOwnedItems(deps, [originalId, ...otherIds], viewer).flatMap(({ productId, sessionId }) =>
      sessionId === null ? [] : { productId, sessionId },
    );
  const known = find();
  if (!mayAsk || known.some((item) => item.productId === originalId)) return known;
  await inTime(() => refreshOpenOrders(deps, [originalId], viewer));
  return find();
}

function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  return within(ASK_TIMEOUT_MS, work, () => new AppError("payment_provider", messages.network));
}
