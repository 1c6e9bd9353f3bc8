import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { UnknownMailbox } from "../errors.ts";
import { nextTurn } from "../process/next-turn.ts";
import { within } from "../process/with-timeout.ts";
import {
  claimMail,
  type Email,
  hasPaused,
  hurryMails,
  markDead,
  markFailed,
  markSent,
} from "./queue.ts";
import { findMail } from "./registry.ts";

const SEND_MS = 30_000;
/** Back-off for a server that answers but refuses mails, so that not all mails are retried each minute. */
const HURRY_PAUSE_MS = 10 * MINUTE_MS;

/**
 * Retries the waiting mails as soon as the mail server is back. Connects to the server
 * to check; does nothing while it does not answer.
 */
export async function retryMails(deps: Deps): Promise<void> {
  const { mail } = deps.watch;
  const now = deps.clock.now();
  const isEarly = mail.hurriedAt && now.getTime() - mail.hurriedAt.getTime() < HURRY_PAUSE_MS;
  if (!mail.isInDoubt || isEarly) return;
  if (hasPaused(deps)) {
    if (mail.failed && !(await isAnswering(deps))) return;
    while (hurryMails(deps)) await nextTurn();
    mail.hurriedAt = now;
  }
  mail.isInDoubt = false;
}

async function isAnswering({ mailer }: Pick<Deps, "mailer">): Promise<boolean> {
  return mailer.verify().then(
    () => true,
    () => false,
  );
}

/** Sends due mails one at a time, until the queue is empty or the store stops. */
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
    // A timeout for servers that respond too slowly.
    await within(SEND_MS, () => deps.mailer.send(mail), tooSlow);
    Object.assign(deps.watch.mail, { sentAt: deps.clock.now(), failed: null });
    markSent(deps, email, definition.isSecret ? null : content.subject);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // A refusal may quote the subject.
    const reason = definition?.isSecret ? said.replaceAll(/\d{6,}/g, "…") : said;
    if (isServerDown(error)) {
      Object.assign(deps.watch.mail, { failed: { code: String(codeOf(error)) }, isInDoubt: true });
    }
    if (error instanceof UnknownMailbox) markDead(deps, email, reason);
    else markFailed(deps, email, { reason, jitter: Math.random() });
    // The server's reply contains the email, so it is stored in the row and not logged.
    deps.log.warn({ email: email.id, kind: email.kind, code: codeOf(error) }, "mail not sent");
  }
}

const CLOSING_REPLY = 421;

/**
 * Whether the failure affects all mails: no reply, the server is shutting down, or it rejects the sign-in.
 */
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

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("responseCode" in error) return error.responseCode;
  return "code" in error ? error.code : error.name;
}
