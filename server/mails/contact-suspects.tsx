import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import {
  Layout,
  type MailFrame,
  Paragraphs,
  plainText,
  type RenderedMail,
  style,
} from "./layout.tsx";

export type ContactSuspectsMail = MailFrame & { day: string };

const FOOT = "This notice is sent once a day at most.";

/** Tells the support that messages were held back on a day; sent once, and without their text. */
export async function renderContactSuspects(mail: ContactSuspectsMail): Promise<RenderedMail> {
  return {
    subject: `Contact form: messages held back on ${mail.day}`,
    text: plainText(paragraphs(mail), { frame: mail, demo: false, foot: FOOT }),
    html: await render(<ContactSuspects {...mail} />),
  };
}

function ContactSuspects(mail: ContactSuspectsMail) {
  return (
    <Layout preview="They look as if a program sent them." frame={mail} foot={FOOT} demo={false}>
      <Heading as="h1" style={style.heading}>
        Messages were held back
      </Heading>
      <Paragraphs texts={paragraphs(mail)} />
    </Layout>
  );
}

function paragraphs({ day }: ContactSuspectsMail): string[] {
  return [
    `On ${day} the contact form received messages that look as if a program sent them. Their senders got no thank-you mail.`,
    'Nothing is lost: they stand among the contact submissions with the status "suspect". Please look through them; a person may be among them.',
  ];
}
