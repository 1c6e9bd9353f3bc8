import { expect, test, vi } from "vitest";
import { faqEntries } from "../../../../client/content/landing.ts";
import { landingPictures } from "../../../../client/content/pictures.ts";
import { testimonials } from "../../../../client/content/testimonials.ts";
import type { Site } from "../../../../server/contract/site.ts";
import type { Product } from "../../../../server/contract/answers.ts";
import { aProduct, wordsOf } from "../../fixtures.ts";
import { expectWords, renderPage } from "../../render-page.ts";

const SECTIONS = [
  "pain-points",
  "why-choose",
  "what-learn",
  "whats-included",
  "how-it-works",
  "pricing",
  "bonuses",
  "testimonials",
  "about-creator",
  "faq",
  "final-cta",
];

const renderLanding = (changes: Partial<Site> = {}, products: Product[] = [aProduct()]) =>
  renderPage(
    "/",
    { listProducts: async () => products },
    { countdown: { kind: "restart" }, ...changes },
  );

const { html, words } = await renderLanding();

const sectionIds = (html: string) =>
  Array.from(html.matchAll(/<section id="([\w-]+)"/g), (match) => match[1]);

test("every section stands in the spec's order, named by its heading", () => {
  expect(sectionIds(html)).toEqual(SECTIONS);
  for (const id of SECTIONS) {
    expect(html).toContain(`<section id="${id}" aria-labelledby="${id}-heading"`);
    expect(html.match(new RegExp(`<h2 id="${id}-heading"`, "g"))).toHaveLength(1);
  }
});

test("a picture that the owner has sent in stands beside its pack", async () => {
  const url = `/uploads/${"a".repeat(64)}/cover.png`;
  const { html } = await renderLanding({}, [aProduct({ images: [url] })]);
  expect(html).toContain(`<img src="${url}" alt=""`);
  // Search engines get its whole address.
  expect(html).toContain(`"image":["https://papercub.example${url}"]`);
});

test("a subscription does not claim to be paid once", async () => {
  const club = aProduct({ name: "Club", type: "subscription", billingPeriod: "month", price: 900 });
  const { words } = await renderLanding({}, [club]);
  expectWords(
    words,
    ["$9 / month", "Paid every month • Cancel any time"],
    ["One-time payment • Instant access"],
  );
});

test.each([
  [
    "pain-points",
    ["Too much screen time", "lack focus", "hard to find", "No structured learning path"],
  ],
  ["pain-points", ["IMAGINE INSTEAD"]],
  [
    "what-learn",
    [
      "Alphabet and reading",
      "Creative skills",
      "Math and logic",
      "Time and seasons",
      "Nature and science",
      "Life skills",
    ],
  ],
  [
    "whats-included",
    [
      "900+ pages curriculum",
      "150+ pages Montessori materials",
      "100+ pages puzzle games",
      "100+ pages mazes",
      "50+ pages human anatomy busy book",
      "1400+ pages in total",
      "GET INSTANT ACCESS",
    ],
  ],
  ["how-it-works", ["Download", "Print", "Start Learning"]],
  ["pricing", ["One-time payment • Instant access", "DOWNLOAD NOW", "BEST VALUE"]],
  ["bonuses", ["Anatomy Activity Book", "worth $19 free", "Premium Pack", "SECURE YOUR BONUS"]],
  ["testimonials", testimonials.flatMap(({ text, author, role }) => [text, author, role])],
  ["faq", faqEntries.flatMap(({ question, answer }) => [question, answer])],
  ["final-cta", ["GET INSTANT ACCESS"]],
])("%s says %j", (id, texts) => {
  const section = html.slice(html.indexOf(`<section id="${id}"`));
  expectWords(wordsOf(section.slice(0, section.indexOf("</section>"))), texts);
});

test("the page says whom it is for and who trusts it", () => {
  expectWords(words, ["Trusted by thousands of parents", "ages 2–5"]);
});

test("every button to the packs is a link to them", () => {
  const page = html.slice(0, html.indexOf("<footer"));
  const links = Array.from(page.matchAll(/<a href="#pricing"[^>]*>([^<]+)</g), (match) => match[1]);
  expect(links).toEqual([
    "GET INSTANT ACCESS",
    "GET INSTANT ACCESS",
    "SECURE YOUR BONUS",
    "GET INSTANT ACCESS",
  ]);
});

