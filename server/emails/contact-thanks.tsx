import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { type ContactMail, quote } from "./contact-notice.tsx";
import { nameForGreeting, withoutLinks } from "./contact-quote.ts";
import { Layout, Paragraphs, plainText, type RenderedMail, style } from "./layout.tsx";

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
  return (
    <Layout preview="We reply within 24-48 hours." frame={mail} demo={false} foot={footOf(mail)}>
      <Heading as="h1" style={style.heading}>
        Thank you for your message
      </Heading>
      <Paragraphs texts={paragraphs(mail)} />
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

const QUOTE_LABEL = "Your message, with addresses and links taken apart:";
const STRANGER =
  "Did you not write to us? Then somebody mistyped an address, and you can delete this mail.";

function paragraphs({ name, email, brand }: ContactMail): string[] {
  const greeting = nameForGreeting(name);
  return [
    `Hello${greeting && ` ${greeting}`}, thank you for writing to ${brand}. Your message has arrived.`,
    `We will answer to ${email} within 24-48 hours: technical support within 24 hours, general inquiries within 48.`,
  ];
}

function footOf({ supportEmail }: ContactMail): string {
  return `This is an automatic message; please do not reply to it. To add something, write to ${supportEmail}.`;
}

function thanksText(mail: ContactMail): string {
  const lines = withoutLinks(mail.message)
    .split("\n")
    .map((line) => `> ${line}`);
  const quoted = mail.quoted ? [QUOTE_LABEL, lines.join("\n")] : [];
  return plainText([...paragraphs(mail), ...quoted, STRANGER], {
    frame: mail,
    demo: false,
    foot: footOf(mail),
  });
}
