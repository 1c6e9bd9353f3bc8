import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { moveCursor } from "../../../db/cursors.ts";
import { type Author, insertRowOnce, updateRow } from "../../../db/record.ts";
import { webhookEvents } from "../../../db/store-schema.ts";
import { prepared } from "../../../db/statements.ts";
import { type Backoff, backoffMs, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, RefusedEvent } from "../../errors.ts";
import type { PaymentEvent } from "../../ports/payments.ts";
import { nextTurn } from "../../process/promises.ts";
import { fulfil } from "../orders/fulfil.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { syncPayment, syncSubscription } from "./subscriptions.ts";

type InboxEvent = typeof webhookEvents.$inferSelect;

const AUTHOR = "webhook";
const RETRY: Backoff = { firstMs: 5000, mostMs: 15 * MINUTE_MS };

/** Name of the cursor that stores the time of the last valid webhook. */
export const LAST_WEBHOOK = "webhook";

/** Stores the event of a signed webhook once. Throws like `Payments.readEvent`. */
export async function receiveWebhook(
  deps: Deps,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature).catch((error: unknown) => {
    const cause = error instanceof AppError ? error.cause : undefined;
    if (cause instanceof RefusedEvent) {
      deps.watch.refusedWebhook = { at: deps.clock.now(), isOutOfTime: cause.isOutOfTime };
    }
    throw error;
  });
  storeWebhook(deps, event);
}

export function storeWebhook({ db, clock }: Pick<Deps, "db" | "clock">, event: PaymentEvent): void {
  const author = { actor: AUTHOR, now: clock.now() };
  db.write((tx) => {
    const isNew = insertEvent(tx, { event, missedAt: null, author });
    const known = isNew ? undefined : knownEvent(tx).get({ eventId: event.id });
    if (known?.missedAt) updateRow(tx, webhookEvents, known.id, { missedAt: null }, author);
    moveCursor(tx, LAST_WEBHOOK, author.now.getTime());
  });
}

/** Stores listed events; returns how many are new. New ones since startup are marked as missed. */
export function storeListed({ db, clock, watch }: Deps, events: PaymentEvent[]): number {
  const author = { actor: AUTHOR, now: clock.now() };
  return db.write((tx) => {
    let taken = 0;
    for (const event of events) {
      const missedAt = event.createdAt >= watch.startedAt ? author.now : null;
      if (insertEvent(tx, { event, missedAt, author })) taken += 1;
    }
    return taken;
  });
}

type NewEvent = { event: PaymentEvent; missedAt: Date | null; author: Author };

function insertEvent(tx: Transaction, { event, missedAt, author }: NewEvent): boolean {
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

/** Handles due events until there are no more, or until shutdown. */
export async function handleDueEvents(deps: Deps): Promise<void> {
  while (!deps.stopping?.aborted) {
    const event = nextEvent(deps);
    if (!event) return;
    await handleEvent(deps, event);
    // Yield to requests, because handling an event does not always await I/O.
    await nextTurn();
  }
}

function nextEvent({ db, clock }: Pick<Deps, "db" | "clock">): InboxEvent | undefined {
  const isDue = and(isNull(webhookEvents.handledAt), lte(webhookEvents.nextAttemptAt, clock.now()));
  return db
    .select()
    .from(webhookEvents)
    .where(isDue)
    .orderBy(asc(webhookEvents.nextAttemptAt), asc(webhookEvents.id))
    .limit(1)
    .get();
}

async function handleEvent(deps: Deps, event: InboxEvent): Promise<void> {
  try {
    await applyEvent(deps, event);
    recordHandled(deps, event);
  } catch (error) {
    const pause = backoffMs(event.attempts, RETRY, 1);
    const nextAttemptAt = new Date(deps.clock.now().getTime() + pause);
    recordAttempt(deps, event, { nextAttemptAt, lastError: String(error).slice(0, 500) });
    deps.log.warn({ err: error, event: event.eventId, type: event.type }, "webhook not handled");
  }
}

/** Handles an event now. Throws AppError `conflict` when it is handled already or fails again. */
export async function handleAgain(deps: Deps, id: number, author: AdminAuthor): Promise<void> {
  const event = author.write((tx) => {
    const known = findEvent(tx, id);
    if (!known || known.handledAt) throw conflict("This event was already handled.");
    // Keeps the inbox from handling the event now. If this call is interrupted, the inbox retries.
    const nextAttemptAt = new Date(author.now.getTime() + MINUTE_MS);
    return updateRow(tx, webhookEvents, id, { nextAttemptAt }, author);
  });
  await handleEvent(deps, event);
  const after = findEvent(deps.db, id);
  if (after?.handledAt) return;
  throw conflict(`It failed again: ${after?.lastError ?? ""}`);
}

function findEvent(db: Pick<Reader, "select">, id: number): InboxEvent | undefined {
  return db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).get();
}

/** Reads the object's current state from the provider, because event payloads may be stale. */
async function applyEvent(deps: Deps, { about, objectId }: InboxEvent): Promise<void> {
  if (objectId === null) return;
  if (about === "checkout") await fulfil(deps, objectId);
  else if (about === "payment") await syncPayment(deps, objectId);
  else if (about === "subscription") await syncSubscription(deps, objectId);
}

/** Records that an event was handled. Erases the payload: it contains personal data. */
export function recordHandled(deps: Pick<Deps, "db" | "clock">, event: InboxEvent): void {
  recordAttempt(deps, event, { handledAt: deps.clock.now(), lastError: null, payload: "" });
}

function recordAttempt(
  deps: Pick<Deps, "db" | "clock">,
  event: InboxEvent,
  patch: Partial<InboxEvent>,
): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  const attempts = event.attempts + 1;
  deps.db.write((tx) => updateRow(tx, webhookEvents, event.id, { ...patch, attempts }, author));
}
