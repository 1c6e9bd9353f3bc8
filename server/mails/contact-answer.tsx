import { Text } from "@react-email/text";
import { type ContactMail, gatherContact, Quote, shorten } from "./contact-notice.tsx";
import { defineMail } from "./define-mail.ts";
import { type Block, Linked, style } from "./layout.tsx";
import { nameForGreeting, withoutLinks } from "./words.ts";

export type ContactAnswerMail = ContactMail & { written: string };

const QUOTE_LABEL = "You wrote:";
/** Excludes punctuation at the end of a sentence. */
const PAGE = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g;

/** The owner's answer above the quoted message. A reply goes to the support. */
export const contactAnswer = defineMail("contact_answer", {
  gather(deps, { answer, ...about }): ContactAnswerMail | undefined {
    const contact = gatherContact(deps, about);
    return contact && { ...contact, written: answer };
  },
  say: (mail) => ({
    subject: mail.subject ? `Re: ${shorten(mail.subject)}` : `Your message to ${mail.brand}`,
    preview: shorten(mail.written),
    title: "An answer to your message",
    blocks: [greetingOf(mail), asTyped(mail.written), ...quotation(withoutLinks(mail.message))],
    foot: `Anything else? Reply to this mail or write to ${mail.supportEmail}.`,
  }),
});

function greetingOf({ name }: ContactMail): string {
  const greeting = nameForGreeting(name);
  return `Hello${greeting && ` ${greeting}`},`;
}

/** Keeps line breaks; URLs in the owner's text become links. */
function asTyped(text: string): Block {
  const pages = [...new Set(text.match(PAGE))].filter((page) => !page.includes("@"));
  const html = (
    <Text style={{ ...style.text, whiteSpace: "pre-wrap" }}>
      <Linked text={text} addresses={pages.toSorted((a, b) => b.length - a.length)} />
    </Text>
  );
  return { text, html };
}

/** The sender can enter any email, so the quoted message contains no links. */
function quotation(message: string): Block[] {
  const lines = message.split("\n").map((line) => `> ${line}`);
  return [
    {
      text: QUOTE_LABEL,
      html: <Text style={{ ...style.small, margin: "24px 0 0" }}>{QUOTE_LABEL}</Text>,
    },
    { text: lines.join("\n"), html: <Quote margin="8px 0 0">{message}</Quote> },
  ];
}
