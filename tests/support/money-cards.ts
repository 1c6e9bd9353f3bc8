import type { orders } from "../../db/schema.ts";
import { savedNumber } from "../../server/demo/payments/cards.ts";
import { findSavedCard } from "../../server/demo/payments/customers.ts";
import { patch, type Session } from "../../server/demo/payments/objects.ts";
import { HOUR_MS } from "./money.ts";
import type { World } from "./money-world.ts";

type Order = typeof orders.$inferSelect;

/** Number of the saved card on the page of a session; undefined without one. */
export function savedNumberOf({ store }: World, session: Session): string | undefined {
  const card = findSavedCard({ store }, session);
  return card && savedNumber(card);
}

/** What may happen to the saved cards of a customer between a purchase and the page of an offer. */
export const LOSSES = ["removed", "declined", "deleted"] as const;

/** Removes the saved cards of a session's customer, lets them be declined, or deletes the customer. */
export function loseCard(
  { store }: World,
  { customer }: Session,
  loss: (typeof LOSSES)[number],
): void {
  if (customer === null) return;
  if (loss === "deleted") {
    return store.reset(store.entries().filter(({ record }) => record.id !== customer));
  }
  for (const { id, card, ...saved } of store.list("payment_method")) {
    if (saved.customer !== customer) continue;
    const declined = card && { card: { ...card, last4: "0002" } };
    patch(store, "payment_method", {
      id,
      fields: loss === "removed" ? { customer: null } : { ...declined },
    });
  }
}

/**
 * Invariants of saved cards: a checkout is opened for a customer only in the browser that paid as this
 * customer within the hour, for an hour at most, and never for a gift or after a corrected email.
 */
export function* cardViolations(world: World, found: Order[]): Generator<string> {
  const orderOf = (session: Session | undefined) =>
    found.find(({ number }) => number === session?.metadata?.["order_number"]);
  const sessions = world.sessions();
  for (const [at, session] of sessions.entries()) {
    const { customer, customer_creation, customer_details: details } = session;
    if (customer === null || customer_creation !== null) continue;
    const first = sessions.find((one) => one.customer === customer && one.customer_creation);
    const [paid, offer] = [orderOf(first), orderOf(session)];
    if (!paid?.paidAt || !offer) {
      yield `${session.id} has the customer of no order`;
      continue;
    }
    const wait = offer.createdAt.getTime() - paid.paidAt.getTime();
    if (wait < 0 || wait >= HOUR_MS) yield `order ${offer.number} shows a card after ${wait} ms`;
    const isSame = offer.browserHash !== null && offer.browserHash === paid.browserHash;
    if (!isSame) yield `order ${offer.number} shows the card of another browser`;
    if (offer.giftTo !== null) yield `order ${offer.number} is a gift and shows a card`;
    if (details?.email !== first?.customer_details?.email) yield "a customer has two emails";
    const isCorrected = world.corrections.some(
      (one) => one.sessionId === first?.id && one.sessions <= at,
    );
    if (isCorrected) yield `order ${offer.number} is paid by a customer with the wrong email`;
    const openMs = session.expires_at * 1000 - offer.createdAt.getTime();
    if (openMs > HOUR_MS) yield `order ${offer.number} shows a card for ${openMs} ms`;
  }
}
