import type { MailKind } from "../../db/enums.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { readSite } from "../domain/settings.ts";
import { UnknownMailbox } from "../errors.ts";
import { nextTurn, within } from "../process/promises.ts";
import { signInCode } from "./sign-in-code.tsx";
import { contactAnswer, contactNotice, contactThanks } from "./contact-mails.tsx";
import type { MailDefinition } from "./define-mail.ts";
import { delivery } from "./delivery.tsx";
import { emailChange, emailChanged } from "./email-change.tsx";
import { accessEnded, orderRefunded } from "./end-mails.ts";
import { giftReceipt } from "./gift-receipt.ts";
import { addressChanged, newVersion, orderReceived, paymentFailed } from "./order-notices.tsx";
import { alarm, contactSuspects, testMail } from "./owner-mails.ts";
import { reviewRequest } from "./review-request.ts";
import { withdrawalNotice, withdrawalReceipt } from "./withdrawal-mails.ts";
import { ownerDeadMails, ownerDispute, ownerDuplicate, weeklySummary } from "./owner-notices.ts";
import { movedShop } from "./moved-shop.ts";
import { recovery } from "./recovery.ts";
import { ownerSales } from "./sale-mails.ts";
import { passkeyChanged, supportChanged } from "./security-notices.ts";
import { orderWaiting } from "./order-waiting.ts";
import {
  claimMail,
  type Email,
  listPaused,
  markFailed,
  markMoot,
  markSent,
  retryPaused,
} from "./queue.ts";

const MAILS = {
  code: signInCode,
  delivery,
  order_received: orderReceived,
  payment_failed: paymentFailed,
  address_changed: addressChanged,
  order_refunded: orderRefunded,
  access_ended: accessEnded,
  contact_notice: contactNotice,
  contact_thanks: contactThanks,
  contact_suspects: contactSuspects,
  contact_answer: contactAnswer,
  new_version: newVersion,
  order_waiting: orderWaiting,
  gift_receipt: giftReceipt,
  recovery,
  review_request: reviewRequest,
  moved_shop: movedShop,
  withdrawal: withdrawalReceipt,
  withdrawal_notice: withdrawalNotice,
  alarm,
  owner_dispute: ownerDispute,
  owner_double: ownerDuplicate,
  owner_dead_mails: ownerDeadMails,
  owner_sales: ownerSales,
  weekly_summary: weeklySummary,
  passkey_changed: passkeyChanged,
  support_changed: supportChanged,
  email_change: emailChange,
  email_changed: emailChanged,
  test: testMail,
} satisfies Record<MailKind, MailDefinition>;
/** Mail definitions by kind; any string, because the queue may contain kinds of another release. */
const MAILS_BY_KIND = new Map<string, MailDefinition>(Object.entries(MAILS));

const SEND_MS = 30_000;
/** Minimum interval between retries of all mails, in case the server responds but rejects them. */
const RETRY_ALL_PAUSE_MS = 10 * MINUTE_MS;
const CLOSING_REPLY = 421;

export async function retryMails(deps: Deps): Promise<void> {
  const { mailer, clock, watch } = deps;
  const { mail } = watch;
  const now = clock.now();
  const isEarly = mail.retriedAt && now.getTime() - mail.retriedAt.getTime() < RETRY_ALL_PAUSE_MS;
  if (!mail.isInDoubt || isEarly) return;
  if (listPaused(deps.db, now).length > 0) {
    const isSilent = () =>
      mailer.verify().then(
        () => false,
        () => true,
      );
    if (mail.failed && (await isSilent())) return;
    while (retryPaused(deps)) await nextTurn();
    mail.retriedAt = now;
  }
  mail.isInDoubt = false;
}

export async function sendDueMails(deps: Deps): Promise<void> {
  while (!deps.stopping?.aborted) {
    const email = claimMail(deps);
    if (!email) return;
    await sendOne(deps, email);
  }
}

async function sendOne(deps: Deps, email: Email): Promise<void> {
  const { mailer, clock, watch, log } = deps;
  const definition = MAILS_BY_KIND.get(email.kind);
  try {
    if (!definition) throw new Error(`There is no mail of the kind ${email.kind}.`);
    const body = await definition.write(deps, email);
    if (!body) {
      const reason = "Its subject is gone, or belongs to another address now.";
      return markMoot(deps, email, reason);
    }
    const { recipient: to, messageId } = email;
    const { supportEmail: replyTo, brand: senderName } = readSite(deps);
    const mail = { to, replyTo, senderName, messageId, ...body };
    await within(SEND_MS, () => mailer.send(mail), tooSlow);
    Object.assign(watch.mail, { sentAt: clock.now(), failed: null });
    markSent(deps, email, definition.isSecret ? null : body.subject);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // The server's reply may quote the subject, which contains the code.
    const reason = definition?.isSecret ? text.replaceAll(/\d{6,}/g, "…") : text;
    const code = replyCodeOf(error);
    if (isServerDown(error)) {
      Object.assign(watch.mail, { failed: { code: String(code) }, isInDoubt: true });
    }
    markFailed(deps, email, { reason, permanent: error instanceof UnknownMailbox });
    // The server's reply contains the email, so it is stored in the row and not logged.
    log.warn({ email: email.id, kind: email.kind, code }, "mail not sent");
  }
}

/** Whether all mails fail: no response, the server is closing, or authentication failed. */
function isServerDown(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof UnknownMailbox) return false;
  if (!("responseCode" in error)) return "code" in error || error instanceof TooSlow;
  return error.responseCode === CLOSING_REPLY || ("code" in error && error.code === "EAUTH");
}

class TooSlow extends Error {
  override readonly name = "TooSlow";
}

function tooSlow(): Error {
  return new TooSlow("The mail server was too slow.");
}

function replyCodeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("responseCode" in error) return error.responseCode;
  return "code" in error ? error.code : error.name;
}
