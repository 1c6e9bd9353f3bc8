import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import type { CSSProperties, ReactNode } from "react";

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
};

export const face = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif";
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
  small: { fontSize: 14, lineHeight: "22px", color: color.inkSoft, margin: "0 0 8px" },
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
export type MailFrame = { brand: string; siteUrl: string; supportEmail: string };

type LayoutProps = {
  preview: string;
  frame: MailFrame;
  demo: boolean;
  /** The last line, instead of the way to help. */
  foot?: ReactNode;
  children: ReactNode;
};

/** One readable column on paper, the shop's name above and the way to help below. */
export function Layout({ preview, frame, demo, foot, children }: LayoutProps) {
  const { brand, siteUrl, supportEmail } = frame;
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{ backgroundColor: color.paper, fontFamily: face, margin: 0, padding: "24px 12px" }}
      >
        <Container style={{ maxWidth: 560, margin: "0 auto" }}>
          <Text style={{ ...style.subheading, margin: "0 0 16px" }}>
            <Link href={siteUrl} style={{ color: color.ink, textDecoration: "none" }}>
              {brand}
            </Link>
          </Text>
          <Container style={sheet}>{children}</Container>
          <Hr style={{ borderColor: color.line, margin: "24px 0 16px" }} />
          <Text style={style.small}>
            {foot ?? (
              <>
                Something not right? Reply to this mail or write to{" "}
                <Link href={`mailto:${supportEmail}`} style={style.link}>
                  {supportEmail}
                </Link>
                .
              </>
            )}
          </Text>
          {demo && <Text style={style.small}>This is a demo order: no money has moved.</Text>}
        </Container>
      </Body>
    </Html>
  );
}

const sheet: CSSProperties = {
  backgroundColor: color.card,
  border: `1px solid ${color.line}`,
  borderRadius: 16,
  padding: "28px 24px",
  maxWidth: 560,
};
