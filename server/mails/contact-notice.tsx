import { Hr } from "@react-email/hr";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { eq } from "drizzle-orm";
import { contactSubmissions } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { MailSubjects } from "../domain/queue-mail.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { color, type MailFrame, style } from "./layout.tsx";

type Submission = typeof contactSubmissions.$inferSelect;

export type ContactMail = MailFrame &
  Omit<Submission, "status" | "answer" | "answeredAt" | "version" | "updatedAt"> & {
    /** Whether the thank-you mail repeats the message. */
    quoted: boolean;
  };

const MAX_SUBJECT_LENGTH = 120;

/** Sends a message with all its data to the support. A reply goes to the sender. */
export const contactNotice = defineMail("contact_notice", {
  gather: gatherContact,
  say: (mail) => ({
    subject: `Contact form: ${shorten(mail.subject ?? `message from ${mail.name}`)}`,
    preview: `${mail.name}: ${shorten(mail.message)}`,
    title: mail.subject ?? "A message without a subject",
    blocks: [
      { text: linesOf(senderFacts(mail)), html: <Facts facts={senderFacts(mail)} /> },
      { text: mail.message, html: <Quote margin="16px 0 0">{mail.message}</Quote> },
      {
        text: `--\n${linesOf(deviceFacts(mail))}`,
        html: (
          <>
            <Hr style={{ borderColor: color.line, margin: "24px 0 16px" }} />
            <Facts facts={deviceFacts(mail)} />
          </>
        ),
      },
    ],
    foot: `Sent through the contact form of ${mail.brand}. A reply to this mail goes to ${mail.name}.`,
    replyTo: mail.email,
  }),
});

/** Content of both mails about a message; undefined when the message was deleted. */
export function gatherContact(
  deps: Deps,
  { submissionId }: MailSubjects["contact_notice"],
): ContactMail | undefined {
  const submission = deps.db
    .select()
    .from(contactSubmissions)
    .where(eq(contactSubmissions.id, submissionId))
    .get();
  if (!submission) return undefined;
  return { ...submission, ...mailFrame(deps), quoted: deps.config.mail.quoteMessages };
}

/** Quotes a message with its line breaks. */
export function Quote({ margin, children }: { margin: string; children: string }) {
  return (
    <Section style={{ ...quote, margin }}>
      <Text style={{ ...style.text, margin: 0, whiteSpace: "pre-wrap" }}>{children}</Text>
    </Section>
  );
}

const quote = {
  backgroundColor: color.paper,
  borderLeft: `4px solid ${color.line}`,
  borderRadius: 6,
  padding: "16px 20px",
};

function Facts({ facts }: { facts: Fact[] }) {
  return facts.map(([name, value]) => (
    <Text key={name} style={{ ...style.small, margin: "0 0 4px", wordBreak: "break-word" }}>
      <span style={{ color: color.inkSoft }}>{name}: </span>
      <span style={{ color: color.ink }}>{value}</span>
    </Text>
  ));
}

type Fact = [name: string, value: string];

function senderFacts({ name, email, subject }: ContactMail): Fact[] {
  return [
    ["Full Name", name],
    ["Email Address", email],
    ["Subject", subject ?? "none"],
  ];
}

function deviceFacts(mail: ContactMail): Fact[] {
  const facts: [string, string | null][] = [
    ["Message", `no. ${mail.id}, received ${mail.createdAt.toISOString()}`],
    ["Device", mail.deviceType],
    ["Browser", mail.userAgent],
    ["Language", mail.browserLanguage],
    ["Screen", mail.screenResolution],
    ["Sender's time", mail.localTime],
    ["Italian time", mail.italianTime],
    ["Sent", mail.sentAt],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== null);
}

function linesOf(facts: Fact[]): string {
  return facts.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** Shortens a text to one line for a subject. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const characters = [...line];
  if (characters.length <= MAX_SUBJECT_LENGTH) return line;
  return `${characters.slice(0, MAX_SUBJECT_LENGTH - 1).join("")}…`;
}
