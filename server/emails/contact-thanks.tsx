import { Heading } from "@react-email/heading";
import { Link } from "@react-email/link";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { type ContactMail, quote } from "./contact-notice.tsx";
import { nameForGreeting, withoutLinks } from "./contact-quote.ts";
import { Layout, type RenderedMail, style } from "./layout.tsx";

/**
 * Thanks the sender of a message. Anybody can type anybody's address into the form, so nothing that
 * was typed can be clicked here.
 */
export async function renderContactThanks(mail: ContactMail): Promise<RenderedMail> {
  return {
    subject: `Thank you for contacting ${mail.brand}`,
    text: thanksText(mail),
    html: await render(<ContactThanks {...mail} />),
  };
}

function ContactThanks(mail: ContactMail) {
  const { supportEmail } = mail;
  return (
    <Layout
      preview="We reply within 24-48 hours."
      frame={mail}
      demo={false}
      foot={
        <>
          {NO_REPLY} To add something, write to{" "}
          <Link href={`mailto:${supportEmail}`} style={style.link}>
            {supportEmail}
          </Link>
          .
        </>
      }
    >
      <Heading as="h1" style={style.heading}>
        Thank you for your message
      </Heading>
      {paragraphs(mail).map((paragraph) => (
        <Text key={paragraph} style={style.text}>
          {paragraph}
        </Text>
      ))}
      {mail.quoted && (
        <>
          <Text style={{ ...style.small, margin: "24px 0 0" }}>{QUOTE_LABEL}</Text>
          <Section style={{ ...quote, margin: "8px 0 24px" }}>
            <Text style={{ ...style.text, margin: 0, whiteSpace: "pre-wrap" }}>
              {withoutLinks(mail.message)}
            </Text>
          </Section>
        </>
      )}
      <Text style={{ ...style.small, margin: 0 }}>{STRANGER}</Text>
    </Layout>
  );
}

const NO_REPLY = "This is an automatic message; please do not reply to it.";
const QUOTE_LABEL = "Your message, with addresses and links taken apart:";
const STRANGER =
  "You did not write to us? Then somebody mistyped an address, and you can delete this mail.";

function paragraphs({ name, email, brand }: ContactMail): string[] {
  const greeting = nameForGreeting(name);
  return [
    `Hello${greeting && ` ${greeting}`}, thank you for writing to ${brand}. Your message has arrived.`,
    `We will answer to ${email} within 24-48 hours: technical support within 24 hours, general inquiries within 48.`,
  ];
}

function thanksText(mail: ContactMail): string {
  const quoted = withoutLinks(mail.message)
    .split("\n")
    .map((line) => `> ${line}`);
  return [
    ...paragraphs(mail).flatMap((paragraph) => [paragraph, ""]),
    ...(mail.quoted ? [QUOTE_LABEL, "", ...quoted, ""] : []),
    STRANGER,
    "",
    `${NO_REPLY} To add something, write to ${mail.supportEmail}.`,
    "",
    `${mail.brand} · ${mail.siteUrl}`,
  ].join("\n");
}