test("the packs are called paid once only where everything is", async () => {
  const club = aProduct({ id: 2, name: "Club", type: "subscription", billingPeriod: "month" });
  expect(words).toContain("Pay once, print as often");
  const both = await renderLanding({}, [aProduct(), club]);
  expectWords(both.words, ["Print as often"], ["Pay once, print"]);
});

test("the funnel's products are nowhere on the page", async () => {
  const names = ["Dinosaur Busy Book", "Color Workbook", "Color Workbook for Kids"];
  const { html, words } = await renderLanding({}, [
    ...names.map((name, index) => aProduct({ id: index + 2, name })),
    aProduct(),
  ]);
  expectWords(words, [], names);
  expect(html.match(/action="\/checkout\/start"/g)).toHaveLength(1);
});

test("an answer without list prices has the spec's struck, one with null has none", async () => {
  const { listPrice: _, ...bare } = aProduct({ id: 2, name: "Starter Pack" });
  const { words } = await renderLanding({}, [aProduct({ listPrice: null }), bare]);
  expect(words.match(/List price \$\d+/g)).toEqual(["List price $97"]);
});

test("testimonials that the owner hides leave no trace", async () => {
  const { html, words } = await renderLanding({ testimonials: false });
  expect(sectionIds(html)).toEqual(SECTIONS.filter((id) => id !== "testimonials"));
  const said = testimonials.flatMap(({ text, author }) => [text, author]);
  expectWords(words, [], said);
  expect(words).not.toMatch(/trusted|thousands/i);
});

test("there are ten testimonials and six questions", () => {
  expect(testimonials.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const { image } of testimonials) expect(landingPictures).toHaveProperty(image);
  expect(faqEntries).toHaveLength(6);
});

test("a countdown that restarts shows its start before any script runs", () => {
  expect(words).toContain("Special offer02 days15 hours30 minutes45 seconds");
  expect(html).toMatch(/role="timer" aria-live="off" aria-label="Offer countdown"/);
  const [, seconds] =
    /<span([^>]*)>(?:(?!<span).)*<span[^>]*><\/span><span[^>]*>45/s.exec(html) ?? [];
  expect(seconds).toContain('aria-hidden="true"');
});

test("a countdown to a date shows the date, the same at any hour", async () => {
  const until = { kind: "until", endsAt: "2026-12-24T23:30:00Z" } as const;
  vi.useFakeTimers({ now: new Date("2026-12-01T00:00:00Z") });
  const first = await renderLanding({ countdown: until });
  vi.setSystemTime(new Date("2027-01-01T00:00:00Z"));
  const later = await renderLanding({ countdown: until });
  vi.useRealTimers();
  expectWords(first.words, ["Offer until December 24, 2026"], ["02 days"]);
  expect(later.html).toBe(first.html);
});

test.each<[string, Partial<Site>, Product[]]>([
  ["a countdown", { countdown: { kind: "hidden" } }, [aProduct()]],
  ["packs", {}, []],
])("without %s there is no timer, and every section", async (_name, changes, products) => {
  const { html } = await renderLanding(changes, products);
  expect(html).not.toContain('role="timer"');
  expect(sectionIds(html)).toEqual(SECTIONS);
});

test("all questions share one name, and no heading hides in a summary", () => {
  expect(html.match(/<details name="faq"/g)).toHaveLength(6);
  for (const [summary] of html.matchAll(/<summary.*?<\/summary>/gs)) {
    expect(summary).not.toMatch(/<h\d/);
  }
  expect(html).not.toMatch(/<details[^>]* open/);
});

test("every picture has its size and its words, and only the first screen's load at once, after its text", () => {
  const images = html.match(/<img[^>]*>/g) ?? [];
  expect(images.length).toBeGreaterThan(30);
  for (const image of images) {
    expect(image).toMatch(/ width="\d+" height="\d+"/);
    expect(image).toMatch(/ alt="/);
  }
  const eager = images.flatMap((image, index) => (image.includes('loading="lazy"') ? [] : index));
  expect(eager).toEqual([0, 1, 2]);
  expect(images.filter((image) => image.includes('fetchPriority="low"'))).toHaveLength(3);
  expect(html).not.toContain('fetchPriority="high"');
});

test("nothing is styled inline, which the shop's policy forbids", () => {
  expect(html).not.toMatch(/ style="/);
});
