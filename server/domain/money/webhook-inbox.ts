import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { prepared } from "../../../db/statements.ts";
import { type Author, insertRowOnce, updateRow } from "../../../db/record.ts";
import { webhookEvents } from "../../../db/schema.ts";
import { postRefusals } from "../../contract/admin-messages.ts";
import type { Deps } from "../../deps.ts";
import type { PaymentEvent } from "../../ports/payments.ts";
import { AppError, RefusedEvent } from "../../errors.ts";
import { fulfil } from "../orders/fulfil.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { moveCursor } from "../../../db/cursors.ts";
import { syncPayment, syncSubscription } from "./subscriptions.ts";
import { MINUTE_MS } from "../../contract/time.ts";

type InboxEvent = typeof webhookEvents.$inferSelect;

const AUTHOR = "webhook";
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 15 * MINUTE_MS;

/** When the last webhook came that was taken. */
export const LAST_WEBHOOK = "webhook";

/**
 * Keeps the event of a signed webhook for handling, once. Throws what `readEvent` throws; what was refused
 * for its signature is remembered for a while (`RefusedEvents`).
 */
export async function receiveWebhook(
  deps: Deps,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature).catch((error: unknown) => {
    noteRefusal(deps, error);
    throw error;
  });
  storeWebhook(deps, event);
}

/** Keeps an event that a webhook has brought; one that is kept already is not kept again. */
export function storeWebhook({ db, clock }: Pick<Deps, "db" | "clock">, event: PaymentEvent): void {
  const author = { actor: AUTHOR, now: clock.now() };
  db.write((tx) => {
    const known = keep(tx, { event, missedAt: null, author }) ? undefined : findKnown(tx, event.id);
    if (known?.missedAt) updateRow(tx, webhookEvents, known.id, { missedAt: null }, author);
    moveCursor(tx, LAST_WEBHOOK, author.now.getTime());
  });
}

/**
 * Keeps events that the provider lists for handling; those that are kept already are not kept again. One
 * that has happened while this store ran, and is new here, no webhook has brought. Returns how many are new.
 */
export function storeListed({ db, clock, watch }: Deps, events: PaymentEvent[]): number {
  const author = { actor: AUTHOR, now: clock.now() };
  return db.write((tx) => {
    let taken = 0;
    for (const event of events) {
      const missedAt = event.createdAt >= watch.startedAt ? author.now : null;
      if (keep(tx, { event, missedAt, author })) taken += 1;
      watch.refusedEvents.confirm(event.id);
    }
    return taken;
  });
}

type Kept = { event: PaymentEvent; missedAt: Date | null; author: Author };

/** False when it is kept already. */
function keep(tx: Transaction, { event, missedAt, author }: Kept): boolean {
  const { id: eventId, type, about, objectId, payload } = event;
  const row = { eventId, type, about, objectId, payload, missedAt, nextAttemptAt: author.now };
  return insertRowOnce(tx, webhookEvents, row, author) !== undefined;
}

const knownEvent = prepared((db) =>
  db
    .select({ id: webhookEvents.id, missedAt: webhookEvents.missedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.eventId, sql.placeholder("eventId")))
    .prepare(),
);

function findKnown(db: Parameters<typeof knownEvent>[0], eventId: string) {
  return knownEvent(db).get({ eventId });
}

/** Some seconds later the sweep may list it; it may have listed it before, too. */
function noteRefusal({ db, clock, watch }: Deps, error: unknown): void {
  if (!(error instanceof AppError && error.cause instanceof RefusedEvent)) return;
  const { eventId, isOutOfTime } = error.cause;
  if (eventId === null) return;
  watch.refusedEvents.note(eventId, { at: clock.now(), isOutOfTime });
  if (findKnown(db, eventId)?.missedAt) watch.refusedEvents.confirm(eventId);
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
export async function handleAgain(deps: Deps, id: number, author: AdminAuthor): Promise<void> {
  const event = author.write((tx) => {
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
