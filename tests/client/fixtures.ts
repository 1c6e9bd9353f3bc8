import type { Batch, Faq, Testimonial } from "../../server/contract/content.ts";
import { firstFaqs, firstTestimonials } from "../../db/seed/first-landing.ts";
import { renderMarkdown } from "../../server/domain/content/markdown.ts";
import type { Site } from "../../server/contract/site.ts";
import type {
  MoreProduct,
  Ownership,
  Product,
  PurchaseDetail,
  PurchasedFile,
  PurchasedItem,
  PurchasedProduct,
} from "../../server/contract/answers.ts";
import { type CurrentUser, NEW_LOGIN, type SessionInfo } from "../../server/contract/sign-in.ts";
import { type PageAddress, PageNotFound } from "../../server/contract/pages.ts";
import { loaders, type PageData } from "../../server/pages/loaders.ts";
import type { PageLoad } from "../../server/pages/page-load.ts";

export const SESSION_ID = "cs_test_a1B2c3D4";

export const site: Site = {
  brand: "Papercub",
  publicUrl: "https://papercub.example",
  supportEmail: "hello@papercub.example",
  logo: null,
  socialUrl: null,
  phone: "",
  hours: "",
  timeZone: "UTC",
  seller: null,
  trustClaim: true,
  showListPrices: true,
  defaultPaper: "a4",
  footerPages: [
    { path: "/privacy", title: "Privacy Policy" },
    { path: "/terms", title: "Terms of Service" },
    { path: "/refund", title: "Refund Policy" },
  ],
  countdown: { kind: "hidden" },
  testimonials: true,
  faqs: true,
  trackers: { posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null },
  texts: {},
  login: null,
  mode: "live",
};

export const testimonials: Batch<Testimonial> = {
  rows: firstTestimonials.map((row, index) => ({
    ...row,
    id: index + 1,
    image: `/pictures/portrait-${index + 1}-160.webp`,
  })),
  more: false,
};

export const faqs: Batch<Faq> = {
  rows: firstFaqs.map(({ question, answer }, index) => ({
    id: index + 1,
    question,
    answer: renderMarkdown(answer).html,
  })),
  more: false,
};

export const assets = {
  scripts: ["/assets/entry.js"],
  styles: ["/assets/app.css"],
  preloads: [{ href: "/assets/figtree.woff2", as: "font", type: "font/woff2" }],
};

export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: "Premium Pack",
    description: "All 36 weeks.",
    price: 3700,
    currency: "usd",
    listPrice: 11_700,
    images: [],
    type: "digital",
    billingPeriod: null,
    features: ["900+ pages curriculum"],
    badge: null,
    position: 1,
    ...changes,
  };
}

export function aMoreProduct(changes: Partial<MoreProduct> = {}): MoreProduct {
  const { id, name, description, price, currency, images, billingPeriod } = aProduct();
  const product = { id, name, description, price, currency, images, billingPeriod };
  return { ...product, upgrade: null, ...changes };
}

export function aFile(changes: Partial<PurchasedFile> = {}): PurchasedFile {
  return {
    id: 7,
    title: "Month 1 (A4)",
    paper: "a4",
    pages: 104,
    bytes: 1_240_000,
    sha256: "0".repeat(64),
    url: "/files/7/month-1-a4.pdf?token=t",
    ...changes,
  };
}

export function anItem(changes: Partial<PurchasedItem> = {}): PurchasedItem {
  return {
    id: 1,
    name: "Premium Pack",
    productName: "Premium Pack",
    price: 3700,
    quantity: 1,
    type: "digital",
    billingPeriod: null,
    downloadUrl: "/files/product/1/premium-pack.zip?token=t",
    fileUrl: "/files/7/month-1-a4.pdf?token=t",
    files: [aFile(), aFile({ id: 8, title: "Month 1 (US Letter)", paper: "letter" })],
    ...changes,
  };
}

