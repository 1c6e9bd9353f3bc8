import {
  type AddressChangedMail,
  renderAddressChanged,
} from "../../../server/emails/address-changed.tsx";
import { renderCode } from "../../../server/emails/code.tsx";
import { type ContactMail, renderContactNotice } from "../../../server/emails/contact-notice.tsx";
import { renderContactSuspects } from "../../../server/emails/contact-suspects.tsx";
import { renderContactThanks } from "../../../server/emails/contact-thanks.tsx";
import { type DeliveryMail, renderDelivery } from "../../../server/emails/delivery.tsx";
import type { RenderedMail } from "../../../server/emails/layout.tsx";
import {
  type OrderReceivedMail,
  renderOrderReceived,
} from "../../../server/emails/order-received.tsx";
import {
  type PaymentFailedMail,
  renderPaymentFailed,
} from "../../../server/emails/payment-failed.tsx";

export const FRAME = {
  brand: "Acorn & Oak",
  siteUrl: "https://shop.example",
  supportEmail: "help@shop.example",
};
const ORDER = { ...FRAME, orderNumber: "K7QM-3XRT", demo: false };

export const FILE = {
  id: 1,
  title: "Month 1 (A4)",
  paper: "a4" as const,
  pages: 96,
  bytes: 1_234_567,
  sha256: "a".repeat(64),
  url: "https://shop.example/files/1/Month-1-A4.pdf?token=1.1.1.x",
};

export const PACK: DeliveryMail["items"][number] = {
  name: "Premium Pack",
  files: [FILE, { ...FILE, id: 2, title: "Month 1 (US Letter)", paper: "letter", bytes: 840_000 }],
  zipUrl: "https://shop.example/files/product/1/Premium-Pack.zip?token=1.1.1.x",
  subscription: null,
};

export const DELIVERY: DeliveryMail = {
  ...ORDER,
  customerName: "Anna Maria Buyer",
  email: "anna@example.com",
  totalAmount: 3700,
  currency: "usd",
  linksEndAt: new Date("2027-01-20T10:00:00Z"),
  items: [PACK],
};

export const RECEIVED: OrderReceivedMail = {
  ...ORDER,
  customerName: "Anna Maria Buyer",
  email: "anna@example.com",
  totalAmount: 4600,
  currency: "usd",
  items: [
    { name: "Premium Pack", price: 3700, billingPeriod: null },
    { name: "Printables Club", price: 900, billingPeriod: "month" },
  ],
  orderUrl: "https://shop.example/checkout/success?sessionId=cs_test_a1B2c3D4",
  refusalEnds: true,
};

export const FAILED: PaymentFailedMail = {
  ...ORDER,
  products: ["Premium Pack", "Dinosaur Busy Book"],
};

export const ADDRESS_CHANGED: AddressChangedMail = { ...ORDER, newAddress: "ri••••@ex••••.com" };

export const CODE_LINK = "https://shop.example/login?email=a&otp=k";

export const CONTACT: ContactMail = {
  ...FRAME,
  id: 12,
  name: "Anna Bear",
  email: "anna@example.com",
  subject: "Month 3",
  message: "Hello,\nthe maze does not print.",
  userAgent: "Test Browser 1",
  deviceType: "Desktop",
  localTime: "21 Nov 2026, 10:00:00",
  italianTime: "21 Nov 2026, 11:00:00",
  browserLanguage: "en-US",
  screenResolution: "1280x800",
  sentAt: "2026-11-21T10:00:00.000Z",
  createdAt: new Date("2026-11-21T10:00:01Z"),
  quoted: true,
};

/** Every mail of the shop, each about an order in the demo when `demo` is set. */
export function everyMail({ demo = false } = {}): [string, () => Promise<RenderedMail>][] {
  return [
    ["delivery", () => renderDelivery({ ...DELIVERY, demo })],
    ["order received", () => renderOrderReceived({ ...RECEIVED, demo })],
    ["payment failed", () => renderPaymentFailed({ ...FAILED, demo })],
    ["address changed", () => renderAddressChanged({ ...ADDRESS_CHANGED, demo })],
    ["code", () => renderCode({ ...FRAME, code: "042137" })],
    ["codes off", () => renderCode({ ...FRAME, code: null, link: CODE_LINK })],
    ["contact notice", () => renderContactNotice(CONTACT)],
    ["contact thanks", () => renderContactThanks(CONTACT)],
    ["contact suspects", () => renderContactSuspects({ ...FRAME, day: "2026-11-21" })],
  ];
}
