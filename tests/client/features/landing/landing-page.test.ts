import { expect, test, vi } from "vitest";
import { INVENTED_TEXTS } from "../../../../server/contract/content.ts";
import { landingPictures } from "../../../../client/content/pictures.ts";
import type { Site } from "../../../../server/contract/site.ts";
import type { Product } from "../../../../server/contract/answers.ts";
import { aProduct, faqs, landingData, testimonials, wordsOf } from "../../fixtures.ts";
import { expectWords, renderPage } from "../../render-page.ts";

const renderLanding = (changes: Partial<Site> = {}, products: Product[] = [aProduct()]) =>
  renderPage(
    "/",
    { "/": landingData({ products }) },
    { countdown: { kind: "restart" }, mode: "demo", ...changes },
  );

const { html, words } = await renderLanding();

test("a neutral shop shows the owner's pictures at the top and the end, and none of the demo's", async () => {
  const sections: Site["sections"] = ["hero", "pricing", "final-cta"];
  const own = { alt: "Bees", width: 640, height: 828 };
  const files = [{ width: 640, type: "image/webp", path: "/uploads/a/bees.webp" }];
  const picturesWith = async (changes: Partial<Site>) => {
    const page = await renderLanding({ sections, ...changes }, []);
    return Array.from(page.html.matchAll(/<img[^>]* alt="([^"]*)"/g), ([, alt]) => alt);
  };
  expect(await picturesWith({})).toHaveLength(8);
  expect(await picturesWith({ neutral: true })).toEqual([]);
  const all = await renderLanding({ neutral: true }, []);
  expect(all.html).toContain('id="what-learn"');
  expect(all.html).not.toMatch(/<img[^>]*(?:learn|cover|pack|plan|week|months|bonus)-/);
  const texts = { "pictures.premium-pack": JSON.stringify({ ...own, files }) };
  expect(await picturesWith({ neutral: true, texts })).toEqual(["Bees"]);
});

/** Texts of each section, in order. */
const SECTIONS: Record<string, string[]> = {
  "pain-points": [
    "Too much screen time",
    "lack focus",
    "hard to find",
    "No structured learning path",
    "IMAGINE INSTEAD",
  ],
  "why-choose": [],
  "what-learn": [
    "Alphabet and reading",
    "Creative skills",
    "Math and logic",
    "Time and seasons",
    "Nature and science",
    "Life skills",
  ],
  "whats-included": [
    "900+ pages curriculum",
    "150+ pages Montessori materials",
    "100+ pages puzzle games",
    "100+ pages mazes",
    "50+ pages human anatomy busy book",
    "1400+ pages in total",
    "GET INSTANT ACCESS",
  ],
  "how-it-works": ["Download", "Print", "Start Learning"],
  pricing: ["Pay once", "One-time payment • Instant access", "DOWNLOAD NOW", "BEST VALUE"],
  bonuses: ["Anatomy Activity Book", "worth $19 free", "Premium Pack", "SECURE YOUR BONUS"],
  testimonials: testimonials.rows.flatMap(({ text, author, role }) => [text, author, role]),
  "about-creator": [],
  faq: faqs.rows.flatMap(({ question, answer }) => [question, wordsOf(answer).trim()]),
  "final-cta": ["GET INSTANT ACCESS"],
};

const sectionIds = (html: string) =>
  Array.from(html.matchAll(/<section id="([\w-]+)"/g), (match) => match[1]);

test("the sections are in order", () => {
  expect(sectionIds(html)).toEqual(Object.keys(SECTIONS));
  expectWords(words, ["Trusted by thousands of parents", "ages 2–5"]);
});

test.each(Object.entries(SECTIONS))("section %s has its heading and its words", (id, texts) => {
  const [section = ""] = new RegExp(`<section id="${id}".*?</section>`, "s").exec(html) ?? [];
  expect(section).toContain(`aria-labelledby="${id}-heading"`);
  expect(section.match(new RegExp(`<h2 id="${id}-heading"`, "g"))).toHaveLength(1);
  expectWords(wordsOf(section), texts);
});

test("every button to the packs is a link to them", () => {
  const page = html.slice(0, html.indexOf("<footer"));
  const links = Array.from(page.matchAll(/<a href="#pricing"[^>]*>([^<]+)</g), (match) => match[1]);
  const access = "GET INSTANT ACCESS";
  expect(links).toEqual([access, access, "SECURE YOUR BONUS", access]);
});

