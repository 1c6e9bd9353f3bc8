import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { eq } from "drizzle-orm";
import { type Order, type OrderItem, subscriptionRecords } from "../../db/schema.ts";
import {
  countOf,
  formatAmount,
  formatBytes,
  formatDay,
  PAPER_NAMES,
  groupByTitle,
  totalBytes,
} from "../contract/format.ts";
import type { PurchasedFile } from "../contract/answers.ts";
import type { Deps } from "../deps.ts";
import { fileLinks } from "../domain/files/build-links.ts";
import { MAIL_LINK_MS } from "../domain/files/link-token.ts";
import { listGrantedItems } from "../domain/files/grants.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { color, Linked, style } from "./layout.tsx";
import { greetingOf, pagesNamed, type SubscriptionTerms, termsOf, wayBackOf } from "./words.ts";

export type DeliveredItem = {
  name: string;
  files: PurchasedFile[];
  zipUrl: string | null;
  subscription: SubscriptionTerms | null;
};

const PRINT_TIP =
  "Print at 100 % (“actual size”). A4 for most of the world, US Letter for the US and Canada.";

/** Delivers an order's files: size and download link of each, valid without signing in. */
export const delivery = defineMail("delivery", {
  gather(deps, { orderId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    if (order?.email !== recipient) return undefined;
    const now = deps.clock.now();
    const items = listGrantedItems(deps.db, { orderId, now });
    if (items.length === 0) return undefined;
    const expiresAt = new Date(now.getTime() + MAIL_LINK_MS);
    return {
      ...orderFrame(deps, order),
      customerName: order.customerName,
      email: recipient,
      totalAmount: order.totalAmount,
      currency: order.currency,
      linksEndAt: expiresAt,
      items: items.map((item): DeliveredItem => ({
        name: item.name,
        ...fileLinks(deps, { item, order, expiresAt }),
        subscription: subscriptionOf(deps, { item, order }),
      })),
    };
  },
  say(mail) {
    const { orderNumber, items, siteUrl } = mail;
    const total = formatAmount(mail.totalAmount, mail.currency);
    const isSubscribed = items.some((item) => item.subscription);
    const until = `${formatDay(mail.linksEndAt)}${isSubscribed ? ", those of a subscription as long as it is paid for" : ""}`;
    return {
      subject: `Your printables are ready (order ${orderNumber})`,
      preview: `${items.map((item) => item.name).join(", ")}: open, save and print.`,
      title: "Your printables are ready",
      blocks: [
        `${greetingOf(mail.customerName)} thank you for your order. Here are your files; each link opens without signing in.`,
        ...items.map((item) => ({
          text: itemText(item, mail),
          html: <Item item={item} mail={mail} />,
        })),
        {
          text: PRINT_TIP,
          html: (
            <>
              <Hr style={{ borderColor: color.line, margin: "8px 0 20px" }} />
              <Text style={style.small}>{PRINT_TIP}</Text>
            </>
          ),
        },
        {
          text: `Order number: ${orderNumber}\nTotal: ${total}`,
          html: (
            <Text style={style.small}>
              Order number <strong>{orderNumber}</strong> · {total}
            </Text>
          ),
        },
        {
          small: `Keep this mail: the links work until ${until}. After that, and at any time, ${wayBackOf(siteUrl, mail.email)}`,
          links: pagesNamed(mail),
        },
        { small: "Files are for personal, non-commercial use." },
      ],
    };
  },
});

function subscriptionOf(
  { db }: Pick<Deps, "db">,
  { item, order }: { item: OrderItem; order: Order },
): SubscriptionTerms | null {
  const { type, price, billingPeriod, accessUntil } = item;
  const { sessionId } = order;
  if (type !== "subscription" || !billingPeriod || !sessionId) return null;
  const record = db
    .select({ ends: subscriptionRecords.endsAtPeriodEnd })
    .from(subscriptionRecords)
    .where(eq(subscriptionRecords.sessionId, sessionId))
    .get();
  return { price, billingPeriod, paidUntil: accessUntil, ends: record?.ends ?? false };
}

type TermsFrame = { currency: string; siteUrl: string };

function Item({ item, mail }: { item: DeliveredItem; mail: TermsFrame }) {
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

function itemText({ name, files, zipUrl, subscription }: DeliveredItem, mail: TermsFrame) {
  return [
    subscription ? `${name}\n${termsOf(subscription, mail)}` : name,
    ...(zipUrl && files.length > 1
      ? [`Everything in one ZIP, ${formatBytes(totalBytes(files))}:\n${zipUrl}`]
      : []),
    ...groupByTitle(files).map(({ title, files: sizes }) =>
      [
        title,
        ...sizes.flatMap((file) => [`${linkText(file)} (${fileFacts(file)}):`, file.url]),
      ].join("\n"),
    ),
  ].join("\n\n");
}

function linkText({ paper }: PurchasedFile): string {
  return paper ? `Open ${PAPER_NAMES[paper]}` : "Open";
}

function fileFacts({ pages, bytes }: PurchasedFile): string {
  return `${countOf(pages, "page")}, ${formatBytes(bytes)}`;
}
