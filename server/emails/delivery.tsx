import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Link } from "@react-email/link";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { countOf, formatAmount, formatBytes, formatDay, PAPER_NAMES } from "../contract/format.ts";
import { groupByTitle } from "../contract/files.ts";
import type { PurchasedFile } from "../contract/store.ts";
import { color, Layout, type MailFrame, type RenderedMail, style } from "./layout.tsx";

export type DeliveryMail = MailFrame & {
  orderNumber: string;
  customerName: string | null;
  totalAmount: number;
  currency: string;
  linksEndAt: Date;
  demo: boolean;
  items: { name: string; files: PurchasedFile[]; zipUrl: string | null }[];
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
      <Text style={style.text}>
        {greeting(mail)} thank you for your order. Here are your files; each link opens without
        signing in.
      </Text>
      {mail.items.map((item) => (
        <Item key={item.name} {...item} />
      ))}
      <Hr style={{ borderColor: color.line, margin: "8px 0 20px" }} />
      <Text style={style.small}>{PRINT_TIP}</Text>
      <Text style={style.small}>
        Order number <strong>{mail.orderNumber}</strong> · {total(mail)}
      </Text>
      <Text style={style.small}>
        Keep this mail: the links work until {formatDay(mail.linksEndAt)}. Files are for personal,
        non-commercial use.
      </Text>
    </Layout>
  );
}

function Item({ name, files, zipUrl }: DeliveryMail["items"][number]) {
  return (
    <Section style={{ margin: "0 0 20px" }}>
      <Heading as="h2" style={style.subheading}>
        {name}
      </Heading>
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
    item.name,
    "",
    ...(item.zipUrl && item.files.length > 1
      ? [`Everything in one ZIP, ${formatBytes(totalBytes(item.files))}:`, item.zipUrl, ""]
      : []),
    ...groupByTitle(item.files).flatMap(({ title, files }) => [
      title,
      ...files.flatMap((file) => [`${linkText(file)} (${fileFacts(file)}):`, file.url]),
      "",
    ]),
  ]);
  return [
    `${greeting(mail)} thank you for your order.`,
    "Here are your files; each link opens without signing in.",
    "",
    ...items,
    PRINT_TIP,
    "",
    `Order number: ${mail.orderNumber}`,
    `Total: ${total(mail)}`,
    `The links work until ${formatDay(mail.linksEndAt)}. Files are for personal, non-commercial use.`,
    "",
    `Something not right? Reply to this mail or write to ${mail.supportEmail}.`,
    ...(mail.demo ? ["", "This is a demo order: no money has moved."] : []),
    "",
    `${mail.brand} · ${mail.siteUrl}`,
  ].join("\n");
}

function greeting({ customerName }: DeliveryMail): string {
  const firstName = customerName?.trim().split(/\s+/)[0];
  return firstName ? `Hello ${firstName},` : "Hello,";
}

function linkText({ paper }: PurchasedFile): string {
  return paper ? `Open ${PAPER_NAMES[paper]}` : "Open";
}

function fileFacts({ pages, bytes }: PurchasedFile): string {
  return `${countOf(pages, "page")}, ${formatBytes(bytes)}`;
}

function totalBytes(files: PurchasedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function total({ totalAmount, currency }: DeliveryMail): string {
  return formatAmount(totalAmount, currency);
}
