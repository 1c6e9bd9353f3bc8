import type { Mode } from "../../server/contract/site.ts";
import type { MailKind } from "../../db/enums.ts";
import { code } from "../../server/mails/code.tsx";
import { contactAnswer, contactNotice, contactThanks } from "../../server/mails/contact-mails.tsx";
import { delivery } from "../../server/mails/delivery.tsx";
import type { RenderedMail } from "../../server/mails/layout.tsx";
import {
  addressChanged,
  newVersion,
  orderReceived,
  paymentFailed,
} from "../../server/mails/order-notices.tsx";
import { alarm, contactSuspects, testMail } from "../../server/mails/owner-mails.ts";

type ContentOf<Definition extends { render: (content: never) => unknown }> = Parameters<
  Definition["render"]
>[0];

export const FRAME = {
  brand: "Acorn & Oak",
  siteUrl: "https://shop.example",
  supportEmail: "help@shop.example",
  texts: {},
};
const ORDER = { ...FRAME, orderNumber: "K7QM-3XRT", mode: "live" as const };

export const FILE = {
  id: 1,
  title: "Month 1 (A4)",
  paper: "a4" as const,
  pages: 96,
  bytes: 1_234_567,
  sha256: "a".repeat(64),
  url: "https://shop.example/files/1/Month-1-A4.pdf?token=1.1.1.x",
};

export const PACK: ContentOf<typeof delivery>["items"][number] = {
  name: "Premium Pack",
  files: [FILE, { ...FILE, id: 2, title: "Month 1 (US Letter)", paper: "letter", bytes: 840_000 }],
  zipUrl: "https://shop.example/files/product/1/Premium-Pack.zip?token=1.1.1.x",
  subscription: null,
};

export const DELIVERY: ContentOf<typeof delivery> = {
  ...ORDER,
  customerName: "Anna Maria Buyer",
  email: "anna@example.com",
  totalAmount: 3700,
  currency: "usd",
  linksEndAt: new Date("2027-01-20T10:00:00Z"),
  items: [PACK],
};

export const RECEIVED: ContentOf<typeof orderReceived> = {
  ...ORDER,
  customerName: "Anna Maria Buyer",
  email: "anna@example.com",
  totalAmount: 4600,
  currency: "usd",
  items: [
    { name: "Premium Pack", price: 3700, type: "digital", billingPeriod: null },
    { name: "Printables Club", price: 900, type: "subscription", billingPeriod: "month" },
  ],
  orderUrl: "https://shop.example/checkout/success?sessionId=cs_test_a1B2c3D4",
  refusalEnds: true,
};

export const FAILED: ContentOf<typeof paymentFailed> = {
  ...ORDER,
  products: ["Premium Pack", "Dinosaur Busy Book"],
};

export const ADDRESS_CHANGED: ContentOf<typeof addressChanged> = {
  ...ORDER,
  newAddress: "ri••••@ex••••.com",
};

export const CODE_LINK = "https://shop.example/login?email=a&otp=k";

export const CONTACT: ContentOf<typeof contactNotice> = {
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
  status: "new",
  answer: null,
  answeredAt: null,
  version: 1,
  updatedAt: new Date("2026-11-21T10:00:01Z"),
  quoted: true,
};

export const ANSWER: ContentOf<typeof contactAnswer> = {
  ...CONTACT,
  written: "Thank you for telling us.\n\nThe page is mended: https://shop.example/account",
};

export const NEW_VERSION: ContentOf<typeof newVersion> = {
  ...ORDER,
  customerName: "Anna Maria Buyer",
  email: "anna@example.com",
  product: "Premium Pack",
  file: FILE,
  linkEndsAt: new Date("2027-01-20T10:00:00Z"),
};

export const ALARM: ContentOf<typeof alarm> = {
  ...FRAME,
  title: "Clock",
  text: "This machine's clock is 6 minutes ahead of the payment provider's.",
  todo: "Set this machine's clock by the network.",
  at: "2026-11-21T10:00:00.000Z",
};

/** Every mail of the shop by its kind, each about an order of a shop in this mode. */
export function everyMail(mode: Mode = "live"): [string, () => Promise<RenderedMail>][] {
  const samples = {
    delivery: () => delivery.render({ ...DELIVERY, mode }),
    order_received: () => orderReceived.render({ ...RECEIVED, mode }),
    payment_failed: () => paymentFailed.render({ ...FAILED, mode }),
    address_changed: () => addressChanged.render({ ...ADDRESS_CHANGED, mode }),
    code: () => code.render({ ...FRAME, code: "042137" }),
    contact_notice: () => contactNotice.render(CONTACT),
    contact_thanks: () => contactThanks.render(CONTACT),
    contact_answer: () => contactAnswer.render(ANSWER),
    new_version: () => newVersion.render({ ...NEW_VERSION, mode }),
    alarm: () => alarm.render(ALARM),
    test: () => testMail.render(FRAME),
    contact_suspects: () => contactSuspects.render({ ...FRAME, day: "2026-11-21" }),
  } satisfies Record<MailKind, () => Promise<RenderedMail>>;
  const link = { ...FRAME, code: null, link: CODE_LINK };
  return [
    ...Object.entries(samples),
    ["code, switched off", () => code.render({ ...link, why: "guesses" })],
    ["code, used up", () => code.render({ ...link, why: "requests" })],
  ];
}
