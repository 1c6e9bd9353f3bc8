import { and, asc, eq, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { Webhook } from "standardwebhooks";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { givenNumber, prepared } from "../../../db/statements.ts";
import {
  type WebhookDelivery,
  webhookDeliveries,
  type WebhookEndpoint,
  webhookEndpoints,
} from "../../../db/store-schema.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { WebhookFault, WebhookOutcome } from "../../ports/webhooks.ts";
import { nextTurn } from "../../process/promises.ts";

/** Pauses after failed attempts, about three days in all. After the last one, a delivery is given up. */
const PAUSES_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Part of a pause that varies, so that endpoints of many shops are not called at the same time. */
const JITTER = 0.2;
const GONE = 410;

const FAULTS: Record<WebhookFault, string> = {
  private:
    "The address is on this machine or in a private network. WEBHOOK_ALLOW_PRIVATE=1 allows that.",
  insecure: "The address begins with http:// and not with https://.",
  timeout: "No response within ten seconds.",
  unreachable: "No connection, or an invalid response",
};

type SendDeps = Pick<Deps, "db" | "clock" | "checkWrites" | "postWebhook" | "stopping">;

const earlier = alias(webhookDeliveries, "earlier");

/** The next due delivery of an endpoint. Earlier events about the same row must be delivered first. */
const nextDue = prepared((db) => {
  const { endpointId, subject, id, status, nextAttemptAt } = webhookDeliveries;
  const waitsEarlier = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.subject, subject),
        eq(earlier.endpointId, endpointId),
        sql`${earlier.id} < ${id}`,
        sql`${earlier.status} = 'queued'`,
      ),
    );
  return db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(endpointId, givenNumber("endpointId")),
        // Must match the WHERE clause of the partial index.
        sql`${status} = 'queued'`,
        lte(nextAttemptAt, givenNumber("now")),
        notExists(waitsEarlier),
      ),
    )
    .orderBy(asc(nextAttemptAt), asc(id))
    .limit(1)
    .prepare();
});

const endpointById = prepared((db) =>
  db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, givenNumber("id")))
    .prepare(),
);

export function listEndpointIds(db: Pick<Reader, "select">): number[] {
  const { id } = webhookEndpoints;
  const rows = db.select({ id }).from(webhookEndpoints).all();
  return rows.map((row) => row.id);
}

/**
 * Sends the due deliveries of an endpoint one after the other, so it must run once per endpoint at a
 * time. A delivery that a crash interrupts is still queued, so each is sent at least once.
 */
export async function sendDueWebhooks(deps: SendDeps, endpointId: number): Promise<void> {
  const { db, clock, stopping } = deps;
  while (!stopping?.aborted) {
    const endpoint = endpointById(db).get({ id: endpointId });
    if (!endpoint?.active) return;
    const delivery = nextDue(db).get({ endpointId, now: clock.now().getTime() });
    // A store that cannot record the outcome would send the same message again and again.
    if (!delivery || deps.checkWrites().problem) return;
    const outcome = await post(deps, endpoint, delivery);
    // An attempt that the shutdown has aborted does not count.
    if (stopping?.aborted && "fault" in outcome) return;
    const author = { actor: "webhooks", now: clock.now() };
    db.write((tx) => recordOutcome(tx, { delivery, outcome, author }));
    await nextTurn();
  }
}

/** Posts a message to an endpoint, signed by the Standard Webhooks specification. */
export function post(
  { clock, postWebhook, stopping }: Pick<SendDeps, "clock" | "postWebhook" | "stopping">,
  { url, secret }: Pick<WebhookEndpoint, "url" | "secret">,
  { messageId, payload }: Pick<WebhookDelivery, "messageId" | "payload">,
): Promise<WebhookOutcome> {
  const now = clock.now();
  return postWebhook({
    url,
    body: payload,
    signal: stopping,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "User-Agent": "Papercub-Webhooks",
      "webhook-id": messageId,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(messageId, now, payload),
    },
  });
}

type Attempt = { delivery: WebhookDelivery; outcome: WebhookOutcome; author: Author };

function recordOutcome(tx: Transaction, attempt: Attempt): void {
  const { delivery, outcome, author } = attempt;
  const { id, endpointId, version } = delivery;
  const current = tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).get();
  if (current?.version === version) {
    const attempts = delivery.attempts + 1;
    const patch = afterAttempt({ attempts, outcome, now: author.now });
    updateRow(tx, webhookDeliveries, id, patch, author);
    if (patch.status === "dead") markFailing(tx, attempt);
  }
  if (findProblem(outcome) === null) markWorking(tx, endpointId, author);
}

/** Returns what an attempt changes in its delivery. `jitter` is from 0 to 1. */
export function afterAttempt({
  attempts,
  outcome,
  now,
  jitter = Math.random(),
}: {
  attempts: number;
  outcome: WebhookOutcome;
  now: Date;
  jitter?: number;
}) {
  const lastStatus = "status" in outcome ? outcome.status : null;
  const lastError = findProblem(outcome);
  const result = { attempts, lastStatus, lastError };
  if (lastError === null) return { ...result, status: "sent", sentAt: now } as const;
  const pause = PAUSES_MS[attempts - 1];
  if (lastStatus === GONE || pause === undefined) return { ...result, status: "dead" } as const;
  const varied = pause * (1 - JITTER / 2 + JITTER * jitter);
  const nextAttemptAt = new Date(now.getTime() + Math.round(varied));
  return { ...result, status: "queued", nextAttemptAt } as const;
}

/** Describes a failed attempt to the owner; null if the endpoint has accepted the message. */
export function findProblem(outcome: WebhookOutcome): string | null {
  if ("fault" in outcome) {
    const { fault, code } = outcome;
    return code ? `${FAULTS[fault]} (${code}).` : FAULTS[fault];
  }
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  const answered = `The endpoint answered ${status}.`;
  if (status === GONE) return `${answered} It wants no more webhooks.`;
  if (status < 300 || status >= 400) return answered;
  return `${answered} It redirects to another address; enter that one.`;
}

/** Marks an endpoint as failing. Switches it off if it answered 410 Gone. */
function markFailing(tx: Transaction, { delivery, outcome, author }: Attempt): void {
  const { endpointId } = delivery;
  const endpoint = endpointById(tx).get({ id: endpointId });
  if (!endpoint) return;
  const isGone = "status" in outcome && outcome.status === GONE;
  const failing = { failingSince: author.now, lastError: findProblem(outcome) };
  if (isGone) updateRow(tx, webhookEndpoints, endpointId, { ...failing, active: false }, author);
  else if (!endpoint.failingSince) updateRow(tx, webhookEndpoints, endpointId, failing, author);
}

/** Clears the failure of an endpoint that works again, or that the owner has changed. */
export function markWorking(tx: Transaction, id: number, author: Author): void {
  if (!endpointById(tx).get({ id })?.failingSince) return;
  updateRow(tx, webhookEndpoints, id, { failingSince: null, lastError: null }, author);
}
