import { and, asc, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { givenNumber, prepared } from "../../db/statements.ts";
import { type Author, updateRow } from "../../db/record.ts";
import { emails } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { type Backoff, backoffMs, HOUR_MS } from "../contract/time.ts";

export type Email = typeof emails.$inferSelect;
type QueueDeps = Pick<Deps, "db" | "clock">;

/** Lease of a claimed mail: longer than sending can take, so an expired lease means a crash. */
const LEASE_MS = 120_000;
export const MAIL_RETRY: Backoff = { firstMs: 30_000, mostMs: 4 * HOUR_MS };
/** Maximum attempts. With back-off they span at least a day, for mail servers down overnight. */
const MAX_ATTEMPTS = 22;
const LONGEST_REASON = 500;
/** Mails given up per transaction. Limited, because other requests wait for the transaction. */
const MOST_GIVEN_UP = 200;
const MOST_RETRIED = 100;
/** Kind of mail that is sent to thousands at once, so the mails of a purchase go before it. */
const BULK = "moved_shop";

const IS_DUE = and(eq(emails.status, "queued"), lte(emails.nextAttemptAt, givenNumber("now")));

/**
 * Claims the mail that has been due longest; undefined when none is due. Gives up expired mails and those
 * with too many attempts, at most `MOST_GIVEN_UP` a call.
 */
export function claimMail({ db, clock }: QueueDeps): Email | undefined {
  const author = authorOf(clock);
  // Check outside a transaction first: most rounds find no mail and must not block writers.
  if (!findDue(db, author.now)) return undefined;
  return db.write((tx) => {
    for (let given = 0; given < MOST_GIVEN_UP; given++) {
      const due = findDue(tx, author.now);
      if (!due) return undefined;
      const { id, attempts } = due;
      const lastError = reasonToGiveUp(due, author.now);
      if (!lastError) {
        const leaseUntil = new Date(author.now.getTime() + LEASE_MS);
        const claim = { status: "sending", leaseUntil, attempts: attempts + 1 } as const;
        return updateRow(tx, emails, id, claim, author);
      }
      updateRow(tx, emails, id, { status: "dead", leaseUntil: null, lastError }, author);
    }
    return undefined;
  });
}

// Separate queries, because one would sort all due mails each time. Mails in progress are found by
// their lease.
const nextQueued = prepared((db) => nextOf(db, and(IS_DUE, ne(emails.kind, BULK))));
const nextBulk = prepared((db) => nextOf(db, and(IS_DUE, eq(emails.kind, BULK))));
const nextInterrupted = prepared((db) => nextOf(db, lte(emails.leaseUntil, givenNumber("now"))));

function nextOf(db: Pick<Reader, "select">, isDue: SQL | undefined) {
  const { nextAttemptAt, id } = emails;
  const due = db.select().from(emails).where(isDue);
  return due.orderBy(asc(nextAttemptAt), asc(id)).limit(1).prepare();
}

function findDue(db: Pick<Reader, "select" | "sqlite">, time: Date): Email | undefined {
  const now = time.getTime();
  const queued = nextQueued(db).get({ now }) ?? nextBulk(db).get({ now });
  const interrupted = nextInterrupted(db).get({ now });
  if (!queued || !interrupted) return queued ?? interrupted;
  return interrupted.nextAttemptAt <= queued.nextAttemptAt ? interrupted : queued;
}

function reasonToGiveUp(email: Email, now: Date): string | undefined {
  if (email.expiresAt && email.expiresAt <= now) return "It couldn't be sent in time.";
  if (email.attempts < MAX_ATTEMPTS) return undefined;
  return email.lastError ?? "Every attempt was interrupted.";
}

/** Releases claims of a former process, without counting the interrupted attempts. */
export function releaseClaims({ db, clock }: QueueDeps): void {
  const author = authorOf(clock);
  db.write((tx) => {
    const isClaimed = gt(emails.leaseUntil, new Date(0));
    for (const { id, attempts } of tx.select().from(emails).where(isClaimed).all()) {
      const released = { leaseUntil: author.now, attempts: Math.max(0, attempts - 1) };
      updateRow(tx, emails, id, released, author);
    }
  });
}

// Uses the index on due times. Mails with retries pending are at its end.
const nextPaused = prepared((db) =>
  db
    .select({ id: emails.id, attempts: emails.attempts })
    .from(emails)
    .where(and(eq(emails.status, "queued"), gt(emails.nextAttemptAt, givenNumber("now"))))
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(MOST_RETRIED)
    .prepare(),
);

/** Lists failed mails that wait for a retry, up to a limit. */
export function listPaused(db: Pick<Reader, "select" | "sqlite">, now: Date) {
  return nextPaused(db)
    .all({ now: now.getTime() })
    .filter(({ attempts }) => attempts > 0);
}

/** Makes a batch of paused mails due, without counting their last attempt; false if none remain. */
export function retryPaused({ db, clock }: QueueDeps): boolean {
  const author = authorOf(clock);
  return db.write((tx) => {
    const paused = listPaused(tx, author.now);
    for (const { id, attempts } of paused) {
      updateRow(tx, emails, id, { nextAttemptAt: author.now, attempts: attempts - 1 }, author);
    }
    return paused.length > 0;
  });
}

/** Marks a mail as sent. Pass null for a secret subject. */
export function markSent(deps: QueueDeps, email: Email, subject: string | null): void {
  const sentAt = deps.clock.now();
  endClaim(deps, email, { subject, status: "sent", sentAt, lastError: null });
}

/** Cancels a mail that no longer applies. It expires, so it is not reported as undelivered. */
export function markMoot(deps: QueueDeps, email: Email, reason: string): void {
  // A delivery without files is reported again once its order's access is restored.
  const expiresAt = email.expiresAt ?? (email.kind === "delivery" ? null : deps.clock.now());
  endClaim(deps, email, { status: "dead", expiresAt, lastError: reason });
}

/** Schedules a retry, or gives up the mail after the last attempt or a `permanent` failure. */
export function markFailed(
  deps: QueueDeps,
  email: Email,
  failure: { reason: string; permanent?: boolean; jitter?: number },
): void {
  const { reason, permanent = false, jitter = Math.random() } = failure;
  const pause = backoffMs(email.attempts - 1, MAIL_RETRY, jitter);
  endClaim(deps, email, {
    status: permanent || email.attempts >= MAX_ATTEMPTS ? "dead" : "queued",
    ...(!permanent && { nextAttemptAt: new Date(deps.clock.now().getTime() + pause) }),
    lastError: reason.slice(0, LONGEST_REASON),
  });
}

const claimOf = prepared((db) =>
  db
    .select({ status: emails.status, attempts: emails.attempts })
    .from(emails)
    .where(eq(emails.id, sql.placeholder("id")))
    .prepare(),
);

/** Updates a claimed mail and ends its lease, unless another sender has claimed the mail since. */
function endClaim({ db, clock }: QueueDeps, email: Email, patch: Partial<Email>): void {
  db.write((tx) => {
    const current = claimOf(tx).get({ id: email.id });
    if (current?.status !== "sending" || current.attempts !== email.attempts) return;
    updateRow(tx, emails, email.id, { ...patch, leaseUntil: null }, authorOf(clock));
  });
}

function authorOf(clock: Deps["clock"]): Author {
  return { actor: "mail", now: clock.now() };
}
