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
import { directionOf, ENGLISH } from "../contract/language.ts";
import { mailWords } from "../contract/mail-words.ts";
import { sellerLines } from "../contract/seller.ts";
import type { Mode, Site } from "../contract/site.ts";
import type { TextSource } from "../contract/words.ts";

export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  /** Reply-To address; defaults to the support address. */
  replyTo?: string;
  stopUrl?: string;
};

/** The shop's design tokens as plain values for mail clients. */
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

/** Wraps long links and names on phones. */
const wraps = { wordBreak: "break-word" } as const;
const titles = { fontFamily: displayFont, fontWeight: 600, color: color.ink };

export const style = {
  text: { fontSize: 16, lineHeight: "26px", color: color.ink, margin: "0 0 16px", ...wraps },
  small: { fontSize: 14, lineHeight: "22px", color: color.inkSoft, margin: "0 0 8px", ...wraps },
  heading: { ...titles, fontSize: 28, lineHeight: "34px", margin: "0 0 16px", ...wraps },
  subheading: { ...titles, fontSize: 20, lineHeight: "26px", margin: "0 0 12px" },
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

export type MailFrame = TextSource & {
  siteUrl: string;
  /** IANA time zone of the days and times in the mail. */
  timeZone: string;
  tax?: Site["tax"];
  /** Path of the owner's logo. */
  logo?: string | null;
  neutral?: Site["neutral"];
  /** Shop mode, set for mails about an order to show a notice if no real money is involved. */
  mode?: Mode;
};

/** A part of a mail, rendered as HTML and as plain text. A string is a paragraph. */
export type Block =
  | string
  /** `links` lists the URLs and emails in the text that become links. */
  | { small: string; links?: string[] }
  | { lines: string[] }
  | { button: string; url: string }
  /** Separate content for plain text and HTML. */
  | { text: string; html: ReactNode };

export type MailWords = {
  subject: string;
  preview: string;
  title: ReactNode;
  blocks: Block[];
  /** Footer line; defaults to help contacts. */
  foot?: string;
  replyTo?: string;
  /** Link that stops optional mails, shown in the footer. */
  stopUrl?: string;
};

const MARK_PX = 40;

export async function composeMail(words: MailWords, frame: MailFrame): Promise<RenderedMail> {
  const { subject, blocks, foot, replyTo, stopUrl } = words;
  const below = linesBelow(frame, foot);
  const stop = stopUrl === undefined ? undefined : { label: mailWords.stop, url: stopUrl };
  const stopLines = stop ? [`${stop.label}: ${stop.url}`] : [];
  return {
    subject,
    text: [...blocks.map(plainText), ...stopLines, ...below].join("\n\n"),
    html: await render(<Sheet words={words} frame={frame} below={below} stop={stop} />),
    ...(replyTo !== undefined && { replyTo }),
    ...(stopUrl !== undefined && { stopUrl }),
  };
}

type SheetProps = {
  words: MailWords;
  frame: MailFrame;
  below: string[];
  stop: { label: string; url: string } | undefined;
};

/** Mail layout: a column between logo and help links. A plain tile replaces a blocked logo. */
function Sheet({ words, frame, below, stop }: SheetProps) {
  const { preview, title, blocks } = words;
  const { brand, language = ENGLISH, logo, neutral, siteUrl, supportEmail } = frame;
  const picture = logo ?? (neutral ? null : "/pictures/apple-touch-icon.png");
  const dir = directionOf(language);
  const mark = { ...tile, [dir === "rtl" ? "marginLeft" : "marginRight"]: 8 };
  return (
    <Html lang={language} dir={dir}>
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
              {picture !== null && (
                <img
                  src={siteUrl + picture}
                  // The owner's logo can have any width.
                  width={logo ? undefined : MARK_PX}
                  height={MARK_PX}
                  // Decorative: the shop's name follows as text.
                  alt=""
                  style={logo ? { ...mark, backgroundColor: "transparent" } : mark}
                />
              )}
              {brand}
            </Link>
          </Text>
          <Container style={sheet}>
            <Heading as="h1" style={style.heading}>
              {title}
            </Heading>
            {blocks.map((block, index) => (
              <BlockOf key={plainText(block)} block={block} above={blocks[index - 1]} />
            ))}
          </Container>
          <Hr style={{ borderColor: color.line, margin: "24px 0 16px" }} />
          {stop && (
            <Text style={style.small}>
              <Link href={stop.url} style={style.link}>
                {stop.label}
              </Link>
            </Text>
          )}
          {below.map((line) => (
            <Text key={line} style={style.small}>
              <Linked text={line} addresses={[supportEmail, siteUrl]} />
            </Text>
          ))}
        </Container>
      </Body>
    </Html>
  );
}

function plainText(block: Block): string {
  if (typeof block === "string") return block;
  if ("small" in block) return block.small;
  if ("lines" in block) return block.lines.join("\n");
  return "button" in block ? `${block.button}: ${block.url}` : block.text;
}

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
    return (
      <Text style={style.text}>
        {block.lines.map((line, index) => (
          <span key={line}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
      </Text>
    );
  }
  const isBelowButton = typeof above === "object" && "button" in above;
  return (
    <Text style={isBelowButton ? { ...style.small, marginTop: 24 } : style.small}>
      <Linked text={block.small} addresses={block.links ?? []} />
    </Text>
  );
}

function linesBelow(frame: MailFrame, foot: string = mailWords.foot) {
  const { brand, siteUrl, seller, mode = "live" } = frame;
  const note = mode === "live" ? [] : [mailWords.modes[mode]];
  return [foot, ...note, `${brand} · ${siteUrl}`, ...sellerLines(seller)];
}

/** Renders trusted text, and makes the listed URLs and emails clickable. */
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

const tile: CSSProperties = {
  display: "inline-block",
  verticalAlign: "middle",
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