export function aPurchase(changes: Partial<PurchaseDetail> = {}): PurchaseDetail {
  return {
    checkoutSessionId: SESSION_ID,
    orderNumber: "PC-2K7QX",
    status: "paid",
    purchaseDate: "2026-11-21T23:30:00.000Z",
    totalAmount: 3700,
    currency: "usd",
    customerEmail: "jordan@example.com",
    masked: false,
    canCorrectAddress: false,
    mail: "sent",
    firstView: true,
    products: [anItem()],
    otherOrders: [],
    ...changes,
  };
}

/** The paid order of a visitor in the funnel. */
export const paidOrder: NonNullable<Ownership["order"]> = {
  sessionId: "cs_1",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@example.com",
  mistyped: false,
};

export function aUser(changes: Partial<CurrentUser> = {}): CurrentUser {
  return { id: 3, email: "jordan@example.com", name: null, isAdmin: false, ...changes };
}

/** A purchase as listed in the account; its file links work with the session alone. */
export function aBoughtProduct(changes: Partial<PurchasedProduct> = {}): PurchasedProduct {
  return {
    id: 11,
    orderNumber: "PC-2K7QX",
    productName: "Premium Pack",
    purchaseDate: "2026-11-21T23:30:00.000Z",
    price: 3700,
    currency: "usd",
    billingType: "one_time",
    type: "digital",
    billingPeriod: null,
    accessUntil: null,
    endsAtPeriodEnd: false,
    paymentFailed: false,
    paymentPending: false,
    revoked: false,
    fileUrl: "/files/7/Month-1-A4.pdf",
    downloadUrl: "/files/product/1/Premium-Pack.zip",
    files: [aFile({ url: "/files/7/Month-1-A4.pdf" })],
    ...changes,
  };
}

export function aSession(changes: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: 5,
    current: true,
    device: "Firefox on Windows",
    createdAt: "2026-11-01T08:00:00.000Z",
    lastUsedAt: "2026-11-21T08:00:00.000Z",
    ...changes,
  };
}

/** A load of a shop whose lists are empty, for data that does not depend on the visitor. */
const emptyShop = {
  deps: { config: {}, clock: { now: () => new Date() } },
  search: {},
  read: () => [],
  report: () => {},
} as unknown as PageLoad;
const emptyLanding = await loaders["/"](emptyShop);

export function landingData(changes: Partial<PageData["/"]> = {}): PageData["/"] {
  return { ...emptyLanding, products: [aProduct()], testimonials, faqs, ...changes };
}

export function productData(
  product: Partial<Product> = {},
  changes: Partial<PageData["/products/:id"]> = {},
): PageData["/products/:id"] {
  return {
    product: aProduct(product),
    html: "<p>All 36 weeks.</p>",
    pages: 1402,
    papers: ["a4", "letter"],
    licences: [],
    discount: null,
    wantsCheckout: false,
    ...changes,
  };
}

export function contactData(changes: Partial<PageData["/contact"]> = {}): PageData["/contact"] {
  return { ...loaders["/contact"](emptyShop), ...changes };
}

export function accountData(changes: Partial<PageData["/account"]> = {}): PageData["/account"] {
  const readAt = Date.now();
  return { user: aUser(), paper: null, purchases: [], sessions: [], more: [], readAt, ...changes };
}

/** Data of pages by path; a function throws the error of the page's loader. */
export type GivenData = { [Path in keyof PageData]?: PageData[Path] | (() => never) };

const DEFAULT: GivenData = {
  "/": landingData(),
  "/account": accountData(),
  "/checkout/cancel": { offer: undefined, order: null },
  "/contact": contactData(),
  "/login": { start: NEW_LOGIN, adminEmail: undefined },
  "/orders/find": NEW_LOGIN,
  "/:id": () => {
    throw new PageNotFound();
  },
};

/** Returns a loader of pages that returns the given data. */
export function loadFrom(given: GivenData) {
  const all: Record<string, unknown> = { ...DEFAULT, ...given };
  return async ({ path }: PageAddress): Promise<unknown> => {
    const data = all[path];
    return typeof data === "function" ? data() : data;
  };
}

/** Returns the visible text of a page, without tags, comments and scripts. */
export function wordsOf(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->|<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("\u00a0", " ")
    .replaceAll("&amp;", "&");
}
