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
  /** Resolves when the mail server accepts the sign-in; sends nothing. Otherwise rejects. */
  verify: () => Promise<void>;
};
