import type { Mode } from "../../server/contract/site.ts";
import type { MailKind } from "../../db/enums.ts";
import { signInCode } from "../../server/mails/sign-in-code.tsx";
import { type contactAnswer, contactNotice } from "../../server/mails/contact-mails.tsx";
import type { accessEnded, orderRefunded } from "../../server/mails/end-mails.ts";
import type { RenderedMail } from "../../server/mails/layout.tsx";
import type { orderReceived, paymentFailed } from "../../server/mails/order-notices.tsx";
import { SAMPLE } from "../../server/domain/content/samples.ts";
import {
  SAMPLE_FILE,
  SAMPLE_MAILS,
  SAMPLE_PACK,
  SAMPLES,
} from "../../server/mails/sample-mails.ts";
import { withdrawalNotice } from "../../server/mails/withdrawal-mails.ts";
import {
  ownerDeadMails,
  ownerDispute,
  ownerDuplicate,
  weeklySummary,
} from "../../server/mails/owner-notices.ts";
import { ownerSales, type Sale } from "../../server/mails/sale-mails.ts";
import { passkeyChanged, supportChanged } from "../../server/mails/security-notices.ts";
import { alarm, contactSuspects, testMail } from "../../server/mails/owner-mails.ts";

type ContentOf<Definition extends { render: (content: never) => unknown }> = Parameters<
  Definition["render"]
>[0];

export const FRAME = {
  brand: "Acorn & Oak",
  siteUrl: "https://shop.example",
  supportEmail: "help@shop.example",
  timeZone: "UTC",
  texts: {},
};
const ORDER = { ...FRAME, orderNumber: SAMPLE.orderNumber, mode: "live" as const };

export const FILE = SAMPLE_FILE;
export const PACK = SAMPLE_PACK;
export const DELIVERY = { ...ORDER, ...SAMPLES.delivery };
export const RECEIVED: ContentOf<typeof orderReceived> = { ...ORDER, ...SAMPLES.received };
export const FAILED: ContentOf<typeof paymentFailed> = { ...ORDER, ...SAMPLES.failed };
export const ADDRESS_CHANGED = { ...ORDER, ...SAMPLES.addressChanged };
export const WITHDRAWAL = { ...ORDER, ...SAMPLES.withdrawal };
export const CODE_LINK = "https://shop.example/login?email=a&otp=k";
export const CONTACT: ContentOf<typeof contactNotice> = { ...FRAME, ...SAMPLES.contact };
export const ANSWER: ContentOf<typeof contactAnswer> = { ...CONTACT, written: SAMPLES.written };
export const REFUNDED: ContentOf<typeof orderRefunded> = { ...ORDER, ...SAMPLES.refunded };
export const ENDED: ContentOf<typeof accessEnded> = { ...ORDER, ...SAMPLES.ended };
export const NEW_VERSION = { ...ORDER, ...SAMPLES.newVersion };

const OWNER_ORDER = {
  ...ORDER,
  buyer: SAMPLE.email,
  amount: "$37.00 USD",
  orderUrl: "https://shop.example/admin/orders/1",
};
export const DISPUTE: ContentOf<typeof ownerDispute> = {
  ...OWNER_ORDER,
  isRenewal: false,
  dueAt: new Date("2026-12-03T23:59:00Z"),
};
export const DOUBLE: ContentOf<typeof ownerDuplicate> = {
  ...OWNER_ORDER,
  otherNumber: "ABCD-2345",
};
export const DEAD_MAILS: ContentOf<typeof ownerDeadMails> = {
  ...FRAME,
  count: 1,
  titles: ["“Your printables are ready” did not reach anna@gmial.com"],
};
export const WEEK: ContentOf<typeof weeklySummary> = {
  ...FRAME,
  firstDay: "2026-11-16",
  lastDay: "2026-11-22",
  figures: {
    sales: [
      { currency: "usd", count: 3, amount: 11_100 },
      { currency: "eur", count: 1, amount: 3700 },
    ],
    refunds: [{ currency: "usd", amount: 500 }],
    needs: [
      { kind: "disputes", count: 1 },
      { kind: "unread_messages", count: 2 },
    ],
    hasSubscriptions: true,
  },
};

const SALE: Sale = {
  number: SAMPLE.orderNumber,
  lines: ["Premium Pack: $37.00 USD"],
  total: "$37.00 USD",
  buyer: `Anna Smith, ${SAMPLE.email}`,
  source: "instagram, campaign spring",
  orderUrl: "https://shop.example/admin/orders/1",
};
export const ONE_SALE: ContentOf<typeof ownerSales> = {
  ...FRAME,
  mode: "live",
  day: null,
  count: 1,
  revenue: SALE.total,
  sales: [SALE],
};

export const ALARM: ContentOf<typeof alarm> = {
  ...FRAME,
  title: "Clock",
  text: "This machine's clock is 6 minutes ahead of the payment provider's.",
  todo: "Set this machine's clock by the network.",
  at: "2026-11-21T10:00:00.000Z",
};

const PASSKEY_CHANGED: ContentOf<typeof passkeyChanged> = {
  ...FRAME,
  email: "owner@shop.example",
  name: "Chrome on Mac",
  change: "added",
  at: new Date("2026-11-21T10:00:00Z"),
};

type Renderer = () => Promise<RenderedMail>;

/** Returns a renderer for each kind of mail; `mode` is the mode of the shop in order mails. */
export function everyMail(mode: Mode = "live"): [string, Renderer][] {
  const frame = { ...ORDER, mode, currency: "usd" };
  const ownerMails = {
    contact_notice: () => contactNotice.render(CONTACT),
    withdrawal_notice: () => withdrawalNotice.render({ ...WITHDRAWAL, mode }),
    owner_dispute: () => ownerDispute.render({ ...DISPUTE, mode }),
    owner_double: () => ownerDuplicate.render({ ...DOUBLE, mode }),
    owner_dead_mails: () => ownerDeadMails.render(DEAD_MAILS),
    owner_sales: () => ownerSales.render({ ...ONE_SALE, mode }),
    weekly_summary: () => weeklySummary.render(WEEK),
    passkey_changed: () => passkeyChanged.render(PASSKEY_CHANGED),
    support_changed: () => supportChanged.render({ ...FRAME, newAddress: "new@shop.example" }),
    alarm: () => alarm.render(ALARM),
    test: () => testMail.render(FRAME),
    contact_suspects: () => contactSuspects.render({ ...FRAME, day: "2026-11-21" }),
  } satisfies Record<Exclude<MailKind, keyof typeof SAMPLE_MAILS>, Renderer>;
  const buyerMails = Object.entries(SAMPLE_MAILS);
  const link = { ...FRAME, code: null, link: CODE_LINK };
  return [
    ...buyerMails.map(([kind, render]): [string, Renderer] => [kind, () => render(frame)]),
    ...Object.entries(ownerMails),
    ["code, switched off", () => signInCode.render({ ...link, why: "guesses" })],
    ["code, used up", () => signInCode.render({ ...link, why: "requests" })],
  ];
}
