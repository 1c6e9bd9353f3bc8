import { and, eq } from "drizzle-orm";
import { changes, emails, type orders } from "../../db/schema.ts";
import { findReceipt } from "../../server/domain/orders/receipt.ts";
import { isOwner } from "../../server/domain/viewer.ts";
import type { World } from "./money-world.ts";

type Order = typeof orders.$inferSelect;

/**
 * Invariants of gifts: the recipient owns a bought gift and no browser does, the giver is who has
 * paid at the provider and gets one receipt, and a gift to the payer is an ordinary order.
 */
export function* giftViolations(world: World, found: Order[]): Generator<string> {
  for (const order of found.filter(({ status }) => status === "paid" || status === "processing")) {
    for (const wrong of partyViolations(world, order)) yield `order ${order.number}: ${wrong}`;
  }
}

function* partyViolations(world: World, order: Order): Generator<string> {
  const wished = wishedRecipient(world, order);
  const session = world.sessions().find(({ id }) => id === order.sessionId);
  const payer = session?.customer_details?.email ?? null;
  const isGift = wished !== null && wished !== payer;
  if ((order.giftTo !== null) !== isGift) yield `for ${wished}, paid by ${payer}, it is no gift`;
  const due = isGift && order.status === "paid" ? 1 : 0;
  const receipts = receiptsOf(world, order);
  if (receipts.length !== due) yield `${receipts.length} receipts of a gift, not ${due}`;
  if (!isGift) return;
  if (order.email !== wished || order.giftTo !== wished) yield `${order.email} owns it`;
  if (order.giverEmail !== payer) yield `${order.giverEmail} has not paid it`;
  // Access of a guest's browser ends after 28 days, which a history may exceed.
  const deps = { ...world.deps, clock: { now: () => order.createdAt } };
  for (const viewer of [0, 1, 2].map(world.viewer)) {
    if (isOwner(order, viewer, order.createdAt)) yield "a browser owns it";
    const isShown = findReceipt(deps, order.number, viewer) !== null;
    const isGiver = viewer.browserHash === order.giverHash;
    if (isShown !== (isGiver && order.status === "paid")) yield "the wrong browser has its receipt";
  }
}

/** Recipient that the giver typed, as the order was stored before the payment. */
function wishedRecipient({ db }: World, { id }: Order): unknown {
  const isInsert = and(eq(changes.action, "insert"), eq(changes.rowId, id));
  const inserts = and(eq(changes.tableName, "orders"), isInsert);
  return db.select().from(changes).where(inserts).get()?.after?.["gift_to"] ?? null;
}

function receiptsOf({ db }: World, { id }: Order) {
  const isTheirs = and(eq(emails.orderId, id), eq(emails.kind, "gift_receipt"));
  return db.select().from(emails).where(isTheirs).all();
}
