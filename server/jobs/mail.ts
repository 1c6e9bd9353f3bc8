import { deliveryMailOf } from "../domain/delivery-mail.ts";
import { claimMail, type Email, markFailed, markSent } from "../domain/mail-queue.ts";
import { type RenderedMail, renderDelivery } from "../emails/delivery.tsx";
import type { Deps } from "../deps.ts";

/** As many mails are under way at once, so that one slow server never holds all the others. */
const SENDERS = 4;

/** Sends every mail that is due now. */
export async function sendDueMails(deps: Deps): Promise<void> {
  await Promise.all(Array.from({ length: SENDERS }, () => sendUntilEmpty(deps)));
}

async function sendUntilEmpty(deps: Deps): Promise<void> {
  for (let email = claimMail(deps); email; email = claimMail(deps)) await sendOne(deps, email);
}

async function sendOne(deps: Deps, email: Email): Promise<void> {
  try {
    const body = await renderBody(deps, email);
    await deps.mailer.send({
      to: email.recipient,
      replyTo: deps.config.mail.support,
      messageId: email.messageId,
      ...body,
    });
    markSent(deps, email, body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    markFailed(deps, email, { reason, jitter: Math.random() });
    deps.log.warn({ email: email.id, kind: email.kind, reason }, "mail not sent");
  }
}

async function renderBody(deps: Deps, email: Email): Promise<RenderedMail> {
  if (email.kind === "delivery" && email.orderId !== null) {
    return renderDelivery(deliveryMailOf(deps, email.orderId));
  }
  throw new Error(`There is no mail of the kind ${email.kind}.`);
}
