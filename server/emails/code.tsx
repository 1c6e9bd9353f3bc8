import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import {
  color,
  Layout,
  type MailFrame,
  Paragraphs,
  plainText,
  type RenderedMail,
  style,
} from "./layout.tsx";

export type CodeMail = MailFrame &
  (
    | { code: string }
    /** Codes are switched off for the address: too many wrong ones were tried. The link signs in. */
    | { code: null; link: string }
  );

const VALIDITY = "It works for 10 minutes after you asked for it, in the browser you asked from.";
const NOT_YOU =
  "Did you not ask for it? Then ignore this mail; nobody can sign in without the code.";
const OFF = "Sign-in codes are switched off for your address";
const WHY_OFF = [
  "Too many wrong codes were tried for your address, by whoever it was. To keep your printables yours, we take none at the moment.",
  "This link signs you in all the same, once, within 10 minutes, in the browser you asked from. After that codes work again.",
];
const NOT_YOU_OFF = "Did you not ask for it? Then ignore this mail; nobody has got in.";
const SIGN_IN = "Sign in";

/** The mail with a sign-in code. The code comes first, so that a notification shows it. */
export async function renderCode(mail: CodeMail): Promise<RenderedMail> {
  const { code, brand } = mail;
  const around = { frame: mail, demo: false };
  if (code === null) {
    return {
      subject: OFF,
      text: plainText([...WHY_OFF, `${SIGN_IN}: ${mail.link}`, NOT_YOU_OFF], around),
      html: await render(<Off frame={mail} link={mail.link} />),
    };
  }
  return {
    subject: `${code} is your ${brand} code`,
    text: plainText([`Your sign-in code: ${code}`, VALIDITY, NOT_YOU], around),
    html: await render(<Code frame={mail} code={code} />),
  };
}

function Code({ code, frame }: { code: string; frame: MailFrame }) {
  return (
    <Layout frame={frame} demo={false} preview={`${code}: ${VALIDITY}`}>
      <Heading as="h1" style={style.heading}>
        Your sign-in code
      </Heading>
      <Text style={digits}>{code}</Text>
      <Text style={style.text}>{VALIDITY}</Text>
      <Text style={style.small}>{NOT_YOU}</Text>
    </Layout>
  );
}

function Off({ frame, link }: { frame: MailFrame; link: string }) {
  return (
    <Layout frame={frame} demo={false} preview={WHY_OFF[0] ?? OFF}>
      <Heading as="h1" style={style.heading}>
        {OFF}
      </Heading>
      <Paragraphs texts={WHY_OFF} />
      <Button href={link} style={style.button}>
        {SIGN_IN}
      </Button>
      <Text style={{ ...style.small, marginTop: 24 }}>{NOT_YOU_OFF}</Text>
    </Layout>
  );
}

const digits = {
  fontSize: 36,
  lineHeight: "44px",
  fontWeight: 600,
  letterSpacing: "0.18em",
  color: color.ink,
  margin: "0 0 16px",
};
