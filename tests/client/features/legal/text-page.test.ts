import { expect, test } from "vitest";
import { firstPages } from "../../../../db/seed/first-pages.ts";
import { renderMarkdown } from "../../../../server/domain/content/markdown.ts";
import { placeholderValues } from "../../../../server/contract/placeholders.ts";
import { site, wordsOf } from "../../fixtures.ts";
import { expectWords, renderPage } from "../../render-page.ts";

const pageOf = (slug: string) => {
  const { title, body, updatedOn } = firstPages.find((page) => page.slug === slug)!;
  return { title, updatedOn, ...renderMarkdown(body, { values: placeholderValues(site) }) };
};
const open = (slug: string, changes = {}) =>
  renderPage(`/${slug}`, { "/:id": pageOf(slug) }, changes);

test("a path without a page is not found", async () => {
  const { status, indexable } = await renderPage("/about");
  expect([status, indexable]).toEqual([404, false]);
});

test("the refund policy says everything that the specification has it say", async () => {
  const { words } = await open("refund");
  expectWords(words, [
    "Refund Policy",
    "digital products",
    "Last updated: January 3, 2025",
    "Our products are digital and delivered immediately, so refunds have specific conditions.",
    "14-Day Satisfaction Guarantee",
    "internal criteria, such as duplicate orders, at our reasonable discretion",
    "Technical issues preventing download",
    "Corrupted or unreadable files",
    "Content significantly different from description",
    "Accidental duplicate purchases",
    "Refund Conditions",
    "Request within 14 days of purchase",
    "Documented technical issues",
    "Product not matching description",
    "Download error or damaged files",
    "Accidental duplicate purchase",
    "Request after 14 days",
    "Change of mind after prolonged use",
    "Unauthorized sharing",
    "Unauthorized commercial use",
    "Violation of Terms of Service",
    "Refund Process",
    "order number, the purchase date and the reason",
    "within 2-3 business days",
    "within 5-7 business days to the original payment method",
    "Processing Timeframes",
    "Initial response: 2-3 business days",
    "Processing: 5-7 business days",
    "up to 10 business days",
    "Special Cases",
    "usually fixed without a refund",
    "within 7 days for an immediate refund of duplicates",
    "Partial refunds or credits toward future purchases",
    "Questions About Refunds",
    "Back to Home",
  ]);
});

test.each(["privacy", "terms", "refund"])(
  "/%s has its date, its contents and its links",
  async (slug) => {
    const { html } = await open(slug);
    const { sections, summary } = pageOf(slug);
    expect(html).toContain("Last updated: January 3, 2025");
    expect(html).toContain(`name="description" content="${summary}"`);
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home<\/a>/);
    expect(sections.length).toBeGreaterThan(4);
    for (const { id, heading } of sections) {
      expect(html).toContain(`href="#${id}"`);
      expect(html).toMatch(new RegExp(`<h2 id="${id}"[^>]*>${heading}</h2>`));
    }
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(html).toMatch(/<a[^>]*href="\/contact"[^>]*>contact form<\/a>/);
    expect(html).toContain(`href="mailto:${site.supportEmail}"`);
    expect(html).not.toMatch(/\{\w+\}(?!.*<\/script>)/);
  },
);

test("a short page has no contents, and none without a date shows one", async () => {
  const page = { title: "About", updatedOn: "", ...renderMarkdown("Hello.\n\n## One") };
  const { html, words } = await renderPage("/about", { "/:id": page });
  expectWords(words, ["About", "Hello."], ["On this page", "Last updated"]);
  expect(html).toContain("<title>About | Papercub</title>");
});

const FOOTER_LINKS = ["/privacy", "/terms", "/refund", "/account", "/orders/find", "/contact"];

test.each([
  ["/", ["#", "#pricing", "#testimonials", "#faq"]],
  ["/refund", ["/", "/#pricing", "/#testimonials", "/#faq"]],
])("the footer of %s leads to the parts of the landing page", async (url, quickLinks) => {
  const { html } = url === "/" ? await renderPage("/") : await open("refund");
  const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? "";
  const links = [...footer.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([...quickLinks, ...FOOTER_LINKS, `mailto:${site.supportEmail}`]);
  expectWords(wordsOf(footer), [
    "Copyright © 2025 Papercub. All rights reserved.",
    "not part of any social media company and is not endorsed by one",
  ]);
});

test("the footer links the owner's pages under their titles", async () => {
  const footerPages = [{ path: "/datenschutz", title: "Datenschutz & mehr" }];
  const { html } = await open("refund", { footerPages });
  expect(html).toMatch(
    /<footer.*<a[^>]* href="\/datenschutz">Datenschutz &amp; mehr<.*<\/footer>/s,
  );
  expect(html).not.toMatch(/<footer.*href="\/terms"/s);
});
