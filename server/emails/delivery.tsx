import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Link } from "@react-email/link";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { formatBytes, formatDay, formatMoney, paperName } from "../contract/format.ts";
import type { PurchasedFile } from "../contract/store.ts";
import { color, Layout, style } from "./layout.tsx";

export type DeliveryMail = {
  orderNumber: string;
  customerName: string | null;
  totalAmount: number;
  currency: string;
  supportEmail: string;
  siteUrl: string;
  linksEndAt: Date;
  demo: boolean;
  items: { name: string; files: PurchasedFile[]; zipUrl: string | null }[];
};

export type RenderedMail = { subject: string; text: string; html: string };

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
  const { siteUrl, supportEmail, demo } = mail;
  return (
    <Layout
      preview={`${mail.items.map((item) => item.name).join(", ")}: open, save and print.`}
      {...{ siteUrl, supportEmail, demo }}
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
      {files.map((file) => (
        <Text key={file.id} style={{ ...style.text, margin: "0 0 10px", lineHeight: "22px" }}>
          <Link href={file.url} style={style.link}>
            {file.title}
          </Link>
          <br />
          <span style={{ fontSize: 14, color: color.inkSoft }}>{fileFacts(file)}</span>
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
    ...item.files.flatMap((file) => [`${file.title} (${fileFacts(file)})`, file.url, ""]),
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
    `Papercub · ${mail.siteUrl}`,
  ].join("\n");
}

function greeting({ customerName }: DeliveryMail): string {
  const firstName = customerName?.trim().split(/\s+/)[0];
  return firstName ? `Hello ${firstName},` : "Hello,";
}

function fileFacts(file: PurchasedFile): string {
  const facts = [`${file.pages} pages`, `PDF, ${formatBytes(file.bytes)}`];
  return (file.paper ? [paperName(file.paper), ...facts] : facts).join(" · ");
}

function totalBytes(files: PurchasedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function total({ totalAmount, currency }: DeliveryMail): string {
  return formatMoney(totalAmount, currency);
}
