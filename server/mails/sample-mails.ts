import type { MailKind } from "../../db/enums.ts";
import type { Preview } from "../contract/admin-answers.ts";
import type { Mode, Site } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { SAMPLE, sampleMore } from "../domain/content/samples.ts";
import { shopCurrency } from "../domain/orders/catalogue.ts";
import { signInCode } from "./sign-in-code.tsx";
import { contactAnswer, contactThanks } from "./contact-mails.tsx";
import { orderFrame } from "./define-mail.ts";
import { delivery } from "./delivery.tsx";
import { emailChange, emailChanged } from "./email-change.tsx";
import { accessEnded, orderRefunded } from "./end-mails.ts";
import { giftReceipt } from "./gift-receipt.ts";
import type { MailFrame, RenderedMail } from "./layout.tsx";
import { addressChanged, newVersion, orderReceived, paymentFailed } from "./order-notices.tsx";
import { movedShop } from "./moved-shop.ts";
import { recovery } from "./recovery.ts";
import { reviewRequest } from "./review-request.ts";
import { orderWaiting } from "./order-waiting.ts";
import { withdrawalReceipt } from "./withdrawal-mails.ts";

/** Sample data of a mail, without the frame and the order number. */
type SampleOf<Definition extends { render: (content: never) => unknown }> = Omit<
  Parameters<Definition["render"]>[0],
  keyof MailFrame | "orderNumber"
>;

const SHOP = "https://shop.example";
const BUYER = { customerName: "Anna Maria Buyer", email: SAMPLE.email };
const LINKS_END_AT = new Date("2027-01-20T10:00:00Z");
const SENT_AT = "2026-11-21T10:00:00.000Z";
const RECEIVED_AT = new Date("2026-11-21T10:00:01Z");

export const SAMPLE_FILE = { ...SAMPLE.file, url: `${SHOP}${SAMPLE.file.url}?token=1.1.1.x` };

export const SAMPLE_PACK: SampleOf<typeof delivery>["items"][number] = {
  name: SAMPLE.product,
  licence: "personal",
  files: [
    SAMPLE_FILE,
    { ...SAMPLE_FILE, id: 2, title: "Month 1 (US Letter)", paper: "letter", bytes: 840_000 },
  ],
  zipUrl: `${SHOP}/files/product/1/Premium-Pack.zip?token=1.1.1.x`,
  otherSize: null,
  subscription: null,
};

const CONTACT: SampleOf<typeof contactThanks> = {
  id: 12,
  name: "Anna Bear",
  email: SAMPLE.email,
  subject: "Month 3",
  message: "Hello,\nthe maze does not print.",
  userAgent: "Test Browser 1",
  deviceType: "Desktop",
  localTime: "21 Nov 2026, 10:00:00",
  italianTime: "21 Nov 2026, 11:00:00",
  browserLanguage: "en-US",
  screenResolution: "1280x800",
  sentAt: SENT_AT,
  createdAt: RECEIVED_AT,
  status: "new",
  answer: null,
  answeredAt: null,
  version: 1,
  updatedAt: RECEIVED_AT,
  quoted: true,
};

const INVOICE = "https://pay.example.com/invoice/0A1B-0001";

/** Sample data of the mails to buyers, for previews and tests. */
export const SAMPLES = {
  delivery: {
    ...BUYER,
    giver: null,
    paper: null,
    totalAmount: SAMPLE.cents,
    currency: "usd",
    invoiceUrl: INVOICE,
    canWithdraw: true,
    linksEndAt: LINKS_END_AT,
    items: [SAMPLE_PACK],
    more: sampleMore("usd"),
  } satisfies SampleOf<typeof delivery>,
  received: {
    ...BUYER,
    giftTo: null,
    totalAmount: 4600,
    currency: "usd",
    items: [
      { name: SAMPLE.product, price: SAMPLE.cents, billingPeriod: null },
      { name: "Printables Club", price: 900, billingPeriod: "month" },
    ],
    orderUrl: `${SHOP}/checkout/success?sessionId=cs_test_a1B2c3D4`,
    refusalEnds: true,
  } satisfies SampleOf<typeof orderReceived>,
  failed: {
    products: [SAMPLE.product, "Dinosaur Busy Book"],
    url: `${SHOP}/#pricing`,
  } satisfies SampleOf<typeof paymentFailed>,
  addressChanged: { newAddress: "ri••••@ex••••.com" } satisfies SampleOf<typeof addressChanged>,
  refunded: {
    ...BUYER,
    amount: 1200,
    refundedAmount: 1700,
    totalAmount: 4900,
    currency: "usd",
    ended: ["Dinosaur Busy Book"],
    isGift: false,
    hasFiles: true,
  } satisfies SampleOf<typeof orderRefunded>,
  ended: {
    customerName: BUYER.customerName,
    cause: "subscription",
    isGift: false,
    names: ["Printables Club"],
    url: `${SHOP}/#pricing`,
  } satisfies SampleOf<typeof accessEnded>,
  newVersion: {
    ...BUYER,
    product: SAMPLE.product,
    file: SAMPLE_FILE,
    linkEndsAt: LINKS_END_AT,
    stop: `${SHOP}/mails/stop?token=news.YW5uYQ.x`,
  } satisfies SampleOf<typeof newVersion>,
  waiting: {
    ...BUYER,
    totalAmount: SAMPLE.cents,
    currency: "usd",
    items: [{ name: SAMPLE.product, price: SAMPLE.cents, billingPeriod: null }],
    accessFrom: LINKS_END_AT,
    canWithdraw: true,
  } satisfies SampleOf<typeof orderWaiting>,
  gift: {
    customerName: BUYER.customerName,
    giftTo: "le••••@ex••••.com",
    totalAmount: SAMPLE.cents,
    currency: "usd",
    items: [{ name: SAMPLE.product, price: SAMPLE.cents, billingPeriod: null }],
    accessFrom: null,
    invoiceUrl: INVOICE,
    canWithdraw: true,
  } satisfies SampleOf<typeof giftReceipt>,
  recovery: {
    items: [{ productId: 1, name: SAMPLE.product, price: SAMPLE.cents, billingPeriod: null }],
    currency: "usd",
    recoveryUrl: "https://buy.example/r/a1B2c3D4",
    stopUrl: `${SHOP}/mails/stop?token=reminders.a.b`,
  } satisfies SampleOf<typeof recovery>,
  review: {
    customerName: BUYER.customerName,
    boughtAt: RECEIVED_AT,
    products: [SAMPLE.product],
    reviewUrl: `${SHOP}/orders/review?token=a.1.b`,
    stopUrl: `${SHOP}/mails/stop?token=reviews.a.b`,
  } satisfies SampleOf<typeof reviewRequest>,
  moved: {
    ...BUYER,
    names: [SAMPLE.product],
    stopUrl: `${SHOP}/mails/stop?token=news.a.b`,
  } satisfies SampleOf<typeof movedShop>,
  withdrawal: {
    id: 1,
    orderId: 1,
    name: "Anna Bear",
    email: SAMPLE.email,
    statement: `I withdraw from my contract for order ${SAMPLE.orderNumber} of November 21, 2026: ${SAMPLE.product}.`,
    late: false,
    doneAt: null,
    version: 1,
    createdAt: RECEIVED_AT,
    updatedAt: RECEIVED_AT,
  } satisfies SampleOf<typeof withdrawalReceipt>,
  contact: CONTACT,
  written: `Thank you for telling us.\n\nThe page is fixed now: ${SHOP}/account`,
  code: "042137",
  emailChange: { code: "042137", newEmail: "an••••@wo••••.example" } satisfies SampleOf<
    typeof emailChange
  >,
  emailChanged: { newAddress: "an••••@wo••••.example" } satisfies SampleOf<typeof emailChanged>,
} as const;

