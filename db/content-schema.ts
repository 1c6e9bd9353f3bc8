import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, rowColumns, time } from "./columns.ts";
import {
  CONSENT_REGIONS,
  COUNTDOWNS,
  PAPERS,
  POSTHOG_REGIONS,
  SALE_MAILS,
  TAXES,
  WITHOUT_CONSENT,
} from "./enums.ts";

// Content that the owner edits. An empty text means "not set".

const optional = (name: string) => text(name).notNull().default("");

export const testimonials = sqliteTable("testimonials", {
  id: id(),
  text: text("text").notNull(),
  author: text("author").notNull(),
  role: optional("role"),
  /** Path of an uploaded or built-in picture. */
  image: optional("image"),
  gradient: optional("gradient"),
  position: integer("position").notNull().default(0),
  active: flag("active").notNull().default(true),
  /** Placeholder content, shown in the demo only. */
  placeholder: flag("placeholder").notNull().default(false),
  stars: integer("stars"),
  /** Order of a review that its buyer sent. */
  orderId: integer("order_id"),
  /** Text and stars as the buyer sent them; the review is verified while they are unchanged. */
  sentText: text("sent_text"),
  sentStars: integer("sent_stars"),
  /** Review that the owner has neither shown nor dismissed. */
  undecided: flag("undecided").notNull().default(false),
  ...rowColumns(),
});

/** SQL condition for testimonials with the text and stars that a buyer sent. */
export const VERIFIED =
  "(testimonials.sent_text IS testimonials.text AND testimonials.sent_stars IS testimonials.stars)";

export const faqs = sqliteTable("faqs", {
  id: id(),
  question: text("question").notNull(),
  /** Markdown. */
  answer: text("answer").notNull(),
  position: integer("position").notNull().default(0),
  active: flag("active").notNull().default(true),
  ...rowColumns(),
});

/** Text pages at `/{slug}`: legal pages and the owner's own. */
export const pages = sqliteTable("pages", {
  id: id(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  /** Markdown. */
  body: text("body").notNull(),
  /** Date of the last change, as shown to visitors (YYYY-MM-DD); empty shows none. */
  updatedOn: text("updated_on").notNull(),
  /** Whether the footer and the sitemap list the page. */
  linked: flag("linked").notNull().default(true),
  ...rowColumns(),
});

/** Texts of pages and mails that the owner has replaced, by their name in the text catalogue. */
export const texts = sqliteTable("texts", {
  id: id(),
  name: text("name").notNull(),
  value: text("value").notNull(),
  ...rowColumns(),
});

/** Settings of the shop: exactly one row, with id 1. */
export const settings = sqliteTable("settings", {
  id: id(),
  sellerName: optional("seller_name"),
  sellerAddress: optional("seller_address"),
  /** ISO 3166-1 alpha-2. */
  sellerCountry: optional("seller_country"),
  vatNumber: optional("vat_number"),
  registrationNumber: optional("registration_number"),
  supportEmail: optional("support_email"),
  phone: optional("phone"),
  hours: optional("hours"),
  /** IANA name. */
  timeZone: optional("time_zone"),
  /** BCP 47 tag of public pages and of mails to buyers. */
  language: text("language").notNull().default("en"),
  /** Whether visitors see the shop and can buy. */
  isOpen: flag("is_open").notNull().default(true),
  brand: optional("brand"),
  logo: optional("logo"),
  socialUrl: optional("social_url"),
  countdown: text("countdown", { enum: COUNTDOWNS }).notNull().default("restart"),
  countdownUntil: time("countdown_until"),
  showListPrices: flag("show_list_prices").notNull().default(true),
  showTestimonials: flag("show_testimonials").notNull().default(true),
  showTrustClaim: flag("show_trust_claim").notNull().default(false),
  quoteContactMessage: flag("quote_contact_message").notNull().default(true),
  defaultPaper: text("default_paper", { enum: PAPERS }).notNull().default("a4"),
  posthogKey: optional("posthog_key"),
  posthogRegion: text("posthog_region", { enum: POSTHOG_REGIONS }).notNull().default("us"),
  metaPixelId: optional("meta_pixel_id"),
  gtmId: optional("gtm_id"),
  pinterestTagId: optional("pinterest_tag_id"),
  /** Date when the owner confirmed having read the legal pages, as YYYY-MM-DD. */
  legalReviewedOn: optional("legal_reviewed_on"),
  /** Dates when the owner confirmed having read the landing page, and having decided about tax. */
  landingReadOn: optional("landing_read_on"),
  taxDecidedOn: optional("tax_decided_on"),
  /** Whether the admin opens with the checklist until all of its steps are done. */
  showChecklist: flag("show_checklist").notNull().default(true),
  /** Whether the checkout accepts discount codes. */
  promotionCodes: flag("promotion_codes").notNull().default(true),
  tax: text("tax", { enum: TAXES }).notNull().default("none"),
  /** Whether the payment provider creates an invoice for each order. */
  invoices: flag("invoices").notNull().default(true),
  consent: text("consent", { enum: CONSENT_REGIONS }).notNull().default("off"),
  withoutConsent: text("without_consent", { enum: WITHOUT_CONSENT }).notNull().default("deliver"),
  /** Whether pages, receipts and mails link to the withdrawal page. */
  withdrawalLinks: flag("withdrawal_links").notNull().default(true),
  /** Whether to send one reminder after an abandoned checkout, if the buyer agreed. */
  recoveryMails: flag("recovery_mails").notNull().default(false),
  /** Whether products can be bought as a gift. */
  gifts: flag("gifts").notNull().default(false),
  /** Whether to ask buyers who agreed for a review. */
  reviewMails: flag("review_mails").notNull().default(false),
  saleMails: text("sale_mails", { enum: SALE_MAILS }).notNull().default("off"),
  weeklySummary: flag("weekly_summary").notNull().default(true),
  /** Order and visibility of the landing page's sections; see `readSections`. */
  sections: optional("sections"),
  /** Whether defaults may describe the demo's products; see `neutralTexts`. */
  demoContent: flag("demo_content").notNull().default(true),
  /** Whether buyers see offers between the payment and the order. */
  offers: flag("offers").notNull().default(true),
  /** Product of each offer. If all are null, the offers find their products by name. */
  firstOfferId: integer("first_offer_id"),
  secondOfferId: integer("second_offer_id"),
  lastOfferId: integer("last_offer_id"),
  /** Whether the payment page of an offer shows the card of the purchase before it. */
  saveCards: flag("save_cards").notNull().default(false),
  ...rowColumns(),
});

export type Settings = typeof settings.$inferSelect;
