import { Text } from "@react-email/text";
import { type ContactMail, gatherContact, Quote } from "./contact-notice.tsx";
import { defineMail } from "./define-mail.ts";
import { type Block, style } from "./layout.tsx";
import { nameForGreeting, withoutLinks } from "./words.ts";

const QUOTE_LABEL = "Your message, with addresses and links taken apart:";
const STRANGER =
  "Did you not write to us? Then somebody mistyped an address, and you can delete this mail.";

/**
 * Thanks the sender of a message. The form accepts a stranger's email, so typed text never becomes a link.
 */
export const contactThanks = defineMail("contact_thanks", {
  gather: gatherContact,
  say: (mail) => ({
    subject: `Thank you for contacting ${mail.brand}`,
    preview: "We reply within 24-48 hours.",
    title: "Thank you for your message",
    blocks: [
      ...paragraphs(mail),
      ...(mail.quoted ? quotation(withoutLinks(mail.message)) : []),
      { text: STRANGER, html: <Text style={{ ...style.small, margin: 0 }}>{STRANGER}</Text> },
    ],
    foot: `This is an automatic message; please do not reply to it. To add something, write to ${mail.supportEmail}.`,
  }),
});

function paragraphs({ name, email, brand }: ContactMail): string[] {
  const greeting = nameForGreeting(name);
  return [
    `Hello${greeting && ` ${greeting}`}, thank you for writing to ${brand}. Your message has arrived.`,
    `We will answer to ${email} within 24-48 hours: technical support within 24 hours, general inquiries within 48.`,
  ];
}

function quotation(message: string): Block[] {
  const lines = message.split("\n").map((line) => `> ${line}`);
  return [
    {
      text: QUOTE_LABEL,
      html: <Text style={{ ...style.small, margin: "24px 0 0" }}>{QUOTE_LABEL}</Text>,
    },
    { text: lines.join("\n"), html: <Quote margin="8px 0 24px">{message}</Quote> },
  ];
}
