import type { MailKind } from "../../db/enums.ts";
import { addressChanged } from "./address-changed.tsx";
import { alarm } from "./alarm.ts";
import { code } from "./code.tsx";
import { contactAnswer } from "./contact-answer.tsx";
import { contactNotice } from "./contact-notice.tsx";
import { contactSuspects } from "./contact-suspects.tsx";
import { contactThanks } from "./contact-thanks.tsx";
import type { MailDefinition } from "./define-mail.ts";
import { delivery } from "./delivery.tsx";
import { newVersion } from "./new-version.tsx";
import { orderReceived } from "./order-received.tsx";
import { paymentFailed } from "./payment-failed.tsx";
import { testMail } from "./test-mail.ts";

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
} satisfies { [Kind in MailKind]: MailDefinition<Kind> };

const byKind = new Map<string, MailDefinition>(Object.entries(mails));

/** Returns the definition of a kind of mail; undefined for a kind of another release. */
export function findMail(kind: string): MailDefinition | undefined {
  return byKind.get(kind);
}
