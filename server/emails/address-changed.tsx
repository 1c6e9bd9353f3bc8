import { Heading } from "@react-email/heading";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { Layout, type MailFrame, type RenderedMail, style } from "./layout.tsx";

export type AddressChangedMail = MailFrame & {
  orderNumber: string;
  /** Masked: this mail may go to a stranger. */
  newAddress: string;
  demo: boolean;
};

/** Tells the old address of an order that its files now go to another one. */
export async function renderAddressChanged(mail: AddressChangedMail): Promise<RenderedMail> {
  return {
    subject: `Order ${mail.orderNumber} has a new email address`,
    text: [...paragraphs(mail), `${mail.brand} · ${mail.siteUrl}`].join("\n\n"),
    html: await render(<AddressChanged {...mail} />),
  };
}

function AddressChanged(mail: AddressChangedMail) {
  return (
    <Layout
      preview="The files of this order now go to another address."
      frame={mail}
      demo={mail.demo}
    >
      <Heading as="h1" style={style.heading}>
        A new address for order {mail.orderNumber}
      </Heading>
      {paragraphs(mail).map((paragraph) => (
        <Text key={paragraph} style={style.text}>
          {paragraph}
        </Text>
      ))}
    </Layout>
  );
}

function paragraphs({ orderNumber, newAddress, supportEmail }: AddressChangedMail): string[] {
  return [
    `The buyer of order ${orderNumber} has corrected the email address. Its files now go to ${newAddress}, and the links we sent to this address no longer work.`,
    `If this order is yours and you did not ask for this, write to ${supportEmail} and name the order number. If you know nothing of it, somebody mistyped an address and you can delete this mail.`,
  ];
}
