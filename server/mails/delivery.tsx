import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { eq } from "drizzle-orm";
import { Fragment } from "react";
import { type Order, type OrderItem, subscriptionRecords } from "../../db/schema.ts";
import { countText, formatAmount, formatDay } from "../contract/format.ts";
import { type TaxNote, withTaxNote } from "../contract/tax.ts";
import { formatBytes, groupByTitle, PAPER_NAMES, totalBytes } from "../contract/files.ts";
import type { MoreProduct, PurchasedFile } from "../contract/answers.ts";
import type { Paper } from "../contract/site.ts";
import { type Licence, licenceWords } from "../contract/licences.ts";
import { deliveryWords as words } from "../contract/mail-words.ts";
import { receiptPath, WITHDRAW_PATH } from "../contract/paths.ts";
import { directionOf } from "../contract/language.ts";
import { currentLanguage, fill } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { readSite } from "../domain/settings.ts";
import { fileLinks, MAIL_LINK_MS } from "../domain/files/links.ts";
import { linksInPaper, paperOf } from "../domain/files/paper.ts";
import { listGrantedItems } from "../domain/files/grants.ts";
import type { Viewer } from "../domain/viewer.ts";
import { listMore } from "../domain/orders/more-for-you.ts";
import { recipientNameOf } from "../domain/orders/gifts.ts";
import { findOrderById, isRefundedInFull } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { type Block, color, Linked, type MailFrame, style } from "./layout.tsx";
import {
  accountOf,
  greetingOf,
  lineOf,
  nameForGreeting,
  pagesNamed,
  type SubscriptionTerms,
  termsOf,
  wayBackOf,
} from "./words.ts";

const MOST_OFFERED = 3;
/** Id that no user has; ids start at 1. */
const NO_USER = 0;

export type DeliveredItem = {
  name: string;
  licence: Licence;
  files: PurchasedFile[];
  zipUrl: string | null;
  /** Link to the files of the paper size that the buyer has not chosen. */
  otherSize: { paper: Paper; url: string } | null;
  subscription: SubscriptionTerms | null;
};

/**
 * Delivers an order's files: size and download link of each, valid without signing in. The recipient
 * of a gift reads who gave it, and nothing about the payment.
 */
export const delivery = defineMail("delivery", {
  gather(deps, { orderId, recipient }) {
    const order = findOrderById(deps.db, orderId);
    if (order?.email !== recipient) return undefined;
    const now = deps.clock.now();
    const items = listGrantedItems(deps.db, { orderId, now });
    if (items.length === 0) return undefined;
    const expiresAt = new Date(now.getTime() + MAIL_LINK_MS);
    const isGift = order.giftTo !== null;
    const paper = paperOf(deps.db, { userId: order.userId, email: recipient });
    return {
      ...orderFrame(deps, order),
      customerName: recipientNameOf(order),
      /** Name of the giver, "" if unknown; null unless the order is a gift. */
      giver: isGift ? nameForGreeting(order.customerName ?? "") : null,
      /** Paper size that the buyer has chosen; null for all sizes. */
      paper,
      email: recipient,
      totalAmount: order.totalAmount,
      currency: order.currency,
      invoiceUrl: order.invoiceUrl,
      canWithdraw: readSite(deps).withdrawal === true && !isRefundedInFull(order),
      linksEndAt: expiresAt,
      more: isGift ? [] : listMore(deps, buyerOf(order, recipient), { most: MOST_OFFERED }),
      items: items.map((item): DeliveredItem => ({
        name: item.name,
        licence: item.licence,
        ...linksInPaper(fileLinks(deps, { item, order, expiresAt }), paper),
        subscription: subscriptionOf(deps, { item, order }),
      })),
    };
  },
  compose(mail) {
    const { orderNumber, items, giver, more, siteUrl } = mail;
    const isSubscribed = items.some((item) => item.subscription);
    const wayBack = wayBackOf(siteUrl, mail.email);
    const keep = isSubscribed ? words.keepSubscribed : words.keep;
    const greeting = greetingOf(mail.customerName);
    const { gift } = words;
    const printTip = mail.paper === null ? words.printTip : words.printTipOneSize;
    return {
      subject: fill(giver === null ? words.subject : gift.subject, { number: orderNumber }),
      preview: fill(words.preview, { items: items.map((item) => item.name).join(", ") }),
      title: giver === null ? words.title : gift.title,
      blocks: [
        giver === null
          ? fill(words.intro, { greeting })
          : fill(giver ? gift.intro : gift.introUnnamed, { greeting, giver }),
        ...items.map((item) => ({
          text: itemText(item, mail),
          html: drawItem(item, mail),
        })),
        {
          text: printTip,
          html: (
            <>
              <Hr style={{ borderColor: color.line, margin: "8px 0 20px" }} />
              <Text style={style.small}>{printTip}</Text>
            </>
          ),
        },
        ...(giver === null ? [orderBlock(mail)] : []),
        {
          small: fill(keep, { day: formatDay(mail.linksEndAt, mail.timeZone), wayBack }),
          links: pagesNamed(mail),
        },
        ...(giver === null ? [] : [{ small: fill(gift.stranger, { number: orderNumber }) }]),
        ...(more.length > 0 ? [moreBlock(more, mail)] : []),
      ],
    };
  },
});

type OrderFacts = Pick<MailFrame, "siteUrl"> & {
  orderNumber: string;
  totalAmount: number;
  currency: string;
  invoiceUrl: string | null;
  canWithdraw: boolean;
};

