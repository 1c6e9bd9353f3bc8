import { randomUUID } from "node:crypto";
import { and, asc, eq, lte, or } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { type Author, insertRowOnce, updateRow } from "../../db/record.ts";
import { emails } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";

export type Email = typeof emails.$inferSelect;

/** Longer than a send can take: a mail still leased after this was interrupted by a crash. */
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 4 * 3_600_000;
/** With the pauses between them a day at least: a mail server may be down for a night. */
const MAX_ATTEMPTS = 22;
const LONGEST_REASON = 500;
const AUTHOR = "mail";

type NewMail = {
  uniqueKey: string;
  kind: string;
  recipient: string;
  orderId: number | null;
  /** What the mail says beyond its order. */
  data?: Record<string, unknown>;
  /** After this time it is not sent any more. */
  expiresAt?: Date;
  author: Author;
};

/**
 * Puts a mail into the queue, in the transaction of what it tells about. A key that was queued
 * before queues nothing. The body is written when it is sent, the Message-ID stays the same.
 */
export function queueMail(tx: Transaction, { author, ...mail }: NewMail): void {
  insertRowOnce(
    tx,
    emails,
    {
      data: {},
      ...mail,
      messageId: `<${randomUUID()}@papercub>`,
      status: "queued",
      nextAttemptAt: author.now,
    },
    author,
  );
}

/**
 * Takes the mail that has been due longest, for one sender alone; undefined when none is due. A mail
 * whose time is over, or whose senders have all vanished, is given up on the way.
 */
export function claimMail(deps: Pick<Deps, "db" | "clock">): Email | undefined {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  return deps.db.write((tx) => {
    for (let due = findDue(tx, author.now); due; due = findDue(tx, author.now)) {
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

function findDue(tx: Transaction, now: Date): Email | undefined {
  return tx
    .select()
    .from(emails)
    .where(
      or(
        and(eq(emails.status, "queued"), lte(emails.nextAttemptAt, now)),
        and(eq(emails.status, "sending"), lte(emails.leaseUntil, now)),
      ),
    )
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .get();
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
 * Lets every mail be taken at once that a sender had claimed: at the start of the one process that
 * sends, whoever claimed it is gone. A try that a crash cut short does not count, or a process that
 * is restarted a dozen times would give up mails that nothing is wrong with.
 */
export function releaseClaims(deps: Pick<Deps, "db" | "clock">): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  deps.db.write((tx) => {
    const claimed = tx.select().from(emails).where(eq(emails.status, "sending")).all();
    for (const { id, attempts } of claimed) {
      const released = { leaseUntil: author.now, attempts: Math.max(0, attempts - 1) };
      updateRow(tx, emails, id, released, author);
    }
  });
}

/** Gives a mail up for good: nobody is to have it any more, or nobody is there to have it. */
export function markDead(deps: Pick<Deps, "db" | "clock">, email: Email, reason: string): void {
  endClaim(deps, email, { status: "dead", lastError: reason.slice(0, LONGEST_REASON) });
}

/** Notes that the mail server has taken the mail, and what it said, if that may be kept. */
export function markSent(
  deps: Pick<Deps, "db" | "clock">,
  email: Email,
  body: Partial<Pick<Email, "subject" | "text" | "html">>,
): void {
  const sentAt = deps.clock.now();
  endClaim(deps, email, { ...body, status: "sent", sentAt, lastError: null });
}

/** Puts the mail back for a later try, or gives it up with the reason after the last one. */
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

/** A sender whose lease ran out has no say any more: the mail is another's by then. */
function endClaim(deps: Pick<Deps, "db" | "clock">, email: Email, patch: Partial<Email>): void {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  deps.db.write((tx) => {
    const current = tx.select().from(emails).where(eq(emails.id, email.id)).get();
    if (current?.status !== "sending" || current.attempts !== email.attempts) return;
    updateRow(tx, emails, email.id, { ...patch, leaseUntil: null }, author);
  });
}

/** The pause before the next try: doubles each time, spread by `jitter` (0 to 1) over its second half. */
export function retryPauseMs(attempts: number, jitter: number): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  return Math.round(full / 2 + (full / 2) * jitter);
}
