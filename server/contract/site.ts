import type { SectionName } from "./sections.ts";
import type { TaxNote } from "./tax.ts";

export type Paper = "a4" | "letter";

/** `demo` uses built-in stand-ins, `test` a provider's test key, `live` takes real money. */
export const MODES = ["demo", "test", "live"] as const;
export type Mode = (typeof MODES)[number];

/** The shop as visitors see it: settings, links and texts that are part of every page. */
export type Site = {
  /** The shop's name; the host name until it has one. */
  brand: string;
  /** BCP 47 tag of the texts and formats; set when it is not English. */
  language?: string;
  /** Path of the logo that replaces the built-in mark; null without one. */
  logo: string | null;
  publicUrl: string;
  supportEmail: string;
  socialUrl: string | null;
  /** Empty when not set, like `hours`. */
  phone: string;
  /** Opening hours with their time zone. */
  hours: string;
  /** IANA time zone of the days and times that buyers read. */
  timeZone: string;
  /** Null until the owner has entered a legal name. */
  seller: Seller | null;
  mode: Mode;
  /** Set when a demo is filled with a sample year. */
  sampleYear?: true;
  countdown: Countdown;
  /** Sections that the landing page shows, in order; not set while it shows all in the default order. */
  sections?: readonly SectionName[];
  /** Whether the landing page shows testimonials, and whether it shows questions. */
  testimonials: boolean;
  faqs: boolean;
  /** Whether to claim that many parents trust the shop. */
  trustClaim: boolean;
  showListPrices: boolean;
  /** Tax note next to each price; missing if there is no note. */
  tax?: TaxNote;
  /** Paper size for visitors whose region is unknown. */
  defaultPaper: Paper;
  /** Text pages that the footer links to, the legal pages first. */
  footerPages: readonly { path: string; title: string }[];
  /** Set when pages and mails link to the withdrawal page. */
  withdrawal?: true;
  /** Set when products can be bought as a gift. */
  gifts?: true;
  /** Set on pages that only administrators see, because the shop is closed. */
  adminOnly?: true;
  trackers: Trackers;
  /** Set when nothing may describe the demo's products: other texts, and no pictures of them. */
  neutral?: true;
  /** The texts by name that replace defaults of `defineWords`: neutral ones and the owner's. */
  texts: Readonly<Record<string, string>>;
  login: LoginProvider | null;
};

/** Returns the path of the mark of a shop without a logo: the demo's, or a plain sheet of paper. */
export function markPathOf({ neutral }: Pick<Site, "neutral">): string {
  return neutral ? "/sheet.svg" : "/favicon.svg";
}

/** The seller. Every field but `name` may be empty; `address` has several lines. */
export type Seller = {
  name: string;
  address: string;
  /** Name of the country, in the language of the shop. */
  country: string;
  vatNumber: string;
  registrationNumber: string;
};

export type LoginProvider = { id: string; name: string };

/** `restart` starts the countdown again at every visit; `until` ends at a fixed time. */
export type Countdown =
  { kind: "restart" } | { kind: "until"; endsAt: string } | { kind: "hidden" };

/** Hosts of PostHog's US and EU clouds. */
export const POSTHOG_HOSTS = ["https://us.i.posthog.com", "https://eu.i.posthog.com"] as const;
type PostHogHost = (typeof POSTHOG_HOSTS)[number];

export function posthogAssets(host: PostHogHost): string {
  return host.replace(".i.", "-assets.i.");
}

/** Tracking services that receive purchase events after consent; null when not configured. */
export type Trackers = {
  posthog: { key: string; host: PostHogHost } | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
};
