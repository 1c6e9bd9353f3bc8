import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import type { Mailer } from "../ports/mail.ts";
import { UnknownMailbox } from "../errors.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 30_000;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Sends mails through the SMTP server at `url`. Requires TLS for remote servers, because mails
 * contain sign-in codes and links; `?requireTLS=false` disables this.
 */
export function smtpMailer(options: { url: string; from: string }): Mailer {
  const { hostname } = new URL(options.url);
  const transport = createTransport({
    url: options.url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    requireTLS: !LOOPBACK.test(hostname),
    tls: isIP(hostname) ? {} : { servername: hostname },
  });
  const [sender] = addressparser(options.from);
  return {
    async verify() {
      await transport.verify();
    },
    async send(mail) {
      const sending = transport.sendMail({
        from: { address: sender?.address ?? "", name: sender?.name || mail.senderName },
        to: { address: mail.to, name: "" },
        replyTo: mail.replyTo,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        // Suppresses automatic replies such as out-of-office messages.
        headers: { "Auto-Submitted": "auto-generated", ...stopHeaders(mail.stopUrl) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await sending.catch((error: unknown) => {
        throw isUnknownMailbox(error) ? new UnknownMailbox(error.message, { cause: error }) : error;
      });
    },
  };
}

/** Lets mail programs show an unsubscribe button (RFC 8058). */
function stopHeaders(stopUrl: string | undefined): Record<string, string> {
  if (stopUrl === undefined) return {};
  return {
    "List-Unsubscribe": `<${stopUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

const REFUSED_RECIPIENT = new Set([550, 551, 553]);
/** Enhanced status codes (RFC 3463) for a mailbox that does not exist. */
const UNKNOWN_STATUS = /^5\.(1\.[1236]|1\.10|2\.1)$/;
/** Reply texts of servers that send no enhanced status codes. */
const UNKNOWN_WORDS =
  /\b(no such|not local|unrouteable|unknown (user|mailbox|recipient|address))\b|\b(user|mailbox|recipient|address) (is )?unknown\b/i;

/** Whether the mailbox does not exist. Policy and sender rejections may be temporary. */
function isUnknownMailbox(error: unknown): error is Error {
  if (!(error instanceof Error) || !("responseCode" in error) || !("response" in error))
    return false;
  if (!REFUSED_RECIPIENT.has(Number(error.responseCode))) return false;
  if (!("command" in error) || error.command !== "RCPT TO") return false;
  const reply = String(error.response);
  const [, enhanced] = /^\d{3}[ -](\d\.\d+\.\d+)\s/.exec(reply) ?? [];
  return enhanced ? UNKNOWN_STATUS.test(enhanced) : UNKNOWN_WORDS.test(reply);
}
