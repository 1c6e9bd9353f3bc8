import { deliveryMailOf } from "../domain/delivery-mail.ts";
import { claimMail, type Email, markFailed, markSent } from "../domain/mail-queue.ts";
import { type RenderedMail, renderDelivery } from "../emails/delivery.tsx";
import type { Deps } from "../deps.ts";

/** Sends the mails that are due, one after the other, until none is left. */
export async function sendDueMails(deps: Deps): Promise<void> {
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
    // What a mail server says names the address: it stays in the row.
    deps.log.warn({ email: email.id, kind: email.kind, code: codeOf(error) }, "mail not sent");
  }
}

async function renderBody(deps: Deps, email: Email): Promise<RenderedMail> {
  if (email.kind === "delivery" && email.orderId !== null) {
    return renderDelivery(deliveryMailOf(deps, email.orderId));
  }
  throw new Error(`There is no mail of the kind ${email.kind}.`);
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("responseCode" in error) return error.responseCode;
  return "code" in error ? error.code : error.name;
}
