import { getTableColumns } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { settings as settingsTable, type Settings } from "../../db/content-schema.ts";
import { type Config, DEMO_SOCIAL, DEMO_SUPPORT, senderOf } from "../config.ts";
import { IMPRINT_SLUG, type TextPage } from "../contract/content.ts";
import { fillTitle, placeholderValues } from "../contract/placeholders.ts";
import { neutralTexts } from "../contract/neutral-texts.ts";
import { newShopSections, readSections } from "../contract/section-order.ts";
import { isSectionShown, shownSections } from "../contract/sections.ts";
import type { TaxNote } from "../contract/tax.ts";
import { ENGLISH } from "../contract/language.ts";
import { type Countdown, POSTHOG_HOSTS, type Seller, type Site } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { namesIncludedTax } from "./countries.ts";
import {
  faqList,
  pageList,
  pageTexts,
  readCached,
  storedSettings,
  testimonialList,
  isShopPicture,
  type PublicRead,
  sampleYear,
} from "./public-reads.ts";
import type { Viewer } from "./viewer.ts";

type SiteDeps = Pick<Deps, "config" | "db">;
type SiteReads = { settings: PublicRead<Settings>; site: PublicRead<Site> };

/** Name of a country in a language; the code itself if it is unknown. */
export function countryName(code: string, language: string = ENGLISH): string {
  const names = new Intl.DisplayNames([language, ENGLISH], { type: "region", fallback: "code" });
  return names.of(code) ?? code;
}

const reads = new WeakMap<Config, SiteReads>();

/** Returns the shop's settings: those in the environment override the stored ones. */
export function readSettings({ config, db }: SiteDeps): Settings {
  return readCached(db, readsOf(config).settings);
}

/** Returns the shop as visitors see it, cached until its settings, pages or texts change. */
export function readSite({ config, db }: SiteDeps): Site {
  return readCached(db, siteRead(config));
}

/** Returns the `PublicRead` behind `readSettings`, so that other cached reads can include it. */
export const settingsRead = (config: Config): PublicRead<Settings> => readsOf(config).settings;

/** Returns the `PublicRead` behind `readSite`, so that other cached reads can include it. */
export const siteRead = (config: Config): PublicRead<Site> => readsOf(config).site;

/** Whether this visitor sees the shop and can buy: administrators also while it is closed. */
export function isOpenFor(deps: SiteDeps, user: Viewer["user"]): boolean {
  return readSettings(deps).isOpen || user?.isAdmin === true;
}

/** Returns the site as with an empty database, for use when the database cannot be read. */
export function siteWithoutDatabase(config: Config): Site {
  return toSite(config, settingsOver(config), NO_CONTENT);
}

function readsOf(config: Config): SiteReads {
  const known = reads.get(config);
  if (known) return known;
  const testimonials = testimonialList(config.mode);
  const readMerged = (db: Reader) => settingsOver(config, storedSettings.read(db));
  const made = {
    settings: { tables: storedSettings.tables, read: readMerged },
    site: {
      tables: [storedSettings, testimonials, faqList, pageList, pageTexts, sampleYear].flatMap(
        ({ tables }) => tables,
      ),
      read: (db) =>
        toSite(config, readMerged(db), {
          hasTestimonials: testimonials.read(db).length > 0,
          hasFaqs: faqList.read(db).length > 0,
          pages: pageList.read(db),
          texts: pageTexts.read(db),
          hasSampleYear: sampleYear.read(db),
        }),
    },
  } satisfies SiteReads;
  reads.set(config, made);
  return made;
}

/** Applies the environment to the stored settings, or to the defaults if none are stored yet. */
function settingsOver(config: Config, stored?: Settings): Settings {
  return { ...(stored ?? defaultSettings(config)), ...config.settings };
}

function defaultSettings({ mode }: Config): Settings {
  const columns = Object.entries(getTableColumns(settingsTable));
  const defaults = columns.map(([key, { default: value }]) => [key, value ?? null]);
  return { ...(Object.fromEntries(defaults) as Settings), ...firstSettings(mode) };
}

/** Values of a new shop that differ from the columns' defaults. */
export function firstSettings(mode: Config["mode"]): Partial<Settings> {
  if (mode !== "demo") {
    return {
      isOpen: false,
      sections: newShopSections(),
      demoContent: false,
      countdown: "off",
      saleMails: "each",
    };
  }
  const brand = "Papercub";
  const demo = { supportEmail: DEMO_SUPPORT, socialUrl: DEMO_SOCIAL, showTrustClaim: true };
  return { brand, ...demo, gifts: true };
}

