import { randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, insertRowOnce, updateRow } from "../../../db/record.ts";
import { emails } from "../../../db/schema.ts";
import type { MailKind } from "../../../db/enums.ts";
import { conflict } from "../../errors.ts";

const order = z.object({ orderId: z.int() });
const withdrawal = order.extend({ withdrawalId: z.int() });
const submission = z.object({ submissionId: z.int() });

const subjects = {
  code: z.object({
    codeId: z.int(),
    forBuyers: z.boolean(),
    /** Set for a code that confirms the deletion of the account. */
    deletesAccount: z.literal(true).optional(),
  }),
  email_change: z.object({ codeId: z.int() }),
  /** Masked, because the mail may go to a stranger. */
  email_changed: z.object({ newAddress: z.string() }),
  delivery: order,
  order_received: order,
  payment_failed: order,
  /** Masked, because the mail may go to a stranger. */
  address_changed: order.extend({ newAddress: z.string() }),
  order_refunded: order.extend({ amount: z.int() }),
  access_ended: order.extend({ cause: z.enum(["dispute", "subscription"]) }),
  contact_notice: submission,
  contact_thanks: submission,
  contact_suspects: z.object({ day: z.string() }),
  /** Contains the text, because the owner may answer again before the mail is sent. */
  contact_answer: submission.extend({ answer: z.string() }),
  new_version: order.extend({ itemId: z.int(), fileId: z.int() }),
  order_waiting: order,
  gift_receipt: order,
  recovery: order,
  review_request: order,
  moved_shop: z.object({}),
  withdrawal,
  withdrawal_notice: withdrawal,
  owner_dispute: order.extend({ noteId: z.int() }),
  owner_double: order,
  owner_dead_mails: z.object({}),
  /** Sold orders; `day` is the day of a daily mail, null for the mail about one sale. */
  owner_sales: z.object({ day: z.iso.date().nullable(), orderIds: z.array(z.int()) }),
  weekly_summary: z.object({ firstDay: z.iso.date(), lastDay: z.iso.date() }),
  passkey_changed: z.object({ changeId: z.int() }),
  /** The new address is "" when it was cleared. */
  support_changed: z.object({ newAddress: z.string() }),
  /** Includes the text, because the check result may change before the mail is sent. */
  alarm: z.object({ title: z.string(), text: z.string(), todo: z.string(), at: z.string() }),
  test: z.object({}),
} satisfies Record<MailKind, z.ZodType>;

export type MailSubjects = { [Kind in MailKind]: z.infer<(typeof subjects)[Kind]> };

type NewMail<Kind extends MailKind> = {
  uniqueKey: string;
  kind: Kind;
  recipient: string;
  about: MailSubjects[Kind];
  dueAt?: Date;
  expiresAt?: Date;
  author: Author;
};

/** Queues a mail in the caller's transaction; false if its key exists. It is rendered when sent. */
export function queueMail<Kind extends MailKind>(
  tx: Transaction,
  { author, about, dueAt = author.now, ...mail }: NewMail<Kind>,
): boolean {
  const { orderId, ...data }: { orderId?: number; [name: string]: unknown } = about;
  const messageId = `<${randomUUID()}@shop>`;
  const row = { ...mail, orderId: orderId ?? null, data, messageId, nextAttemptAt: dueAt };
  return insertRowOnce(tx, emails, { ...row, status: "queued" }, author) !== undefined;
}

/** Whether a mail of this kind to an address was queued after a time. */
export function wasMailed(
  db: Pick<Reader, "select">,
  { kind, recipient, since }: Pick<NewMail<MailKind>, "kind" | "recipient"> & { since: Date },
): boolean {
  // The plus makes SQLite use the index on recipients instead of reading all mails of the kind.
  const isRecent = and(sql`+${emails.kind} = ${kind}`, gt(emails.createdAt, since));
  const isTheirs = and(isRecent, eq(emails.recipient, recipient));
  return db.select({ id: emails.id }).from(emails).where(isTheirs).get() !== undefined;
}

/** Requeues a dead mail. Throws AppError `conflict` when the mail is not dead or has expired. */
export function requeueMail(tx: Transaction, id: number, author: Author): void {
  const mail = tx.select().from(emails).where(eq(emails.id, id)).get();
  if (mail?.status !== "dead") throw conflict("Only a mail that was given up can be tried again.");
  if (mail.expiresAt && mail.expiresAt <= author.now)
    throw conflict("This mail has expired. Its recipient has to request a new one.");
  const fresh = { status: "queued", attempts: 0, leaseUntil: null, lastError: null } as const;
  updateRow(tx, emails, id, { ...fresh, nextAttemptAt: author.now }, author);
}

type Row = Pick<typeof emails.$inferSelect, "orderId" | "data">;

/** Parses the data of a queued mail. Throws when the row is invalid. */
export function subjectOf<Kind extends MailKind>(
  kind: Kind,
  { orderId, data }: Row,
): MailSubjects[Kind] {
  const { [kind]: subject }: { [Each in MailKind]: z.ZodType<MailSubjects[Each]> } = subjects;
  return subject.parse({ ...data, ...(orderId !== null && { orderId }) });
}
