import { defineMail, mailFrame } from "./define-mail.ts";
import type { MailFrame } from "./layout.tsx";

type ContactSuspectsMail = MailFrame & { day: string };

/** Notifies the support of a day's suspect messages, once and without their text. */
export const contactSuspects = defineMail("contact_suspects", {
  gather: (deps, { day }): ContactSuspectsMail => ({ day, ...mailFrame(deps) }),
  say: ({ day }) => ({
    subject: `Contact form: messages held back on ${day}`,
    preview: "They look as if a program sent them.",
    title: "Messages were held back",
    blocks: [
      `On ${day} the contact form received messages that look as if a program sent them. Their senders got no thank-you mail.`,
      'Nothing is lost: they stand among the contact submissions with the status "suspect". Please look through them; a person may be among them.',
    ],
    foot: "This notice is sent once a day at most.",
  }),
});
