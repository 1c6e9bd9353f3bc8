import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
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

/** The shop's design tokens as mail programs understand them: plain values, system fonts. */
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

const font = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif";
const displayFont = "Fredoka, 'Trebuchet MS', 'Helvetica Neue', Arial, sans-serif";

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
    fontFamily: displayFont,
    fontWeight: 600,
    fontSize: 28,
    lineHeight: "34px",
    color: color.ink,
    margin: "0 0 16px",
    wordBreak: "break-word" as const,
  },
  subheading: {
    fontFamily: displayFont,
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

/** A part of a mail, of which both forms are made: a text alone is a paragraph. */
export type Block =
  | string
  /** `links` in it, of pages or of mailboxes, can be clicked. */
  | { small: string; links?: string[] }
  /** One below the other. */
  | { lines: string[] }
  | { button: string; url: string }
  /** One that looks different in each form. */
  | { text: string; html: ReactNode };

/** What one mail says. */
export type MailWords = {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  title: ReactNode;
  /** What stands below the title. */
  blocks: Block[];
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
  const { subject, blocks, foot, replyTo } = words;
  return {
    subject,
    // An empty line between its blocks.
    text: [...blocks.map(textOf), ...linesBelow(frame, foot)].join("\n\n"),
    html: await render(<Sheet words={words} frame={frame} />),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/**
 * One readable column on paper, the shop's mark and name above, the way to help and to the shop
 * below. Programs that show no pictures show a plain tile in place of the mark.
 */
function Sheet({ words, frame }: { words: MailWords; frame: MailFrame }) {
  const { preview, title, blocks, foot } = words;
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
        style={{ backgroundColor: color.paper, fontFamily: font, margin: 0, padding: "24px 12px" }}
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
            {blocks.map((block, index) => (
              <BlockOf key={textOf(block)} block={block} above={blocks[index - 1]} />
            ))}
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

function textOf(block: Block): string {
  if (typeof block === "string") return block;
  if ("small" in block) return block.small;
  if ("lines" in block) return block.lines.join("\n");
  return "button" in block ? `${block.button}: ${block.url}` : block.text;
}

/** A block in HTML, with more space below a button. */
function BlockOf({ block, above }: { block: Block; above: Block | undefined }): ReactNode {
  if (typeof block === "string") return <Text style={style.text}>{block}</Text>;
  if ("html" in block) return block.html;
  if ("button" in block) {
    return (
      <Button href={block.url} style={style.button}>
        {block.button}
      </Button>
    );
  }
  if ("lines" in block) {
    const lines = block.lines.map((line, index) => (
      <span key={line}>
        {index > 0 && <br />}
        {line}
      </span>
    ));
    return <Text style={style.text}>{lines}</Text>;
  }
  const isBelowButton = typeof above === "object" && "button" in above;
  return (
    <Text style={isBelowButton ? { ...style.small, marginTop: 24 } : style.small}>
      <Linked text={block.small} addresses={block.links ?? []} />
    </Text>
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
