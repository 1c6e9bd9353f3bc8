import { asc, eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import type { WebhookType } from "../../../db/enums.ts";
import { type Author, eraseRows, insertRowOnce, updateRow } from "../../../db/record.ts";
import { prepared } from "../../../db/statements.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../db/store-schema.ts";
import { conflict } from "../../errors.ts";

const activeEndpoints = prepared((db) =>
  db
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.active, true))
    .orderBy(asc(webhookEndpoints.id))
    .prepare(),
);

export type WebhookEvent = {
  type: WebhookType;
  /** Identifies the event for its receivers. Contains no full stop. */
  messageId: string;
  subject: string;
  /** Called only if an endpoint wants the event. */
  data: () => object;
  author: Author;
};

/** Queues an event for each active endpoint that wants it, once per message id. */
export function queueWebhooks(
  tx: Transaction,
  { type, messageId, subject, data, author: { actor, now } }: WebhookEvent,
): void {
  const endpoints = activeEndpoints(tx)
    .all()
    .filter(({ events }) => events.includes(type));
  if (endpoints.length === 0) return;
  const payload = payloadOf({ type, at: now, data: data() });
  for (const { id: endpointId } of endpoints) {
    const row = { endpointId, type, messageId, subject, payload, nextAttemptAt: now };
    // Not part of the change set, so that the change that it reports can be undone.
    insertRowOnce(tx, webhookDeliveries, row, { actor, now });
  }
}

/** Returns the body of a webhook. */
export function payloadOf({ type, at, data }: { type: string; at: Date; data: object }): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/** Erases the deliveries about a row, even unsent ones. */
export function eraseWebhooksAbout(
  tx: Transaction,
  { subject, author: { actor, now } }: Pick<WebhookEvent, "subject" | "author">,
): void {
  eraseRows(tx, webhookDeliveries, eq(webhookDeliveries.subject, subject), { actor, now });
}

/** Queues a delivery again, with its message id. Throws AppError `conflict` while it is queued. */
export function sendAgain(tx: Transaction, id: number, author: Author): void {
  const delivery = tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).get();
  if (!delivery || delivery.status === "queued")
    throw conflict("It is already waiting to be sent.");
  const { endpointId } = delivery;
  const endpoint = tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .get();
  if (!endpoint) throw conflict("Its endpoint was deleted.");
  if (!endpoint.active) throw conflict("Its endpoint is switched off. Switch it on first.");
  const queued = { status: "queued", attempts: 0, nextAttemptAt: author.now } as const;
  updateRow(tx, webhookDeliveries, id, queued, author);
}
