import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { Layout, type MailFrame, type RenderedMail, style } from "./layout.tsx";

export type ContactSuspectsMail = MailFrame & { day: string };

/** Tells the support that messages were held back on a day; sent once, and without their text. */
export async function renderContactSuspects(mail: ContactSuspectsMail): Promise<RenderedMail> {
  return {
    subject: `Contact form: messages held back on ${mail.day}`,
    text: paragraphs(mail).join("\n\n"),
    html: await render(<ContactSuspects {...mail} />),
  };
}

function ContactSuspects(mail: ContactSuspectsMail) {
  return (
    <Layout
      preview="They look as if a program sent them."
      frame={mail}
      foot="This notice is sent once a day at most."
      demo={false}
    >
      <Heading as="h1" style={style.heading}>
        Messages were held back
      </Heading>
      {paragraphs(mail).map((paragraph) => (
        <Text key={paragraph} style={style.text}>
          {paragraph}
        </Text>
      ))}
    </Layout>
  );
}

function paragraphs({ day }: ContactSuspectsMail): string[] {
  return [
    `On ${day} the contact form received messages that look as if a program sent them. Their senders got no thank-you mail.`,
    'Nothing is lost: they stand among the contact submissions with the status "suspect". Please look through them; a person may be among them.',
  ];
}
