import { expect, test } from "vitest";
import { settings, type Settings, texts } from "../../../db/content-schema.ts";
import { neutralTexts } from "../../../server/contract/neutral-texts.ts";
import { readSettings, readSite } from "../../../server/domain/settings.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { LIVE } from "../../support/settings.ts";
import { addRow, changeRow } from "../../support/rows.ts";

function openSite(env: Record<string, string> = {}) {
  const t = createTestApp({ env, hasContent: true });
  return {
    site: () => readSite(t.deps),
    settings: () => readSettings(t.deps),
    change: (values: Partial<Settings>) => changeRow(t, settings, 1, values),
    addText: (text: { name: string; value: string }) => addRow(t, texts, text),
  };
}

test("a site without stored settings has the defaults of its mode", () => {
  const { deps } = createTestApp();
  expect(readSite(deps)).toMatchObject({
    brand: "Papercub",
    logo: null,
    supportEmail: "hello@papercub.example",
    socialUrl: "https://social.example/papercub",
    phone: "",
    hours: "",
    seller: null,
    mode: "demo",
    countdown: { kind: "restart" },
    testimonials: false,
    faqs: false,
    trustClaim: true,
    showListPrices: true,
    defaultPaper: "a4",
    footerPages: [],
    trackers: { posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null },
  });
});

test("a live shop shows nobody invented, claims nothing and writes from its sender", () => {
  const { site } = openSite({ DEMO: "0", ...LIVE });
  expect(site()).toMatchObject({
    mode: "live",
    brand: "shop.example",
    countdown: { kind: "hidden" },
    testimonials: false,
    faqs: true,
    sections: ["hero", "pricing", "faq"],
    trustClaim: false,
    supportEmail: "shop@example.com",
    socialUrl: null,
  });
  const demo = openSite().site();
  expect(demo).toMatchObject({ testimonials: true, trustClaim: true });
  expect(demo).not.toHaveProperty("sections");
  expect(demo.footerPages.map(({ path }) => path)).toEqual(["/privacy", "/terms", "/refund"]);
});

const HEADLINE = "story.hero.headline";

test("texts describe the demo's products only where the owner has chosen them", () => {
  const { site, change, addText } = openSite({ DEMO: "0", ...LIVE });
  expect(site()).toMatchObject({ neutral: true });
  const all = neutralTexts(["hero", "pricing", "faq"]);
  expect(site().texts).toEqual(all);
  expect(all).toHaveProperty([HEADLINE]);
  expect(all).not.toHaveProperty(["story.painPoints.heading"]);
  addText({ name: HEADLINE, value: "Bees to print" });
  expect(site().texts).toEqual({ ...all, [HEADLINE]: "Bees to print" });
  change({ demoContent: true });
  expect(site()).not.toHaveProperty("neutral");
  expect(site().texts).toEqual({ [HEADLINE]: "Bees to print" });
  const demo = openSite().site();
  expect(demo).not.toHaveProperty("neutral");
  expect(demo.texts).toEqual({});
});

test("a site has the shown sections in order, and their lists only while they are shown", () => {
  const { site, change } = openSite();
  change({ sections: "faq, -testimonials, hero" });
  expect(site()).toMatchObject({ sections: ["faq", "hero"], testimonials: false, faqs: true });
  change({ sections: "testimonials, -faq" });
  expect(site()).toMatchObject({ sections: ["testimonials"], testimonials: true, faqs: false });
});

test("a new shop is open in the demo only", () => {
  const live = openSite({ DEMO: "0", ...LIVE });
  expect([openSite().settings().isOpen, live.settings().isOpen]).toEqual([true, false]);
});

test("only the owner's switch removes the links to the withdrawal page", () => {
  const { site, change } = openSite();
  expect(site()).toHaveProperty("withdrawal", true);
  change({ withdrawalLinks: false, consent: "eu" });
  expect(site()).not.toHaveProperty("withdrawal");
});

const UNTIL = new Date("2027-01-31T20:00:00Z");
const ENDS = { kind: "until", endsAt: "2027-01-31T20:00:00.000Z" };

