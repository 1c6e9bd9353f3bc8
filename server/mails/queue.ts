import { and, asc, eq, gt, lte, type SQL } from "drizzle-orm";
import type { Reader, Transaction } from "../../db/client.ts";
import { givenNumber, prepared } from "../../db/statements.ts";
import { type Author, updateRow } from "../../db/record.ts";
import { emails } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { HOUR_MS } from "../contract/time.ts";

export type Email = typeof emails.$inferSelect;

/** Longer than sending takes: a mail with an expired lease was interrupted by a crash. */
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 4 * HOUR_MS;
/** With the pauses, attempts span at least a day, because a mail server may be down overnight. */
const MAX_ATTEMPTS = 22;
const LONGEST_REASON = 500;
/** Mails per transaction, because requests wait for its end. */
const MOST_GIVEN_UP = 200;
const AUTHOR = "mail";

/**
 * Claims the mail that has been due longest, for one sender; undefined when no mail is due. Gives up expired
 * mails and mails with too many attempts first. After `MOST_GIVEN_UP` of them it returns undefined; the next
 * round continues.
 */
export function claimMail(deps: Pick<Deps, "db" | "clock">): Email | undefined {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  // Checks without a transaction first: most rounds find no mail, and must not block writers.
  if (!findDue(deps.db, author.now)) return undefined;
  return deps.db.write((tx) => {
    for (let given = 0; given < MOST_GIVEN_UP; given++) {
      const due = findDue(tx, author.now);
      if (!due) return undefined;
      const hopeless = reasonToGiveUp(due, author.now);
      if (!hopeless) return claim(tx, due, author);
      updateRow(
        tx,
        emails,
        due.id,
        { status: "dead", leaseUntil: null, lastError: hopeless },
        author,
      );
    }
    return undefined;
  });
}

// Two queries, because one would sort all due mails each time. An index finds mails in progress by their
// lease.
const nextQueued = prepared((db) =>
  nextOf(db, and(eq(emails.status, "queued"), lte(emails.nextAttemptAt, givenNumber("now")))),
);
const nextLeftBehind = prepared((db) => nextOf(db, lte(emails.leaseUntil, givenNumber("now"))));

function nextOf(db: Pick<Reader, "select">, isDue: SQL | undefined) {
  return db
    .select()
    .from(emails)
    .where(isDue)
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(1)
    .prepare();
}

function findDue(db: Pick<Reader, "select" | "sqlite">, time: Date): Email | undefined {
  const now = time.getTime();
  const queued = nextQueued(db).get({ now });
  const left = nextLeftBehind(db).get({ now });
  if (!queued || !left) return queued ?? left;
  return left.nextAttemptAt <= queued.nextAttemptAt ? left : queued;
}

function reasonToGiveUp(email: Email, now: Date): string | undefined {
  if (email.expiresAt && email.expiresAt <= now) return "It could not be sent in time.";
  if (email.attempts >= MAX_ATTEMPTS) return email.lastError ?? "Its senders stopped half-way.";
  return undefined;
}

function claim(tx: Transaction, due: Email, author: Author): Email {
  const leaseUntil = new Date(author.now.getTime() + LEASE_MS);
  return updateRow(
    tx,
    emails,
    due.id,
    { status: "sending", leaseUntil, attempts: due.attempts + 1 },
    author,
  );
}

/**
 * Releases all claims when the only sending process starts, because the former sender is gone. The
 * interrupted attempt does not count; otherwise repeated restarts would give up good mails.
 */
export function releaseClaims(deps: Pick<Deps, "db" | "clock">): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  deps.db.write((tx) => {
    const claimed = tx
      .select()
      .from(emails)
      .where(gt(emails.leaseUntil, new Date(0)))
      .all();
    for (const { id, attempts } of claimed) {
      const released = { leaseUntil: author.now, attempts: Math.max(0, attempts - 1) };
      updateRow(tx, emails, id, released, author);
    }
  });
}

const MOST_HURRIED = 100;

// Uses the index of due times, where mails that wait for a retry come last.
const nextPaused = prepared((db) =>
  db
    .select({ id: emails.id, attempts: emails.attempts })
    .from(emails)
    .where(and(eq(emails.status, "queued"), gt(emails.nextAttemptAt, givenNumber("now"))))
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(MOST_HURRIED)
    .prepare(),
);

function listPaused(db: Pick<Reader, "select" | "sqlite">, now: Date) {
  return nextPaused(db)
    .all({ now: now.getTime() })
    .filter(({ attempts }) => attempts > 0);
}

/** Whether failed mails wait for a retry. */
export function hasPaused({ db, clock }: Pick<Deps, "db" | "clock">): boolean {
  return listPaused(db, clock.now()).length > 0;
}

/**
 * Makes some waiting mails due; returns false when there are no more. Attempts with an unreachable mail
 * server do not count.
 */
export function hurryMails({ db, clock }: Pick<Deps, "db" | "clock">): boolean {
  const author = { actor: AUTHOR, now: clock.now() };
  const paused = listPaused(db, author.now);
  if (paused.length === 0) return false;
  db.write((tx) => {
    for (const { id, attempts } of listPaused(tx, author.now)) {
      updateRow(tx, emails, id, { nextAttemptAt: author.now, attempts: attempts - 1 }, author);
    }
  });
  return true;
}

/** Gives up a mail permanently, because its recipient must not get it or does not exist. */
export function markDead(deps: Pick<Deps, "db" | "clock">, email: Email, reason: string): void {
  endClaim(deps, email, { status: "dead", lastError: reason.slice(0, LONGEST_REASON) });
}

/** Marks a mail as sent. Stores its subject unless it is secret. */
export function markSent(
  deps: Pick<Deps, "db" | "clock">,
  email: Email,
  subject: string | null,
): void {
  const sentAt = deps.clock.now();
  endClaim(deps, email, { subject, status: "sent", sentAt, lastError: null });
}

/** Schedules a retry, or gives up the mail with the reason after the last attempt. */
export function markFailed(
  deps: Pick<Deps, "db" | "clock">,
  email: Email,
  failure: { reason: string; jitter: number },
): void {
  const pause = retryPauseMs(email.attempts, failure.jitter);
  endClaim(deps, email, {
    status: email.attempts >= MAX_ATTEMPTS ? "dead" : "queued",
    nextAttemptAt: new Date(deps.clock.now().getTime() + pause),
    lastError: failure.reason.slice(0, LONGEST_REASON),
  });
}

/**
 * A sender must not change a mail after its lease has expired, because another sender may have claimed it.
 */
function endClaim(deps: Pick<Deps, "db" | "clock">, email: Email, patch: Partial<Email>): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  deps.db.write((tx) => {
    const current = tx.select().from(emails).where(eq(emails.id, email.id)).get();
    if (current?.status !== "sending" || current.attempts !== email.attempts) return;
    updateRow(tx, emails, email.id, { ...patch, leaseUntil: null }, author);
  });
}

/**
 * Pause before a retry in milliseconds: exponential back-off, with `jitter` (0 to 1) over its second half.
 */
export function retryPauseMs(attempts: number, jitter: number): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  return Math.round(full / 2 + (full / 2) * jitter);
}
