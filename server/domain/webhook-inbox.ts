import { and, asc, isNull, lte } from "drizzle-orm";
import { insertRowOnce, updateRow } from "../../db/record.ts";
import { webhookEvents } from "../../db/schema.ts";
import type { Deps, PaymentEvent } from "../deps.ts";
import { fulfil } from "./fulfil.ts";

type InboxEvent = typeof webhookEvents.$inferSelect;

const AUTHOR = "webhook";
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 15 * 60_000;

/** Keeps a signed event for handling; the same event again is kept once. */
export function storeEvent(deps: Deps, event: PaymentEvent, payload: string): void {
  const now = deps.clock.now();
  const { id: eventId, type, objectId } = event;
  deps.db.write((tx) =>
    insertRowOnce(
      tx,
      webhookEvents,
      { eventId, type, objectId, payload, nextAttemptAt: now },
      { actor: AUTHOR, now },
    ),
  );
  deps.wake.inbox();
}

/** The stored event that is next to be handled, oldest first. */
export function nextEvent(deps: Deps): InboxEvent | undefined {
  return deps.db
    .select()
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.handledAt), lte(webhookEvents.nextAttemptAt, deps.clock.now())))
    .orderBy(asc(webhookEvents.nextAttemptAt), asc(webhookEvents.id))
    .get();
}

/** Handles one event and notes it; a failure is noted too, and the event comes back later. */
export async function handleEvent(deps: Deps, event: InboxEvent): Promise<void> {
  try {
    await applyEvent(deps, event);
    note(deps, event, { handledAt: deps.clock.now(), lastError: null });
  } catch (error) {
    const pause = Math.min(FIRST_RETRY_MS * 2 ** event.attempts, LONGEST_RETRY_MS);
    const nextAttemptAt = new Date(deps.clock.now().getTime() + pause);
    note(deps, event, { nextAttemptAt, lastError: String(error).slice(0, 500) });
    deps.log.warn({ err: error, event: event.eventId, type: event.type }, "webhook not handled");
  }
}

/** The event only says where to look: the session itself is asked of the provider. */
async function applyEvent(deps: Deps, event: InboxEvent): Promise<void> {
  if (!event.objectId || !event.type.startsWith("checkout.session.")) return;
  await fulfil(deps, event.objectId);
}

function note(deps: Deps, event: InboxEvent, patch: Partial<InboxEvent>): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  const attempts = event.attempts + 1;
  deps.db.write((tx) => updateRow(tx, webhookEvents, event.id, { ...patch, attempts }, author));
}
