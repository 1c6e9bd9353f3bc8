export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo: string;
};

/**
 * Resolves when the mail server has accepted the mail; otherwise rejects, with `UnknownMailbox` when the
 * mailbox permanently does not exist.
 */
export type Mailer = {
  send: (mail: Mail) => Promise<void>;
  /** Resolves when the mail server accepts the sign-in; sends nothing. Otherwise rejects. */
  verify: () => Promise<void>;
};