test.each<[Partial<Settings>, env: Record<string, string>, shown: object]>([
  [{ consent: "off" }, {}, { withdrawal: true }],
  [{ brand: "Lumi" }, {}, { brand: "Lumi" }],
  [{ brand: " {} " }, {}, { brand: "localhost" }],
  [{ brand: "Lumi" }, { BRAND: "Mine" }, { brand: "Mine" }],
  [{ supportEmail: "a@lumi.example" }, {}, { supportEmail: "a@lumi.example" }],
  [
    { supportEmail: "a@lumi.example" },
    { SUPPORT_EMAIL: "help@mine.example" },
    { supportEmail: "help@mine.example" },
  ],
  [{ language: "PT-br" }, {}, { language: "pt-BR" }],
  [{ socialUrl: "" }, {}, { socialUrl: null }],
  [{ countdown: "off" }, {}, { countdown: { kind: "hidden" } }],
  [{ countdown: "until", countdownUntil: UNTIL }, {}, { countdown: ENDS }],
  [{ countdown: "off" }, { COUNTDOWN: "restart" }, { countdown: { kind: "restart" } }],
  [{ countdown: "off" }, { COUNTDOWN: "2027-01-31T20:00:00Z" }, { countdown: ENDS }],
  [{ showTestimonials: false }, {}, { testimonials: false }],
  [{ showTestimonials: false }, { TESTIMONIALS: "on" }, { testimonials: true }],
  [{}, { TESTIMONIALS: "off" }, { testimonials: false, trustClaim: true }],
  [{ logo: "https://evil.example/x.png" }, {}, { logo: null }],
  [{ hours: "9 to 5" }, {}, { hours: "9 to 5" }],
  [{ hours: "9 to 5", timeZone: "Europe/Rome" }, {}, { hours: "9 to 5 (Europe/Rome)" }],
  [{ timeZone: "Europe/Rome" }, {}, { hours: "" }],
  [
    { posthogKey: "phc_1", posthogRegion: "eu" },
    {},
    { trackers: { posthog: { key: "phc_1", host: "https://eu.i.posthog.com" } } },
  ],
  [
    { posthogKey: "phc_1", posthogRegion: "eu" },
    { POSTHOG_HOST: "https://us.i.posthog.com", GTM_ID: "GTM-1" },
    { trackers: { posthog: { host: "https://us.i.posthog.com" }, gtmId: "GTM-1" } },
  ],
  [
    { defaultPaper: "letter", showListPrices: false },
    {},
    { defaultPaper: "letter", showListPrices: false },
  ],
])("stored %o with %o shows %o", (stored, env, shown) => {
  const { site, change } = openSite(env);
  change(stored);
  expect(site()).toMatchObject(shown);
});

test.each<[Settings["tax"], country: string, note: string | undefined]>([
  ["none", "DE", undefined],
  ["added", "", "added"],
  ["added", "DE", "added"],
  ["included", "", undefined],
  ["included", "US", undefined],
  ["included", "DE", "included"],
  ["included", "CH", "included"],
  ["included", "AU", "included"],
])("with tax %s, prices of a seller in “%s” say %s", (tax, sellerCountry, note) => {
  const { site, change } = openSite();
  change({ tax, sellerCountry });
  expect(site().tax).toBe(note);
});

test("the seller is shown once it has a name, with the country in words and the imprint's link", () => {
  const { site, change } = openSite();
  change({ sellerAddress: "Main Street 1", sellerCountry: "AT" });
  expect(site().seller).toBeNull();
  change({ sellerName: "Jo Books", vatNumber: "ATU1", registrationNumber: "FN 1" });
  expect(site().seller).toEqual({
    name: "Jo Books",
    address: "Main Street 1",
    country: "Austria",
    vatNumber: "ATU1",
    registrationNumber: "FN 1",
  });
  expect(site().footerPages.at(-1)).toEqual({ path: "/imprint", title: "Imprint" });
});

test("a site stays the same object until something of it changes", () => {
  const { site, settings, change } = openSite({ CONTACT_QUOTE: "off" });
  const first = site();
  expect(site()).toBe(first);
  change({ phone: "+43 1 2345" });
  expect(site()).toMatchObject({ phone: "+43 1 2345", brand: first.brand });
  expect(settings().quoteContactMessage).toBe(false);
});
