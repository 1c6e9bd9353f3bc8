import { codeMailOf } from "../domain/code-mail.ts";
import { contactMailOf } from "../domain/contact.ts";
import { addressChangedMailOf } from "../domain/correct-address.ts";
import { deliveryMailOf } from "../domain/delivery-mail.ts";
import { failureMailOf } from "../domain/failed-payment.ts";
import { mailFrame } from "../domain/mail-frame.ts";
import { claimMail, type Email, markDead, markFailed, markSent } from "../domain/mail-queue.ts";
import { receivedMailOf } from "../domain/order-received.ts";
import { renderAddressChanged } from "../emails/address-changed.tsx";
import { renderCode } from "../emails/code.tsx";
import { renderContactNotice } from "../emails/contact-notice.tsx";
import { renderContactSuspects } from "../emails/contact-suspects.tsx";
import { renderContactThanks } from "../emails/contact-thanks.tsx";
import { renderDelivery } from "../emails/delivery.tsx";
import type { RenderedMail } from "../emails/layout.tsx";
import { renderOrderReceived } from "../emails/order-received.tsx";
import { renderPaymentFailed } from "../emails/payment-failed.tsx";
import type { Deps } from "../deps.ts";
import { UnknownMailbox } from "../errors.ts";
import { within } from "../within.ts";

const SEND_MS = 30_000;

/** Sends the mails that are due, one after the other, until none is left. */
export async function sendDueMails(deps: Deps): Promise<void> {
  for (let email = claimMail(deps); email; email = claimMail(deps)) await sendOne(deps, email);
}

async function sendOne(deps: Deps, email: Email): Promise<void> {
  try {
    const body = await renderBody(deps, email);
    if (!body) return markDead(deps, email, "What it tells of is gone, or goes to somebody else.");
    const { recipient: to, messageId } = email;
    const { replyTo = deps.config.mail.support, ...content } = body;
    const mail = { to, replyTo, messageId, ...content };
    // A server that trickles on for ever is as good as silent.
    await within(SEND_MS, () => deps.mailer.send(mail), tooSlow);
    // A code is a key as long as it works: it is kept nowhere.
    markSent(deps, email, email.kind === "code" ? {} : content);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // A server that refuses a mail may quote its subject, and that holds the code.
    const reason = email.kind === "code" ? said.replaceAll(/\d{6,}/g, "…") : said;
    if (error instanceof UnknownMailbox) markDead(deps, email, reason);
    else markFailed(deps, email, { reason, jitter: Math.random() });
    // What a mail server says names the address: it stays in the row.
    deps.log.warn({ email: email.id, kind: email.kind, code: codeOf(error) }, "mail not sent");
  }
}

function tooSlow(): Error {
  return new Error("The mail server was too slow.");
}

/** The mail as it is to be sent now; undefined when its recipient is not to have it any more. */
async function renderBody(deps: Deps, email: Email): Promise<RenderedMail | undefined> {
  const { kind, orderId, recipient } = email;
  if (kind === "delivery" && orderId !== null) {
    const mail = deliveryMailOf(deps, { orderId, recipient });
    return mail && renderDelivery(mail);
  }
  if (kind === "address_changed" && orderId !== null) {
    return renderAddressChanged(addressChangedMailOf(deps, email));
  }
  if (kind === "order_received" && orderId !== null) {
    const mail = receivedMailOf(deps, { orderId, recipient });
    return mail && renderOrderReceived(mail);
  }
  if (kind === "payment_failed" && orderId !== null) {
    const mail = failureMailOf(deps, orderId);
    return mail && renderPaymentFailed(mail);
  }
  if (kind === "contact_notice" || kind === "contact_thanks") {
    const mail = contactMailOf(deps, email);
    const render = kind === "contact_notice" ? renderContactNotice : renderContactThanks;
    return mail && render(mail);
  }
  if (kind === "contact_suspects") {
    return renderContactSuspects({ ...mailFrame(deps), day: String(email.data["day"]) });
  }
  if (kind === "code") {
    const mail = codeMailOf(deps, email.data);
    return mail && renderCode(mail);
  }
  throw new Error(`There is no mail of the kind ${kind}.`);
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("responseCode" in error) return error.responseCode;
  return "code" in error ? error.code : error.name;
}
