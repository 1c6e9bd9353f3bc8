export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo: string;
};

/** `send` resolves when the server accepts the mail; rejects with `UnknownMailbox` when the mailbox is unknown. */
export type Mailer = {
  send: (mail: Mail) => Promise<void>;
  /** Connects and authenticates without sending a mail. Rejects on failure. */
  verify: () => Promise<void>;
};
