import { randomUUID } from "node:crypto";
import { and, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, eraseRows, insertRow, updateRow } from "../../../db/record.ts";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { emails } from "../../../db/schema.ts";
import { foldEmail } from "../../contract/email.ts";
import { type ContactRequest, tidyContact, TRAP_FIELD } from "../../contract/contact.ts";
import { DAY_MS } from "../../contract/time.ts";
import { dayAt } from "../stats/zoned-days.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { readSite } from "../settings.ts";
import { eraseWebhooksAbout, queueWebhooks } from "../webhooks/queue-webhooks.ts";
import { queueMail } from "./queue-mail.ts";

type Submission = typeof contactSubmissions.$inferSelect;

/** Submissions faster than this are treated as bots. */
const LEAST_FILL_MS = 2000;
const GMAIL_HOSTS = new Set(["gmail.com", "googlemail.com"]);

type Contact = {
  request: ContactRequest;
  openedAt?: number | undefined;
  /** Whether to send the thank-you mail; false when the client has exceeded its limit. */
  thank: boolean;
};

/** Stores a message and queues its mails. Likely spam is marked "suspect": one notice a day. */
export function submitContact(
  deps: Pick<Deps, "db" | "config" | "clock">,
  { request, openedAt, thank }: Contact,
): void {
  const now = deps.clock.now();
  const author = { actor: "visitor", now };
  const isSuspect = Boolean(request[TRAP_FIELD]) || isTooFast(now, openedAt);
  const { supportEmail: recipient, timeZone } = readSite(deps);
  const { userAgent, deviceType, localTime, italianTime, browserLanguage } = request;
  const { name, email, subject, message } = tidyContact(request);
  const row = {
    name,
    email: foldEmail(email),
    subject: subject || null,
    message,
    userAgent,
    deviceType,
    localTime,
    italianTime,
    browserLanguage,
    screenResolution: request.screenResolution,
    sentAt: request.timestamp,
    status: isSuspect ? "suspect" : "new",
  } as const;
  deps.db.write((tx) => {
    const submission = insertRow(tx, contactSubmissions, row, author);
    if (isSuspect) {
      const day = dayAt(now.getTime(), timeZone);
      const notice = { uniqueKey: `contact-suspects:${day}`, kind: "contact_suspects" } as const;
      queueMail(tx, { ...notice, recipient, about: { day }, author });
      return;
    }
    const about = { submissionId: submission.id };
    const notice = {
      uniqueKey: `contact-notice:${submission.id}`,
      kind: "contact_notice",
    } as const;
    queueMail(tx, { ...notice, recipient, about, author });
    if (thank) queueThanks(tx, submission, author);
    reportMessage(tx, submission, author);
  });
}

const subjectOf = (id: number) => `contact_submissions:${id}`;

function reportMessage(tx: Transaction, submission: Submission, author: Author): void {
  const { id, name, email, subject, message } = submission;
  queueWebhooks(tx, {
    type: "message.received",
    messageId: `message_${randomUUID()}`,
    subject: subjectOf(id),
    data: () => ({ id, name, email, subject, message }),
    author,
  });
}

function isTooFast(now: Date, openedAt: number | undefined): boolean {
  if (openedAt === undefined) return false;
  const elapsed = now.getTime() - openedAt;
  return elapsed >= 0 && elapsed < LEAST_FILL_MS;
}

/** Stores the reply to a message and queues its mail. Idempotent per key. */
export function answerContact(
  tx: Transaction,
  { id, answer, key, author }: { id: number; answer: string; key: string; author: Author },
): void {
  const answered = { answer, answeredAt: author.now, status: "answered" } as const;
  const { email } = updateRow(tx, contactSubmissions, id, answered, author);
  queueMail(tx, {
    uniqueKey: `${answerKeys(id)}${key}`,
    kind: "contact_answer",
    recipient: email,
    about: { submissionId: id, answer },
    author,
  });
}

const answerKeys = (id: number) => `contact-answer:${id}:`;

/** Erases all mails and webhooks about a deleted message, even unsent ones. Undo does not restore them. */
export function eraseMailsAbout(
  tx: Transaction,
  { id, createdAt, author }: { id: number; createdAt: Date; author: Author },
): void {
  // Uses the index on `kind` and `createdAt`: these mails were queued in the message's transaction.
  const ofForm = and(
    inArray(emails.kind, ["contact_notice", "contact_thanks"]),
    eq(emails.createdAt, createdAt),
    sql`${emails.data} ->> 'submissionId' = ${id}`,
  );
  const keys = answerKeys(id);
  const answers = and(gte(emails.uniqueKey, keys), lt(emails.uniqueKey, `${keys}\u{10FFFF}`));
  // Recorded without the change set, because undo cannot restore erased mails.
  const { actor, now } = author;
  eraseRows(tx, emails, or(ofForm, answers), { actor, now });
  eraseWebhooksAbout(tx, { subject: subjectOf(id), author });
}

/** Changes a message's status. Throws AppError `conflict` when it already has that status. */
export function moveContact(
  tx: Transaction,
  { id, status, author }: { id: number; status: "new" | "done"; author: Author },
): void {
  const { id: column, status: current } = contactSubmissions;
  const known = tx.select({ current }).from(contactSubmissions).where(eq(column, id)).get();
  if (known?.current === status) {
    throw conflict(
      status === "done" ? "This message is already done." : "This message is already open.",
    );
  }
  const submission = updateRow(tx, contactSubmissions, id, { status }, author);
  if (known?.current === "suspect" && status === "new") reportMessage(tx, submission, author);
}

function queueThanks(tx: Transaction, submission: Submission, author: Author): void {
  const day = Math.floor(author.now.getTime() / DAY_MS);
  const keyOf = (dayNumber: number) => `contact-thanks:${mailboxOf(submission.email)}:${dayNumber}`;
  const yesterday = tx
    .select({ createdAt: emails.createdAt })
    .from(emails)
    .where(eq(emails.uniqueKey, keyOf(day - 1)))
    .get();
  if (yesterday && author.now.getTime() - yesterday.createdAt.getTime() < DAY_MS) return;
  queueMail(tx, {
    uniqueKey: keyOf(day),
    kind: "contact_thanks",
    recipient: submission.email,
    about: { submissionId: submission.id },
    expiresAt: new Date(author.now.getTime() + DAY_MS),
    author,
  });
}

/** Normalizes aliases of a mailbox: "a.nna+shop@googlemail.com" becomes "anna@gmail.com". */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const host = email.slice(at + 1);
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return GMAIL_HOSTS.has(host) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${host}`;
}
