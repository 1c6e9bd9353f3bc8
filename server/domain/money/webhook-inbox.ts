import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { type Author, insertRowOnce, updateRow } from "../../../db/record.ts";
import { webhookEvents } from "../../../db/schema.ts";
import { postRefusals } from "../../contract/admin-messages.ts";
import type { Deps, PaymentEvent } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { fulfil } from "../orders/fulfil.ts";
import { syncPayment, syncSubscription } from "./subscriptions.ts";
import { MINUTE_MS } from "../../contract/time.ts";

type InboxEvent = typeof webhookEvents.$inferSelect;

const AUTHOR = "webhook";
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 15 * MINUTE_MS;

/** Keeps events of the provider for handling; one that is kept already is not kept again. */
export function storeEvents(deps: Deps, events: PaymentEvent[]): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  deps.db.write((tx) => {
    for (const { id: eventId, type, about, objectId, payload } of events) {
      const event = { eventId, type, about, objectId, payload, nextAttemptAt: author.now };
      insertRowOnce(tx, webhookEvents, event, author);
    }
  });
}

/** The stored event that is next to be handled, oldest first. */
export function nextEvent(deps: Deps): InboxEvent | undefined {
  return deps.db
    .select()
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.handledAt), lte(webhookEvents.nextAttemptAt, deps.clock.now())))
    .orderBy(asc(webhookEvents.nextAttemptAt), asc(webhookEvents.id))
    .limit(1)
    .get();
}

/** Handles one event and notes it; a failure is noted too, and the event comes back later. */
export async function handleEvent(deps: Deps, event: InboxEvent): Promise<void> {
  try {
    await applyEvent(deps, event);
    // It only said where to look, which is done: the payload is not kept (decision: retention).
    note(deps, event, { handledAt: deps.clock.now(), lastError: null, payload: "" });
  } catch (error) {
    const pause = Math.min(FIRST_RETRY_MS * 2 ** event.attempts, LONGEST_RETRY_MS);
    const nextAttemptAt = new Date(deps.clock.now().getTime() + pause);
    note(deps, event, { nextAttemptAt, lastError: String(error).slice(0, 500) });
    deps.log.warn({ err: error, event: event.eventId, type: event.type }, "webhook not handled");
  }
}

/**
 * Handles an event at once that has failed or waits, for the author who asks for it. Throws AppError
 * `conflict` when it was handled well already, and with the reason when it fails again.
 */
export async function handleAgain(deps: Deps, id: number, author: Author): Promise<void> {
  const event = deps.db.write((tx) => {
    const known = tx.select().from(webhookEvents).where(eq(webhookEvents.id, id)).get();
    if (!known || known.handledAt) throw new AppError("conflict", postRefusals.handledAlready);
    // The inbox leaves it alone meanwhile, and takes it up again if this is cut short.
    const nextAttemptAt = new Date(author.now.getTime() + MINUTE_MS);
    return updateRow(tx, webhookEvents, id, { nextAttemptAt }, author);
  });
  await handleEvent(deps, event);
  const after = deps.db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).get();
  if (after?.handledAt) return;
  throw new AppError("conflict", postRefusals.failedAgain(after?.lastError ?? ""));
}

/** The event only says where to look (decision: ask-the-provider). */
async function applyEvent(deps: Deps, { about, objectId }: InboxEvent): Promise<void> {
  if (objectId === null) return;
  if (about === "checkout") await fulfil(deps, objectId);
  else if (about === "payment") await syncPayment(deps, objectId);
  else if (about === "subscription") await syncSubscription(deps, objectId);
}

function note(deps: Deps, event: InboxEvent, patch: Partial<InboxEvent>): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  const attempts = event.attempts + 1;
  deps.db.write((tx) => updateRow(tx, webhookEvents, event.id, { ...patch, attempts }, author));
}
