import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { color, Layout, type MailFrame, plainText, type RenderedMail, style } from "./layout.tsx";

/** A message of the contact form, as it was stored. */
export type ContactMail = MailFrame & {
  id: number;
  name: string;
  email: string;
  subject: string | null;
  message: string;
  userAgent: string | null;
  deviceType: string | null;
  localTime: string | null;
  italianTime: string | null;
  browserLanguage: string | null;
  screenResolution: string | null;
  sentAt: string | null;
  createdAt: Date;
  /** Whether the thank-you mail repeats the message. */
  quoted: boolean;
};

const MAX_SUBJECT_LENGTH = 120;

/** Tells the support of a message, with everything that is known; a reply goes to the sender. */
export async function renderContactNotice(mail: ContactMail): Promise<RenderedMail> {
  return {
    subject: `Contact form: ${shorten(mail.subject ?? `message from ${mail.name}`)}`,
    text: noticeText(mail),
    html: await render(<ContactNotice {...mail} />),
    replyTo: mail.email,
  };
}

function ContactNotice(mail: ContactMail) {
  return (
    <Layout
      preview={`${mail.name}: ${shorten(mail.message)}`}
      frame={mail}
      demo={false}
      foot={footOf(mail)}
    >
      <Heading as="h1" style={style.heading}>
        {mail.subject ?? "A message without a subject"}
      </Heading>
      <Facts facts={senderFacts(mail)} />
      <Section style={quote}>
        <Text style={{ ...style.text, margin: 0, whiteSpace: "pre-wrap" }}>{mail.message}</Text>
      </Section>
      <Hr style={{ borderColor: color.line, margin: "24px 0 16px" }} />
      <Facts facts={deviceFacts(mail)} />
    </Layout>
  );
}

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

function noticeText(mail: ContactMail): string {
  const lines = (facts: Fact[]) => facts.map(([name, value]) => `${name}: ${value}`);
  const blocks = [
    lines(senderFacts(mail)).join("\n"),
    mail.message,
    ["--", ...lines(deviceFacts(mail))].join("\n"),
  ];
  return plainText(blocks, { frame: mail, demo: false, foot: footOf(mail) });
}

function footOf({ name, brand }: ContactMail): string {
  return `Sent through the contact form of ${brand}. A reply to this mail goes to ${name}.`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const characters = [...line];
  if (characters.length <= MAX_SUBJECT_LENGTH) return line;
  return `${characters.slice(0, MAX_SUBJECT_LENGTH - 1).join("")}…`;
}

export const quote = {
  backgroundColor: color.paper,
  borderLeft: `4px solid ${color.line}`,
  borderRadius: 6,
  padding: "16px 20px",
  margin: "16px 0 0",
};
