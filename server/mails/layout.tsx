import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import type { Mode } from "../contract/site.ts";

/** A mail ready to be sent: the same words as HTML and as plain text. */
export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  /** Where a reply goes, when not to the support. */
  replyTo?: string;
};

/** The shop's tokens as mail programs understand them: plain values, system faces. */
export const color = {
  paper: "#FFFAF1",
  card: "#FFFFFF",
  ink: "#20283A",
  inkSoft: "#55607A",
  line: "#E7DAC2",
  coral: "#C43D1B",
  teal: "#0E6B63",
  sun: "#F6BE4B",
};

const face = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif";
const displayFace = "Fredoka, 'Trebuchet MS', 'Helvetica Neue', Arial, sans-serif";

export const style = {
  text: {
    fontSize: 16,
    lineHeight: "26px",
    color: color.ink,
    margin: "0 0 16px",
    // A long link or name must not make the mail wider than a phone.
    wordBreak: "break-word" as const,
  },
  small: {
    fontSize: 14,
    lineHeight: "22px",
    color: color.inkSoft,
    margin: "0 0 8px",
    wordBreak: "break-word" as const,
  },
  heading: {
    fontFamily: displayFace,
    fontWeight: 600,
    fontSize: 28,
    lineHeight: "34px",
    color: color.ink,
    margin: "0 0 16px",
    wordBreak: "break-word" as const,
  },
  subheading: {
    fontFamily: displayFace,
    fontWeight: 600,
    fontSize: 20,
    lineHeight: "26px",
    color: color.ink,
    margin: "0 0 12px",
  },
  link: { color: color.teal, textDecoration: "underline" },
  button: {
    display: "inline-block",
    backgroundColor: color.coral,
    color: "#FFFFFF",
    fontSize: 16,
    fontWeight: 600,
    lineHeight: "24px",
    padding: "12px 24px",
    borderRadius: 14,
    textDecoration: "none",
  },
} satisfies Record<string, CSSProperties>;

/** What every mail shows around its own words. */
export type MailFrame = {
  brand: string;
  siteUrl: string;
  supportEmail: string;
  /** Of a mail about an order: whether money moves in this shop. */
  mode?: Mode;
};

/** What one mail says, in both its forms. */
export type MailWords = {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  title: ReactNode;
  /** The plain text, block by block. */
  text: string[];
  /** The same in HTML, below the title. */
  body: ReactNode;
  /** The last line, instead of the way to help. */
  foot?: string;
  replyTo?: string;
};

const ABOUT_MONEY: Partial<Record<Mode, string>> = {
  demo: "This is a demo order: no money has moved.",
  test: "This is a test order: no money has moved.",
};
const MARK_PX = 40;

/** Puts a mail's words into the shop's frame, as HTML and as plain text. */
export async function composeMail(words: MailWords, frame: MailFrame): Promise<RenderedMail> {
  const { subject, text, foot, replyTo } = words;
  return {
    subject,
    // An empty line between its blocks.
    text: [...text, ...linesBelow(frame, foot)].join("\n\n"),
    html: await render(<Sheet words={words} frame={frame} />),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/**
 * One readable column on paper, the shop's mark and name above, the way to help and to the shop
 * below. Programs that show no pictures show a plain tile in place of the mark.
 */
function Sheet({ words, frame }: { words: MailWords; frame: MailFrame }) {
  const { preview, title, body, foot } = words;
  const { brand, siteUrl, supportEmail } = frame;
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{ backgroundColor: color.paper, fontFamily: face, margin: 0, padding: "24px 12px" }}
      >
        <Container style={{ maxWidth: 560, margin: "0 auto" }}>
          <Text style={{ ...style.subheading, margin: "0 0 12px" }}>
            <Link href={siteUrl} style={{ color: color.ink, textDecoration: "none" }}>
              <img
                src={`${siteUrl}/pictures/apple-touch-icon.png`}
                width={MARK_PX}
                height={MARK_PX}
                // The name stands right beside it.
                alt=""
                style={mark}
              />
              {brand}
            </Link>
          </Text>
          <Container style={sheet}>
            <Heading as="h1" style={style.heading}>
              {title}
            </Heading>
            {body}
          </Container>
          <Hr style={{ borderColor: color.line, margin: "24px 0 16px" }} />
          {linesBelow(frame, foot).map((line) => (
            <Text key={line} style={style.small}>
              <Linked text={line} addresses={[supportEmail, siteUrl]} />
            </Text>
          ))}
        </Container>
      </Body>
    </Html>
  );
}

function linesBelow({ brand, siteUrl, supportEmail, mode = "live" }: MailFrame, foot?: string) {
  const help = `Something not right? Reply to this mail or write to ${supportEmail}.`;
  const note = ABOUT_MONEY[mode];
  return [foot ?? help, ...(note ? [note] : []), `${brand} · ${siteUrl}`];
}

/** A text of ours in which these addresses, of pages or of mailboxes, can be clicked. */
export function Linked({ text, addresses }: { text: string; addresses: string[] }): ReactNode {
  const [address, ...others] = addresses;
  if (!address) return text;
  return text.split(address).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 && (
        <Link href={address.includes("@") ? `mailto:${address}` : address} style={style.link}>
          {address}
        </Link>
      )}
      <Linked text={part} addresses={others} />
    </Fragment>
  ));
}

/** Paragraphs of a mail; `addresses` in them can be clicked. */
export function Paragraphs({ texts, addresses = [] }: { texts: string[]; addresses?: string[] }) {
  return texts.map((text) => (
    <Text key={text} style={style.text}>
      <Linked text={text} addresses={addresses} />
    </Text>
  ));
}

const mark: CSSProperties = {
  display: "inline-block",
  verticalAlign: "middle",
  marginRight: 8,
  borderRadius: 10,
  backgroundColor: color.sun,
};

const sheet: CSSProperties = {
  backgroundColor: color.card,
  border: `1px solid ${color.line}`,
  borderRadius: 16,
  padding: "28px 24px",
  maxWidth: 560,
};
