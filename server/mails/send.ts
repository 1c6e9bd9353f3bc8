import type { Deps } from "../deps.ts";
import { UnknownMailbox } from "../errors.ts";
import { within } from "../within.ts";
import { claimMail, type Email, markDead, markFailed, markSent } from "./queue.ts";
import { findMail } from "./registry.ts";

const SEND_MS = 30_000;

/** Sends the mails that are due, one after the other, until none is left or the store stops. */
export async function sendDueMails(deps: Deps): Promise<void> {
  while (!deps.stopping?.aborted) {
    const email = claimMail(deps);
    if (!email) return;
    await sendOne(deps, email);
  }
}

async function sendOne(deps: Deps, email: Email): Promise<void> {
  const definition = findMail(email.kind);
  try {
    if (!definition) throw new Error(`There is no mail of the kind ${email.kind}.`);
    const body = await definition.write(deps, email);
    if (!body) return markDead(deps, email, "What it tells of is gone, or goes to somebody else.");
    const { recipient: to, messageId } = email;
    const { replyTo = deps.config.mail.support, ...content } = body;
    const mail = { to, replyTo, messageId, ...content };
    // A server that trickles on for ever is as bad as a silent one.
    await within(SEND_MS, () => deps.mailer.send(mail), tooSlow);
    markSent(deps, email, definition.isSecret ? null : content.subject);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // A server that refuses a mail may quote its subject.
    const reason = definition?.isSecret ? said.replaceAll(/\d{6,}/g, "…") : said;
    if (error instanceof UnknownMailbox) markDead(deps, email, reason);
    else markFailed(deps, email, { reason, jitter: Math.random() });
    // What a mail server says names the email: it stays in the row.
    deps.log.warn({ email: email.id, kind: email.kind, code: codeOf(error) }, "mail not sent");
  }
}

function tooSlow(): Error {
  return new Error("The mail server was too slow.");
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("responseCode" in error) return error.responseCode;
  return "code" in error ? error.code : error.name;
}
