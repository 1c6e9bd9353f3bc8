import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "../../db/client.ts";
import { type Author, insertRowOnce, updateRow } from "../../db/record.ts";
import { emails } from "../../db/schema.ts";
import type { MailKind } from "../../db/enums.ts";
import { postRefusals } from "../contract/admin-messages.ts";
import { AppError } from "../errors.ts";

const order = z.object({ orderId: z.int() });
const submission = z.object({ submissionId: z.int() });

const subjects = {
  code: z.object({ codeId: z.int(), forBuyers: z.boolean() }),
  delivery: order,
  order_received: order,
  payment_failed: order,
  /** The email is masked: the mail may go to a stranger. */
  address_changed: order.extend({ newAddress: z.string() }),
  contact_notice: submission,
  contact_thanks: submission,
  contact_suspects: z.object({ day: z.string() }),
  /** With its words, for a later answer must not stand in an earlier mail. */
  contact_answer: submission.extend({ answer: z.string() }),
  new_version: order.extend({ itemId: z.int(), fileId: z.int() }),
  /** With its words: by the time it is sent the line may say something else. */
  alarm: z.object({ title: z.string(), text: z.string(), todo: z.string(), at: z.string() }),
  test: z.object({}),
} satisfies Record<MailKind, z.ZodType>;

/** What each kind of mail is about, as its row keeps it. */
export type MailSubjects = { [Kind in MailKind]: z.infer<(typeof subjects)[Kind]> };

type NewMail<Kind extends MailKind> = {
  uniqueKey: string;
  kind: Kind;
  recipient: string;
  about: MailSubjects[Kind];
  /** Before this time it is not sent; at once when left out. */
  dueAt?: Date;
  /** After this time it is not sent any more. */
  expiresAt?: Date;
  author: Author;
};

/**
 * Puts a mail into the queue, in the transaction of what it tells about. A
 * key that was queued before queues nothing, and is answered by false. The body is written when it is sent, the Message-ID stays
 * the same (decision: mail-body-late).
 */
export function queueMail<Kind extends MailKind>(
  tx: Transaction,
  { author, about, dueAt = author.now, ...mail }: NewMail<Kind>,
): boolean {
  const { orderId, ...data }: { orderId?: number; [name: string]: unknown } = about;
  const queued = insertRowOnce(
    tx,
    emails,
    {
      ...mail,
      orderId: orderId ?? null,
      data,
      messageId: `<${randomUUID()}@papercub>`,
      status: "queued",
      nextAttemptAt: dueAt,
    },
    author,
  );
  return queued !== undefined;
}

/**
 * Puts a mail that was given up back into the queue, due at once and as often as a new one. Throws
 * AppError `conflict` for any other mail, and for one whose time is over.
 */
export function requeueMail(tx: Transaction, id: number, author: Author): void {
  const mail = tx.select().from(emails).where(eq(emails.id, id)).get();
  if (mail?.status !== "dead") throw new AppError("conflict", postRefusals.notDead);
  const isOver = mail.expiresAt !== null && mail.expiresAt <= author.now;
  if (isOver) throw new AppError("conflict", postRefusals.mailTooOld);
  const fresh = { status: "queued" as const, attempts: 0, nextAttemptAt: author.now };
  updateRow(tx, emails, id, { ...fresh, leaseUntil: null, lastError: null }, author);
}

type Row = Pick<typeof emails.$inferSelect, "orderId" | "data">;

/** What a queued mail is about; throws when its row does not say so. */
export function subjectOf<Kind extends MailKind>(
  kind: Kind,
  { orderId, data }: Row,
): MailSubjects[Kind] {
  const { [kind]: subject }: { [Each in MailKind]: z.ZodType<MailSubjects[Each]> } = subjects;
  return subject.parse({ ...data, ...(orderId !== null && { orderId }) });
}