type SiteContent = {
  hasTestimonials: boolean;
  hasFaqs: boolean;
  pages: readonly Pick<TextPage, "slug" | "title" | "linked">[];
  texts: Site["texts"];
  hasSampleYear: boolean;
};

const NO_CONTENT: SiteContent = {
  hasTestimonials: false,
  hasFaqs: false,
  pages: [],
  texts: {},
  hasSampleYear: false,
};

function toSite(config: Config, settings: Settings, content: SiteContent): Site {
  const { pages, texts } = content;
  const { mode, publicUrl, login, mail } = config;
  const [language = ENGLISH] = Intl.getCanonicalLocales(settings.language);
  const shop = {
    brand: withoutBraces(settings.brand).trim() || new URL(publicUrl).hostname,
    supportEmail: settings.supportEmail || senderOf(mail.from),
    phone: settings.phone,
    hours: hoursOf(settings),
    timeZone: timeZoneOf(settings),
    seller: sellerOf(settings),
  };
  const values = placeholderValues(shop);
  const sections = sectionsOf(settings);
  const isLinked = ({ slug, linked }: SiteContent["pages"][number]) =>
    linked && (slug !== IMPRINT_SLUG || shop.seller !== null);
  const tax = taxNoteOf(settings);
  return {
    ...shop,
    ...(language !== ENGLISH && { language }),
    logo: isShopPicture(settings.logo) ? settings.logo : null,
    publicUrl,
    socialUrl: settings.socialUrl || null,
    mode,
    ...(mode === "demo" && content.hasSampleYear && { sampleYear: true as const }),
    countdown: countdownOf(settings),
    ...sections,
    testimonials:
      settings.showTestimonials &&
      content.hasTestimonials &&
      isSectionShown(sections, "testimonials"),
    faqs: content.hasFaqs && isSectionShown(sections, "faq"),
    trustClaim: settings.showTrustClaim,
    showListPrices: settings.showListPrices,
    ...(tax && { tax }),
    defaultPaper: settings.defaultPaper,
    footerPages: pages.filter(isLinked).map(({ slug, title }) => ({
      path: `/${slug}`,
      title: fillTitle(title, values),
    })),
    ...(settings.gifts && { gifts: true as const }),
    ...(settings.withdrawalLinks && { withdrawal: true as const }),
    trackers: {
      posthog: settings.posthogKey
        ? {
            key: settings.posthogKey,
            host: POSTHOG_HOSTS[settings.posthogRegion === "eu" ? 1 : 0],
          }
        : null,
      metaPixelId: settings.metaPixelId || null,
      gtmId: settings.gtmId || null,
      pinterestTagId: settings.pinterestTagId || null,
    },
    // decision: neutral-texts
    ...(settings.demoContent
      ? { texts }
      : { neutral: true, texts: { ...neutralTexts(shownSections(sections)), ...texts } }),
    login,
  };
}

function sectionsOf({ sections: text }: Settings): Pick<Site, "sections"> {
  if (text === "") return {};
  const shown = readSections(text).filter(({ isHidden }) => !isHidden);
  return { sections: shown.map(({ name }) => name) };
}

/** Removes braces, so that a value cannot contain a placeholder: some texts are filled twice. */
function withoutBraces(value: string): string {
  return value.replaceAll(/[{}]/g, "");
}

function sellerOf(settings: Settings): Seller | null {
  if (settings.sellerName.trim() === "") return null;
  return {
    name: withoutBraces(settings.sellerName),
    address: withoutBraces(settings.sellerAddress),
    country: settings.sellerCountry && countryName(settings.sellerCountry, settings.language),
    vatNumber: withoutBraces(settings.vatNumber),
    registrationNumber: withoutBraces(settings.registrationNumber),
  };
}

function taxNoteOf({ tax, sellerCountry }: Settings): TaxNote | undefined {
  if (tax === "added") return "added";
  return tax === "included" && namesIncludedTax(sellerCountry) ? "included" : undefined;
}

/** Returns the shop's IANA time zone. */
export function timeZoneOf({ timeZone }: Pick<Settings, "timeZone">): string {
  return timeZone || "UTC";
}

function hoursOf({ hours, timeZone }: Settings): string {
  return withoutBraces(hours && timeZone ? `${hours} (${timeZone})` : hours);
}

function countdownOf({ countdown, countdownUntil }: Settings): Countdown {
  if (countdown === "restart") return { kind: "restart" };
  if (countdown === "off" || countdownUntil === null) return { kind: "hidden" };
  return { kind: "until", endsAt: countdownUntil.toISOString() };
}