/** Block with the number and total of the order, and its documents. */
function orderBlock({ orderNumber, siteUrl, ...order }: OrderFacts): Block {
  const total = formatAmount(order.totalAmount, order.currency);
  const links = [
    { name: words.receipt, url: siteUrl + receiptPath(orderNumber) },
    ...(order.invoiceUrl ? [{ name: words.invoice, url: order.invoiceUrl }] : []),
    ...(order.canWithdraw ? [{ name: words.withdraw, url: siteUrl + WITHDRAW_PATH }] : []),
  ];
  return {
    text: [
      `${words.orderNumber}: ${orderNumber}`,
      `${words.total}: ${total}`,
      ...links.map(({ name, url }) => `${name}: ${url}`),
    ].join("\n"),
    html: (
      <Text style={style.small}>
        {`${words.orderNumber} `}
        <strong>{orderNumber}</strong> · {total}
        {links.map(({ name, url }) => (
          <Fragment key={name}>
            {" · "}
            <Link href={url} style={style.link}>
              {name}
            </Link>
          </Fragment>
        ))}
      </Text>
    ),
  };
}

/** The buyer as the checkout recognizes them after signing in with the order's email. */
function buyerOf({ browserHash, userId }: Order, email: string): Viewer {
  return { browserHash, user: { id: userId ?? NO_USER, email } };
}

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

type TermsFrame = Parameters<typeof termsOf>[1];

/** Returns elements instead of being a component, because the texts are read before rendering. */
function drawItem(item: DeliveredItem, mail: TermsFrame) {
  const { name, licence, files, zipUrl, otherSize, subscription } = item;
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
      <Text style={style.small}>{licenceText(licence)}</Text>
      {zipUrl && files.length > 1 && (
        <Text style={{ margin: "0 0 16px" }}>
          <Button href={zipUrl} style={style.button}>
            {fill(words.all, { size: formatBytes(totalBytes(files)) })}
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
              <span style={{ fontSize: 14, color: color.inkSoft }}>
                {separator()}
                {fileFacts(file)}
              </span>
            </span>
          ))}
        </Text>
      ))}
      {otherSize && (
        <Text style={style.small}>
          <Link href={otherSize.url} style={style.link}>
            {otherSizeText(otherSize)}
          </Link>
        </Text>
      )}
    </Section>
  );
}

function otherSizeText({ paper }: NonNullable<DeliveredItem["otherSize"]>): string {
  return fill(words.otherSize, { paper: PAPER_NAMES[paper] });
}

function licenceText(licence: Licence): string {
  const { name, terms } = licenceWords[licence];
  return `${name}. ${terms}`;
}

function itemText(item: DeliveredItem, mail: TermsFrame) {
  const { name, licence, files, zipUrl, otherSize, subscription } = item;
  return [
    [name, ...(subscription ? [termsOf(subscription, mail)] : []), licenceText(licence)].join("\n"),
    ...(zipUrl && files.length > 1
      ? [`${fill(words.zip, { size: formatBytes(totalBytes(files)) })}\n${zipUrl}`]
      : []),
    ...groupByTitle(files).map(({ title, files: sizes }) =>
      [
        title,
        ...sizes.flatMap((file) => [`${linkText(file)} (${fileFacts(file)}):`, file.url]),
      ].join("\n"),
    ),
    ...(otherSize ? [`${otherSizeText(otherSize)}:\n${otherSize.url}`] : []),
  ].join("\n\n");
}

/** On a right-to-left mail a mark keeps a number after Latin letters from moving before them. */
function separator(): string {
  return directionOf(currentLanguage()) === "rtl" ? "\u200F · " : " · ";
}

function linkText({ paper }: PurchasedFile): string {
  return paper ? fill(words.openPaper, { paper: PAPER_NAMES[paper] }) : words.open;
}

function fileFacts({ pages, bytes }: PurchasedFile): string {
  return `${countText(pages, "page")}, ${formatBytes(bytes)}`;
}

/** Block with products that the buyer does not own and a link to the account, which sells them. */
function moreBlock(
  more: MoreProduct[],
  { siteUrl, tax }: Pick<MailFrame, "siteUrl" | "tax">,
): Block {
  const { heading, see } = words.more;
  const lines = more.map((product) => offerText(product, tax));
  const account = accountOf(siteUrl);
  return {
    text: [heading, ...lines, `${see}: ${account}`].join("\n"),
    html: (
      <>
        <Hr style={{ borderColor: color.line, margin: "16px 0 20px" }} />
        <Heading as="h2" style={style.subheading}>
          {heading}
        </Heading>
        {lines.map((line) => (
          <Text key={line} style={{ ...style.text, margin: "0 0 8px" }}>
            {line}
          </Text>
        ))}
        <Text style={{ ...style.text, margin: 0 }}>
          <Link href={account} style={style.link}>
            {see}
          </Link>
        </Text>
      </>
    ),
  };
}

function offerText(
  { name, price, currency, billingPeriod, upgrade }: MoreProduct,
  tax: TaxNote | undefined,
): string {
  if (!upgrade) return withTaxNote(lineOf({ name, price, billingPeriod }, currency), tax);
  const full = formatAmount(price, currency);
  return fill(words.more.upgrade, {
    name,
    price: withTaxNote(formatAmount(upgrade.price, currency), tax),
    full,
  });
}
