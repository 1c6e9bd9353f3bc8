import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { Mailer } from "../deps.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 30_000;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Sends through the mail server at `url` (smtp:// or smtps://); `from` is "Name <address>". Mails
 * hold codes and links: a server elsewhere that offers no encryption is refused, unless `url` ends
 * in `?requireTLS=false`.
 */
export function smtpMailer(options: { url: string; from: string }): Mailer {
  const { hostname } = new URL(options.url);
  const transport = createTransport(
    {
      url: options.url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
      requireTLS: !LOOPBACK.test(hostname),
      tls: isIP(hostname) ? {} : { servername: hostname },
    },
    { from: options.from },
  );
  return {
    async send(mail) {
      await transport.sendMail({
        to: { address: mail.to, name: "" },
        replyTo: mail.replyTo,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        // Keeps holiday replies from coming back to a shop's mail.
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}
