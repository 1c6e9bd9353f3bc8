import { eq } from "drizzle-orm";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import type { MailKind } from "../../../db/enums.ts";
import { orderItems, orderNotes } from "../../../db/schema.ts";
import { formatMoment } from "../../contract/format.ts";
import {
  contactMailWords,
  deliveryWords,
  endedMailWords,
  refundMailWords,
} from "../../contract/mail-words.ts";
import { fill } from "../../contract/words.ts";
import type { Deps } from "../../deps.ts";
import { subjectOf } from "../../domain/mails/queue-mail.ts";
import { findOrderById } from "../../domain/orders/order.ts";
import { readSite } from "../../domain/settings.ts";
import { claimMail, type Email, markSent } from "../../mails/queue.ts";

type MailDeps = Pick<Deps, "db" | "config" | "clock">;

/** Marks all due mails as sent. They are not rendered, because their recipients do not exist. */
export function sendSilently(deps: MailDeps): void {
  for (let mail = claimMail(deps); mail; mail = claimMail(deps)) {
    markSent(deps, mail, SUBJECTS[mail.kind]?.(deps, mail) ?? null);
  }
}

/** Subjects of the mails that the sample year sends. */
const SUBJECTS: { [Kind in MailKind]?: (deps: MailDeps, mail: Email) => string } = {
  delivery: (deps, mail) => fill(deliveryWords.subject, { number: numberOf(deps, mail) }),
  order_refunded: (deps, mail) => fill(refundMailWords.subject, { number: numberOf(deps, mail) }),
  access_ended({ db }, mail) {
    const item = db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, mail.orderId ?? 0));
    return fill(endedMailWords.subscription.subject, { items: item.get()?.name ?? "" });
  },
  owner_dispute(deps, mail) {
    const { noteId } = subjectOf("owner_dispute", mail);
    const note = deps.db.select().from(orderNotes).where(eq(orderNotes.id, noteId)).get();
    const { timeZone } = readSite(deps);
    const deadline = note?.dueAt ? ` by ${formatMoment(note.dueAt, timeZone)}` : "";
    return `Dispute of order ${numberOf(deps, mail)}: please answer${deadline}`;
  },
  contact_notice(deps, mail) {
    const { subject, name } = messageOf(deps, subjectOf("contact_notice", mail));
    return `Contact form: ${subject ?? `message from ${name}`}`;
  },
  contact_thanks: (deps) => fill(contactMailWords.thanks.subject, { brand: readSite(deps).brand }),
  contact_answer(deps, mail) {
    const { subject } = messageOf(deps, subjectOf("contact_answer", mail));
    const { answer } = contactMailWords;
    if (subject) return fill(answer.subject, { subject });
    return fill(answer.subjectMissing, { brand: readSite(deps).brand });
  },
  contact_suspects: (_deps, mail) =>
    `Contact form: messages held back on ${subjectOf("contact_suspects", mail).day}`,
};

function numberOf({ db }: MailDeps, { orderId }: Email): string {
  return findOrderById(db, orderId ?? 0)?.number ?? "";
}

function messageOf({ db }: MailDeps, { submissionId }: { submissionId: number }) {
  const isIt = eq(contactSubmissions.id, submissionId);
  const message = db.select().from(contactSubmissions).where(isIt).get();
  if (!message) throw new Error(`There is no message ${submissionId}.`);
  return message;
}