const club = aProduct({ id: 2, name: "Club", type: "subscription", billingPeriod: "month" });
const { listPrice: _, ...unlisted } = aProduct({ id: 3, name: "Starter Pack" });

test.each<[string, Product[], shown: string[], hidden: string[]]>([
  [
    "a subscription is not called paid once",
    [club],
    ["$37 / month", "Paid every month • Cancel any time"],
    ["One-time payment • Instant access"],
  ],
  [
    "packs are called paid once only if all are",
    [aProduct(), club],
    ["Print as often"],
    ["Pay once, print"],
  ],
  ["the default list price", [unlisted], ["List price $97"], []],
])("%s", async (_name, products, shown, hidden) => {
  expectWords((await renderLanding({}, products)).words, shown, hidden);
});

test("an uploaded picture is shown with its pack", async () => {
  const url = `/uploads/${"a".repeat(64)}/cover.png`;
  const { html } = await renderLanding({}, [aProduct({ images: [url] })]);
  expect(html).toContain(`<img src="${url}" alt=""`);
});

const NO_ROWS = { rows: [], more: false };

test("without testimonials and questions their sections and links are gone", async () => {
  const lists = landingData({ testimonials: NO_ROWS, faqs: NO_ROWS });
  const { html } = await renderPage(
    "/",
    { "/": lists },
    {
      mode: "demo",
      testimonials: false,
      faqs: false,
    },
  );
  const gone = ["testimonials", "faq"];
  expect(sectionIds(html)).toEqual(Object.keys(SECTIONS).filter((id) => !gone.includes(id)));
  expect(html).not.toMatch(/#testimonials|#faq/);
});

test("sections are shown in the owner's order, and no link leads to a hidden one", async () => {
  const data = { "/": landingData({ products: [] }) };
  const { html } = await renderPage("/", data, {
    sections: ["final-cta", "bonuses", "hero"],
    testimonials: false,
    faqs: false,
  });
  expect(sectionIds(html)).toEqual(["final-cta", "bonuses"]);
  expect(html.indexOf('id="bonuses"')).toBeLessThan(html.indexOf('id="hero-heading"'));
  expect(html).not.toMatch(/#pricing|#testimonials|#faq|"@type":"Product"/);
  expect(html).not.toContain("GET INSTANT ACCESS");
});

test("without the top section the shop's name is the page's heading", async () => {
  const { html } = await renderLanding({ sections: ["faq"] });
  expect(html.match(/<h1[^>]*>[^<]*/g)).toEqual(['<h1 class="sr-only">Papercub']);
});

test.each(["/nowhere", "/checkout/cancel"])("%s has no link to hidden packs", async (path) => {
  const { html } = await renderPage(path, {}, { sections: ["hero"] });
  expect(html).not.toContain("#pricing");
});

test("in a live shop the creator is shown once every invented text is replaced", async () => {
  const own = Object.fromEntries(INVENTED_TEXTS.map((name) => [name, `Mine: ${name}`]));
  const { "creator.signature": _, ...some } = own;
  const shown = async (mode: Site["mode"], texts: Site["texts"]) =>
    (await renderLanding({ mode, texts })).html.includes('id="about-creator"');
  expect(await shown("live", some)).toBe(false);
  expect(await shown("test", {})).toBe(false);
  expect(await shown("live", own)).toBe(true);
  expect(await shown("demo", {})).toBe(true);
});

test("outside the demo the creator has a portrait once it is the owner's", async () => {
  const own = Object.fromEntries(INVENTED_TEXTS.map((name) => [name, `Mine: ${name}`]));
  const file = { width: 320, type: "image/webp", path: "/uploads/me.webp" };
  const portrait = JSON.stringify({ alt: "It is me", width: 320, height: 320, files: [file] });
  const portraitIn = async (mode: Site["mode"], texts: Site["texts"]) => {
    const { html: page } = await renderLanding({ mode, texts });
    return /A drawing of a woman at a table|It is me/.exec(page)?.[0];
  };
  expect(await portraitIn("demo", {})).toBe("A drawing of a woman at a table");
  expect(await portraitIn("live", own)).toBeUndefined();
  expect(await portraitIn("live", { ...own, "pictures.author": portrait })).toBe("It is me");
});

test("without the trust claim no text says that others trust the shop", async () => {
  expect(words).toMatch(/trusted by thousands/i);
  const { words: unclaimed } = await renderLanding({ trustClaim: false });
  expect(unclaimed).not.toMatch(/trusted|thousands/i);
});

test("without list prices packs have only their price", async () => {
  expect(words).toContain("List price $117");
  const { words: unlisted } = await renderLanding({ showListPrices: false });
  expectWords(unlisted, ["$37"], ["List price"]);
});

test("there are ten testimonials with portraits and six questions", () => {
  for (const place of testimonials.rows.keys()) {
    expect(landingPictures).toHaveProperty(`portrait-${place + 1}`);
  }
  const [section = ""] = /<section id="testimonials".*?<\/section>/s.exec(html) ?? [];
  expect(section.match(/\/portrait-\d+-160\.webp"/g)).toHaveLength(10);
  expect(html.match(/<details name="faq"/g)).toHaveLength(6);
  expect(html).not.toMatch(/<details[^>]* open|<summary(?:(?!<\/summary>).)*<h\d/s);
  expect(html).not.toContain("Show more");
});

const testimonial = { id: 1, text: "Good.", author: "Zoë", role: "", image: "", gradient: "" };
const UPLOAD = `/uploads/${"b".repeat(64)}/zoe.webp`;

test.each([
  ["the first letter without a picture", "", />Z<\/span>/],
  ["an uploaded picture", UPLOAD, new RegExp(`<img src="${UPLOAD}" alt="" width="64" height="64"`)],
])("a testimonial has %s", async (_name, image, shown) => {
  const testimonials = { rows: [{ ...testimonial, image }], more: true };
  const { html } = await renderPage("/", { "/": landingData({ testimonials }) });
  const [section = ""] = /<section id="testimonials".*?<\/section>/s.exec(html) ?? [];
  expect(section).toMatch(shown);
  // A single card has no controls.
  expect(section.match(/<button/g)).toHaveLength(1);
  expect(section).toContain("Show more");
});

test("a countdown that restarts shows its start before any script runs", () => {
  expect(words).toContain("Special offer02 days15 hours30 minutes45 seconds");
  expect(html).toMatch(/role="timer" aria-live="off" aria-label="Offer countdown"/);
  expect(html.match(/<span aria-hidden="true" class="overflow-hidden/g)).toHaveLength(1);
});

test("a countdown to a date shows the date, the same at any hour", async () => {
  const until = { kind: "until", endsAt: "2026-12-24T23:30:00Z" } as const;
  vi.useFakeTimers({ now: new Date("2026-12-01T00:00:00Z") });
  const first = await renderLanding({ countdown: until });
  vi.setSystemTime(new Date("2027-01-01T00:00:00Z"));
  const later = await renderLanding({ countdown: until });
  vi.useRealTimers();
  expectWords(first.words, ["Offer until December 24, 2026"], ["02 days"]);
  expect(first.html).toContain(">End of the offer: December 24, 2026</p></noscript>");
  expect(later.html).toBe(first.html);
});

test.each<[string, Partial<Site>, Product[]]>([
  ["a countdown", { countdown: { kind: "hidden" } }, [aProduct()]],
  ["packs", {}, []],
])("without %s there is no timer, and every section", async (_name, changes, products) => {
  const { html } = await renderLanding(changes, products);
  expect(html).not.toContain('role="timer"');
  expect(sectionIds(html)).toEqual(Object.keys(SECTIONS));
});

test.each<[string, Record<number, number>, string]>([
  ["unknown", {}, "Your code is unknown, has ended"],
  [
    "limited to a product that is not on this page",
    { 99: 500 },
    "Your code is for another product",
  ],
])("a code that is %s leaves the prices, which is said", async (_name, prices, text) => {
  const discount = { code: "SPRING", prices };
  const { words } = await renderPage("/?code=SPRING", { "/": landingData({ discount }) });
  expectWords(words, [text], ["with code"]);
});

test("every picture has its size and its text, and only the first screen's load at once", () => {
  const images = html.match(/<img[^>]*>/g) ?? [];
  expect(images.length).toBeGreaterThan(30);
  for (const image of images) expect(image).toMatch(/ width="\d+" height="\d+".* alt="/);
  const eager = images.flatMap((image, index) => (image.includes('loading="lazy"') ? [] : index));
  expect(eager).toEqual([0, 1, 2]);
  expect(images.filter((image) => image.includes('fetchPriority="low"'))).toHaveLength(3);
  expect(html).not.toContain('fetchPriority="high"');
});

test("nothing is styled inline, which the content security policy forbids", () => {
  expect(html).not.toMatch(/ style="/);
});
