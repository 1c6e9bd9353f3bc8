import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { color, Layout, type RenderedMail, style } from "./layout.tsx";

export type CodeMail = { code: string; supportEmail: string; siteUrl: string; demo: boolean };

const VALIDITY = "It works for 10 minutes, in the browser that asked for it.";
const NOT_YOU =
  "You did not ask for it? Then nobody can sign in without it, and you can delete this mail.";

/** The mail with a sign-in code. The code comes first, so that a notification shows it. */
export async function renderCode(mail: CodeMail): Promise<RenderedMail> {
  return {
    subject: `${mail.code} is your Papercub code`,
    text: [`Your sign-in code: ${mail.code}`, VALIDITY, NOT_YOU, `Papercub · ${mail.siteUrl}`].join(
      "\n\n",
    ),
    html: await render(<Code {...mail} />),
  };
}

function Code({ code, siteUrl, supportEmail, demo }: CodeMail) {
  return (
    <Layout preview={`${code}: ${VALIDITY}`} {...{ siteUrl, supportEmail, demo }}>
      <Heading as="h1" style={style.heading}>
        Your sign-in code
      </Heading>
      <Text style={digits}>{code}</Text>
      <Text style={style.text}>{VALIDITY}</Text>
      <Text style={style.small}>{NOT_YOU}</Text>
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
