import { and, asc, isNull, lte } from "drizzle-orm";
import { insertRowOnce, updateRow } from "../../../db/record.ts";
import { webhookEvents } from "../../../db/schema.ts";
import type { Deps, PaymentEvent } from "../../deps.ts";
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
