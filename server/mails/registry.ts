import type { MailKind } from "../../db/enums.ts";
import { code } from "./code.tsx";
import { contactAnswer, contactNotice, contactThanks } from "./contact-mails.tsx";
import type { MailDefinition } from "./define-mail.ts";
import { delivery } from "./delivery.tsx";
import { addressChanged, newVersion, orderReceived, paymentFailed } from "./order-notices.tsx";
import { alarm, contactSuspects, testMail } from "./owner-mails.ts";

const mails = {
  code,
  delivery,
  order_received: orderReceived,
  payment_failed: paymentFailed,
  address_changed: addressChanged,
  contact_notice: contactNotice,
  contact_thanks: contactThanks,
  contact_suspects: contactSuspects,
  contact_answer: contactAnswer,
  new_version: newVersion,
  alarm,
  test: testMail,
} satisfies Record<MailKind, MailDefinition>;

const byKind = new Map<string, MailDefinition>(Object.entries(mails));

/** Returns the definition of a kind of mail; undefined for a kind of another release. */
export function findMail(kind: string): MailDefinition | undefined {
  return byKind.get(kind);
}
