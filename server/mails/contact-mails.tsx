import { Hr } from "@react-email/hr";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { eq } from "drizzle-orm";
import type { CSSProperties } from "react";
import { contactSubmissions } from "../../db/buyer-schema.ts";
import { formatMoment } from "../contract/format.ts";
import { contactMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { readSettings } from "../domain/settings.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { type Block, color, Linked, style } from "./layout.tsx";
import { helloTo, nameForGreeting, withoutLinks } from "./words.ts";

const MAX_SUBJECT_LENGTH = 120;
/** Matches a URL without trailing punctuation. */
const PAGE = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g;

/** Sends a contact message with its details to the support address. Reply-To is the sender. */
export const contactNotice = defineMail("contact_notice", {
  toOwner: true,
  gather: gatherContact,
  compose(mail) {
    const sender: Fact[] = [
      ["Full Name", mail.name],
      ["Email Address", mail.email],
      ["Subject", mail.subject ?? "none"],
    ];
    const device: Fact[] = [
      ["Message", `no. ${mail.id}, received ${formatMoment(mail.createdAt, mail.timeZone)}`],
      ["Device", mail.deviceType],
      ["Browser", mail.userAgent],
      ["Language", mail.browserLanguage],
      ["Screen", mail.screenResolution],
      ["Sender's time", mail.localTime],
      ["Time in Rome", mail.italianTime],
      ["Sent", momentOf(mail.sentAt, mail.timeZone)],
    ];
    return {
      subject: `Contact form: ${shorten(mail.subject ?? `message from ${mail.name}`)}`,
      preview: `${mail.name}: ${shorten(mail.message)}`,
      title: mail.subject ?? "A message without a subject",
      blocks: [
        { text: linesOf(sender), html: <Facts facts={sender} /> },
        { text: mail.message, html: <Quote margin="16px 0 0">{mail.message}</Quote> },
        {
          text: `--\n${linesOf(device)}`,
          html: (
            <>
              <Hr style={{ borderColor: color.line, margin: "24px 0 16px" }} />
              <Facts facts={device} />
            </>
          ),
        },
      ],
      foot: `Sent through the contact form of ${mail.brand}. A reply to this mail goes to ${mail.name}.`,
      replyTo: mail.email,
    };
  },
});

/** Thanks the sender. The email may be a stranger's, so typed text never becomes a link. */
export const contactThanks = defineMail("contact_thanks", {
  gather: gatherContact,
  compose: (mail) => ({
    subject: words.thanks.subject,
    preview: words.thanks.preview,
    title: words.thanks.title,
    blocks: [
      fill(words.thanks.intro, { greeting: hello(mail) }),
      fill(words.thanks.reply, { email: mail.email }),
      ...(mail.quoted ? quotation(words.thanks.quote, mail, "8px 0 24px") : []),
      {
        text: words.thanks.stranger,
        html: <Text style={{ ...style.small, margin: 0 }}>{words.thanks.stranger}</Text>,
      },
    ],
    foot: words.thanks.foot,
  }),
});

/** The owner's answer, followed by the quoted message. Replies go to the support address. */
export const contactAnswer = defineMail("contact_answer", {
  gather(deps, { answer, ...about }) {
    const contact = gatherContact(deps, about);
    return contact && { ...contact, written: answer };
  },
  compose: (mail) => ({
    subject: mail.subject
      ? fill(words.answer.subject, { subject: shorten(mail.subject) })
      : words.answer.subjectMissing,
    preview: shorten(mail.written),
    title: words.answer.title,
    blocks: [hello(mail), asTyped(mail.written), ...quotation(words.answer.quote, mail, "8px 0 0")],
    foot: words.answer.foot,
  }),
});

function gatherContact(deps: Deps, { submissionId }: { submissionId: number }) {
  const isThis = eq(contactSubmissions.id, submissionId);
  const submission = deps.db.select().from(contactSubmissions).where(isThis).get();
  return (
    submission && {
      ...submission,
      ...mailFrame(deps),
      quoted: readSettings(deps).quoteContactMessage,
    }
  );
}

function hello({ name }: { name: string }): string {
  return helloTo(nameForGreeting(name));
}

/** Renders the owner's text with line breaks and clickable URLs. */
function asTyped(text: string): Block {
  const pages = [...new Set(text.match(PAGE))].filter((page) => !page.includes("@"));
  const html = (
    <Text style={{ ...style.text, whiteSpace: "pre-wrap" }}>
      <Linked text={text} addresses={pages.toSorted((a, b) => b.length - a.length)} />
    </Text>
  );
  return { text, html };
}

/** Quotes the message without links, because the sender may have entered someone else's email. */
function quotation(label: string, { message }: { message: string }, margin: string): Block[] {
  const quoted = withoutLinks(message);
  return [
    { text: label, html: <Text style={{ ...style.small, margin: "24px 0 0" }}>{label}</Text> },
    {
      text: `> ${quoted.replaceAll("\n", "\n> ")}`,
      html: <Quote margin={margin}>{quoted}</Quote>,
    },
  ];
}

function Quote({ margin, children }: { margin: string; children: string }) {
  return (
    <Section style={{ ...quote, margin }}>
      <Text style={{ ...style.text, margin: 0, whiteSpace: "pre-wrap" }}>{children}</Text>
    </Section>
  );
}

const quote: CSSProperties = {
  backgroundColor: color.paper,
  borderLeft: `4px solid ${color.line}`,
  borderRadius: 6,
  padding: "16px 20px",
};

type Fact = [name: string, value: string | null];

function Facts({ facts }: { facts: Fact[] }) {
  return facts.map(
    ([name, value]) =>
      value !== null && (
        <Text key={name} style={{ ...style.small, margin: "0 0 4px", wordBreak: "break-word" }}>
          <span style={{ color: color.inkSoft }}>{name}: </span>
          <span style={{ color: color.ink }}>{value}</span>
        </Text>
      ),
  );
}

/** Formats the time that the sender's device sent; other text stays as it is. */
function momentOf(text: string | null, timeZone: string): string | null {
  if (text === null) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : formatMoment(at, timeZone);
}

function linesOf(facts: Fact[]): string {
  return facts.flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`)).join("\n");
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const characters = [...line];
  if (characters.length <= MAX_SUBJECT_LENGTH) return line;
  return `${characters.slice(0, MAX_SUBJECT_LENGTH - 1).join("")}…`;
}
