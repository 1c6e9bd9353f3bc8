import { eq } from "drizzle-orm";
import { idempotencyKeys, subscriptionRecords } from "../../../db/schema.ts";
import { messages, refusals } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { orderOfSuccess } from "../orders/visits.ts";

/**
 * Makes sure that a subscription session has its record, by asking the provider; the client only
 * says where to look, and the record belongs to the email that paid. True the first time, even if a
 * webhook was faster and made the record.
 */
export async function claimSubscription(deps: Deps, sessionId: string): Promise<boolean> {
  const order = await orderOfSuccess(deps, sessionId);
  if (!order)
    throw new AppError("not_found", messages.purchaseNotFound, { reason: "unknown_session" });
  if (order.status !== "paid")
    throw new AppError("unpaid", messages.purchaseUnpaid, { reason: "payment_unpaid" });
  if (!hasRecord(deps, sessionId))
    throw new AppError("invalid", refusals.noSubscription, { reason: "no_subscription" });
  return isFirstClaim(deps, sessionId);
}

function isFirstClaim({ db, clock }: Deps, sessionId: string): boolean {
  // The session is the whole request: there is nothing else to compare.
  const claim = { scope: "subscription", key: sessionId, requestHash: "", createdAt: clock.now() };
  return db.write((tx) => {
    const [first] = tx
      .insert(idempotencyKeys)
      .values(claim)
      .onConflictDoNothing()
      .returning({ id: idempotencyKeys.id })
      .all();
    return first !== undefined;
  });
}

function hasRecord({ db }: Deps, sessionId: string): boolean {
  const isTheirs = eq(subscriptionRecords.sessionId, sessionId);
  return (
    db.select({ id: subscriptionRecords.id }).from(subscriptionRecords).where(isTheirs).get() !==
    undefined
  );
}
