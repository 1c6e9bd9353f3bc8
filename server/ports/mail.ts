export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo: string;
};

/**
 * Resolves when the mail server has taken the mail, rejects otherwise; with `UnknownMailbox` when it
 * says for good that there is no such mailbox.
 */
export type Mailer = {
  send: (mail: Mail) => Promise<void>;
  /** Resolves when the mail server answers and takes our sign-in; nothing is sent. Rejects otherwise. */
  verify: () => Promise<void>;
};
