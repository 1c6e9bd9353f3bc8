export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo: string;
  /** Shop name, shown as the sender if `MAIL_FROM` has no name of its own. */
  senderName: string;
  /** One-click unsubscribe link (RFC 8058). */
  stopUrl?: string;
};

/** Mail transport. `send` rejects with UnknownMailbox if the server does not know the mailbox. */
export type Mailer = {
  send: (mail: Mail) => Promise<void>;
  /** Connects and authenticates without sending a mail. Rejects on failure. */
  verify: () => Promise<void>;
};
