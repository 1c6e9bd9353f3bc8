import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Link } from "@react-email/link";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { countOf, formatAmount, formatBytes, formatDay, PAPER_NAMES } from "../contract/format.ts";
import { groupByTitle, totalBytes } from "../contract/files.ts";
import type { PurchasedFile } from "../contract/store.ts";
import {
  color,
  Layout,
  Linked,
  type MailFrame,
  plainText,
  type RenderedMail,
  style,
} from "./layout.tsx";
import {
  greetingOf,
  pagesNamed,
  type SubscriptionTerms,
  termsOf,
  wayBackOf,
} from "./order-words.ts";

export type DeliveryMail = MailFrame & {
  orderNumber: string;
  customerName: string | null;
  email: string;
  totalAmount: number;
  currency: string;
  linksEndAt: Date;
  demo: boolean;
  items: DeliveredItem[];
};

type DeliveredItem = {
  name: string;
  files: PurchasedFile[];
  zipUrl: string | null;
  /** Null for what was bought for good. */
  subscription: SubscriptionTerms | null;
};

/** The mail that brings the files: every file with its size and a link that works signed out. */
export async function renderDelivery(mail: DeliveryMail): Promise<RenderedMail> {
  return {
    subject: `Your printables are ready (order ${mail.orderNumber})`,
    text: deliveryText(mail),
    html: await render(<Delivery {...mail} />),
  };
}

const PRINT_TIP =
  "Print at 100 % (“actual size”). A4 for most of the world, US Letter for the US and Canada.";
const PERSONAL = "Files are for personal, non-commercial use.";

function Delivery(mail: DeliveryMail) {
  return (
    <Layout
      preview={`${mail.items.map((item) => item.name).join(", ")}: open, save and print.`}
      frame={mail}
      demo={mail.demo}
    >
      <Heading as="h1" style={style.heading}>
        Your printables are ready
      </Heading>
      <Text style={style.text}>{opening(mail)}</Text>
      {mail.items.map((item) => (
        <Item key={item.name} item={item} mail={mail} />
      ))}
      <Hr style={{ borderColor: color.line, margin: "8px 0 20px" }} />
      <Text style={style.small}>{PRINT_TIP}</Text>
      <Text style={style.small}>
        Order number <strong>{mail.orderNumber}</strong> · {total(mail)}
      </Text>
      <Text style={style.small}>
        <Linked text={keepIt(mail)} addresses={pagesNamed(mail)} />
      </Text>
      <Text style={style.small}>{PERSONAL}</Text>
    </Layout>
  );
}

function Item({ item, mail }: { item: DeliveredItem; mail: DeliveryMail }) {
  const { name, files, zipUrl, subscription } = item;
  return (
    <Section style={{ margin: "0 0 20px" }}>
      <Heading as="h2" style={style.subheading}>
        {name}
      </Heading>
      {subscription && (
        <Text style={style.text}>
          <Linked text={termsOf(subscription, mail)} addresses={pagesNamed(mail)} />
        </Text>
      )}
      {zipUrl && files.length > 1 && (
        <Text style={{ margin: "0 0 16px" }}>
          <Button href={zipUrl} style={style.button}>
            Download all ({formatBytes(totalBytes(files))})
          </Button>
        </Text>
      )}
      {groupByTitle(files).map(({ title, files: sizes }) => (
        <Text key={title} style={{ ...style.text, margin: "0 0 12px", lineHeight: "24px" }}>
          <strong>{title}</strong>
          {sizes.map((file) => (
            <span key={file.id}>
              <br />
              <Link href={file.url} style={style.link}>
                {linkText(file)}
              </Link>
              <span style={{ fontSize: 14, color: color.inkSoft }}> · {fileFacts(file)}</span>
            </span>
          ))}
        </Text>
      ))}
    </Section>
  );
}

function deliveryText(mail: DeliveryMail): string {
  const items = mail.items.flatMap((item) => [
    item.subscription ? `${item.name}\n${termsOf(item.subscription, mail)}` : item.name,
    ...(item.zipUrl && item.files.length > 1
      ? [`Everything in one ZIP, ${formatBytes(totalBytes(item.files))}:\n${item.zipUrl}`]
      : []),
    ...groupByTitle(item.files).map(({ title, files }) =>
      [
        title,
        ...files.flatMap((file) => [`${linkText(file)} (${fileFacts(file)}):`, file.url]),
      ].join("\n"),
    ),
  ]);
  const blocks = [
    opening(mail),
    ...items,
    PRINT_TIP,
    `Order number: ${mail.orderNumber}\nTotal: ${total(mail)}`,
    keepIt(mail),
    PERSONAL,
  ];
  return plainText(blocks, { frame: mail, demo: mail.demo });
}

function opening({ customerName }: DeliveryMail): string {
  return `${greetingOf(customerName)} thank you for your order. Here are your files; each link opens without signing in.`;
}

/** How long the links work, and where the files are when they no longer do. */
function keepIt({ siteUrl, email, linksEndAt, items }: DeliveryMail): string {
  const subscribed = items.some((item) => item.subscription);
  const until = `${formatDay(linksEndAt)}${subscribed ? ", those of a subscription as long as it is paid for" : ""}`;
  return `Keep this mail: the links work until ${until}. After that, and at any time, ${wayBackOf(siteUrl, email)}`;
}

function linkText({ paper }: PurchasedFile): string {
  return paper ? `Open ${PAPER_NAMES[paper]}` : "Open";
}

function fileFacts({ pages, bytes }: PurchasedFile): string {
  return `${countOf(pages, "page")}, ${formatBytes(bytes)}`;
}

function total({ totalAmount, currency }: DeliveryMail): string {
  return formatAmount(totalAmount, currency);
}
