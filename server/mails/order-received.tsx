import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { formatAmount } from "../contract/format.ts";
import {
  Layout,
  Linked,
  type MailFrame,
  Paragraphs,
  plainText,
  type RenderedMail,
  style,
} from "./layout.tsx";
import { greetingOf, lineOf, pagesNamed, type PricedLine, wayBackOf } from "./order-words.ts";

export type OrderReceivedMail = MailFrame & {
  orderNumber: string;
  customerName: string | null;
  email: string;
  totalAmount: number;
  currency: string;
  items: PricedLine[];
  /** The order's page, which shows what becomes of it. */
  orderUrl: string;
  /** Whether a refusal by the bank is the end: a subscription's first payment is asked for again. */
  refusalEnds: boolean;
  demo: boolean;
};

const TITLE = "Order received, waiting for your bank";
const SEE_ORDER = "See your order";
const STRANGER =
  "Did you not order this? Then somebody mistyped an address; please ignore this mail.";

/** Tells the buyer of a delayed payment that the order is known and what happens next; no files yet. */
export async function renderOrderReceived(mail: OrderReceivedMail): Promise<RenderedMail> {
  const blocks = [
    opening(mail),
    facts(mail).join("\n"),
    whatNext(mail),
    `${SEE_ORDER}: ${mail.orderUrl}`,
    later(mail),
    STRANGER,
  ];
  return {
    subject: `${TITLE} (${mail.orderNumber})`,
    text: plainText(blocks, { frame: mail, demo: mail.demo }),
    html: await render(<OrderReceived {...mail} />),
  };
}

function OrderReceived(mail: OrderReceivedMail) {
  return (
    <Layout preview={whatNext(mail)} frame={mail} demo={mail.demo}>
      <Heading as="h1" style={style.heading}>
        {TITLE}
      </Heading>
      <Paragraphs texts={[opening(mail)]} />
      <Text style={style.text}>
        {facts(mail).map((fact, index) => (
          <span key={fact}>
            {index > 0 && <br />}
            {fact}
          </span>
        ))}
      </Text>
      <Paragraphs texts={[whatNext(mail)]} />
      <Button href={mail.orderUrl} style={style.button}>
        {SEE_ORDER}
      </Button>
      <Text style={{ ...style.small, marginTop: 24 }}>
        <Linked text={later(mail)} addresses={pagesNamed(mail)} />
      </Text>
      <Text style={style.small}>{STRANGER}</Text>
    </Layout>
  );
}

function opening({ customerName }: OrderReceivedMail): string {
  return `${greetingOf(customerName)} thank you for your order. Your bank has not confirmed the payment yet; with some ways to pay that takes a few days.`;
}

function facts({ orderNumber, items, totalAmount, currency }: OrderReceivedMail): string[] {
  return [
    `Order number: ${orderNumber}`,
    ...items.map((item) => lineOf(item, currency)),
    `Total: ${formatAmount(totalAmount, currency)}`,
  ];
}

function whatNext({ email, refusalEnds }: OrderReceivedMail): string {
  const refusal = refusalEnds ? " If it refuses, nothing is charged, and we tell you." : "";
  return `There is nothing more to do: as soon as the bank confirms, we mail your files to ${email}.${refusal}`;
}

function later({ siteUrl, email }: OrderReceivedMail): string {
  return `From then on they are in your account as well: ${wayBackOf(siteUrl, email)}`;
}
