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
    text: plainText(paragraphs(mail), { frame: mail, demo: mail.demo }),
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
      <Paragraphs texts={paragraphs(mail)} />
    </Layout>
  );
}

function paragraphs({ orderNumber, newAddress, supportEmail }: AddressChangedMail): string[] {
  return [
    `The buyer of order ${orderNumber} has corrected the email address. Its files now go to ${newAddress}, and the links we sent to this address no longer work.`,
    `If this order is yours and you did not ask for this, write to ${supportEmail} and name the order number. If you know nothing of it, somebody mistyped an address and you can delete this mail.`,
  ];
}
