import { eq } from "drizzle-orm";
import { subscriptionRecords } from "../../db/schema.ts";
import { messages, refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { fulfil } from "./fulfil.ts";

/**
 * Makes sure that a subscription session has its record, by asking the provider; the client only
 * says where to look, and the record belongs to the address that paid. True when it is new.
 */
export async function claimSubscription(deps: Deps, sessionId: string): Promise<boolean> {
  const known = hasRecord(deps, sessionId);
  const order = await fulfil(deps, sessionId);
  if (!order) throw new AppError("not_found", messages.purchaseNotFound);
  if (order.status !== "paid") throw new AppError("unpaid", messages.purchaseUnpaid);
  if (!hasRecord(deps, sessionId)) throw new AppError("invalid", refusals.noSubscription);
  return !known;
}

function hasRecord({ db }: Deps, sessionId: string): boolean {
  const isTheirs = eq(subscriptionRecords.sessionId, sessionId);
  return (
    db.select({ id: subscriptionRecords.id }).from(subscriptionRecords).where(isTheirs).get() !==
    undefined
  );
}