type OrderFrame = MailFrame & { orderNumber: string; mode: Mode; currency: string };
type SampleRenderer = (frame: OrderFrame) => Promise<RenderedMail>;

/** Renderers of the mails to buyers with sample data. */
export const SAMPLE_MAILS = {
  delivery: (frame) =>
    delivery.render({ ...SAMPLES.delivery, ...frame, more: sampleMore(frame.currency) }),
  order_received: (frame) => orderReceived.render({ ...SAMPLES.received, ...frame }),
  payment_failed: (frame) => paymentFailed.render({ ...SAMPLES.failed, ...frame }),
  address_changed: (frame) => addressChanged.render({ ...SAMPLES.addressChanged, ...frame }),
  order_refunded: (frame) => orderRefunded.render({ ...SAMPLES.refunded, ...frame }),
  access_ended: (frame) => accessEnded.render({ ...SAMPLES.ended, ...frame }),
  new_version: (frame) => newVersion.render({ ...SAMPLES.newVersion, ...frame }),
  order_waiting: (frame) => orderWaiting.render({ ...SAMPLES.waiting, ...frame }),
  gift_receipt: (frame) => giftReceipt.render({ ...SAMPLES.gift, ...frame }),
  recovery: (frame) => recovery.render({ ...SAMPLES.recovery, ...frame }),
  review_request: (frame) => reviewRequest.render({ ...SAMPLES.review, ...frame }),
  moved_shop: ({ mode: _mode, ...frame }) => movedShop.render({ ...SAMPLES.moved, ...frame }),
  withdrawal: (frame) => withdrawalReceipt.render({ ...SAMPLES.withdrawal, ...frame }),
  email_change: ({ mode: _mode, ...frame }) =>
    emailChange.render({ ...frame, ...SAMPLES.emailChange }),
  email_changed: ({ mode: _mode, ...frame }) =>
    emailChanged.render({ ...frame, ...SAMPLES.emailChanged }),
  code: ({ mode: _mode, ...frame }) => signInCode.render({ ...frame, code: SAMPLES.code }),
  contact_thanks: ({ mode: _mode, ...frame }) => contactThanks.render({ ...frame, ...CONTACT }),
  contact_answer: ({ mode: _mode, ...frame }) =>
    contactAnswer.render({ ...frame, ...CONTACT, written: SAMPLES.written }),
} satisfies Partial<Record<MailKind, SampleRenderer>>;

/**
 * Returns a function that renders a mail to buyers with sample data; `texts` override the stored
 * texts. The function throws for other kinds of mails.
 */
export function sampleMailRenderer(deps: Pick<Deps, "db" | "config">) {
  const renderers = new Map<string, SampleRenderer>(Object.entries(SAMPLE_MAILS));
  return async (kind: string, texts: Site["texts"]): Promise<Preview> => {
    const render = renderers.get(kind);
    if (!render) throw new Error(`There is no sample of the mail ${kind}.`);
    const currency = shopCurrency(deps.db);
    const frame = { ...orderFrame(deps, { number: SAMPLE.orderNumber }), currency };
    const { html, subject } = await render({ ...frame, texts: { ...frame.texts, ...texts } });
    return { html, subject };
  };
}
