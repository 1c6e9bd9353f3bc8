import { Button } from "@react-email/button";
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

export type PaymentFailedMail = MailFrame & {
  orderNumber: string;
  products: string[];
  demo: boolean;
};

/** Tells a buyer that the bank refused a payment which took its time, and where to order again. */
export async function renderPaymentFailed(mail: PaymentFailedMail): Promise<RenderedMail> {
  const blocks = [...paragraphs(mail), `Order again: ${pricingOf(mail)}`];
  return {
    subject: `The payment for order ${mail.orderNumber} did not go through`,
    text: plainText(blocks, { frame: mail, demo: mail.demo }),
    html: await render(<PaymentFailed {...mail} />),
  };
}

function PaymentFailed(mail: PaymentFailedMail) {
  return (
    <Layout preview="Nothing was charged." frame={mail} demo={mail.demo}>
      <Heading as="h1" style={style.heading}>
        The payment did not go through
      </Heading>
      <Paragraphs texts={paragraphs(mail)} />
      <Button href={pricingOf(mail)} style={style.button}>
        Order again
      </Button>
    </Layout>
  );
}

function paragraphs({ orderNumber, products }: PaymentFailedMail): string[] {
  return [
    `Your bank did not confirm the payment for order ${orderNumber}. Nothing was charged, and no files were sent.`,
    `You ordered: ${products.join(", ")}. If you still want this, order again with this or another way to pay.`,
  ];
}

function pricingOf({ siteUrl }: PaymentFailedMail): string {
  return `${siteUrl}/#pricing`;
}
