import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { Layout, type MailFrame, type RenderedMail, style } from "./layout.tsx";

export type PaymentFailedMail = MailFrame & { orderNumber: string; demo: boolean };

/** Tells a buyer that the bank refused a payment which took its time, and where to order again. */
export async function renderPaymentFailed(mail: PaymentFailedMail): Promise<RenderedMail> {
  const { orderNumber, brand, siteUrl } = mail;
  return {
    subject: `The payment for order ${orderNumber} did not go through`,
    text: [whatHappened(mail), `Order again: ${pricingOf(mail)}`, `${brand} · ${siteUrl}`].join(
      "\n\n",
    ),
    html: await render(<PaymentFailed {...mail} />),
  };
}

function PaymentFailed(mail: PaymentFailedMail) {
  return (
    <Layout preview="Nothing was charged." frame={mail} demo={mail.demo}>
      <Heading as="h1" style={style.heading}>
        The payment did not go through
      </Heading>
      <Text style={style.text}>{whatHappened(mail)}</Text>
      <Button href={pricingOf(mail)} style={style.button}>
        Order again
      </Button>
    </Layout>
  );
}

function whatHappened({ orderNumber }: PaymentFailedMail): string {
  return `Your bank did not confirm the payment for order ${orderNumber}. Nothing was charged, and no files were sent. If you still want them, order again with this or another way to pay.`;
}

function pricingOf({ siteUrl }: PaymentFailedMail): string {
  return `${siteUrl}/#pricing`;
}
