import { expect, test } from "vitest";
import { refundPolicy } from "../../../../client/content/policies.ts";
import { privacyPolicy } from "../../../../client/content/policy-privacy.ts";
import { termsOfService } from "../../../../client/content/policy-terms.ts";
import { site, wordsOf } from "../../fixtures.ts";
import { expectWords, renderPage } from "../../render-page.ts";

const POLICIES = {
  "/privacy": privacyPolicy,
  "/terms": termsOfService,
  "/refund": refundPolicy,
};

test("the refund policy says everything that the specification has it say", async () => {
  const { words } = await renderPage("/refund");
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
    "Initial response2-3 business days",
    "Processing5-7 business days",
    "up to 10 business days",
    "Special Cases",
    "usually fixed without a refund",
    "within 7 days for an immediate refund of duplicates",
    "Partial refunds or credits toward future purchases",
    "Questions About Refunds",
    "Back to Home",
  ]);
});

test.each(Object.entries(POLICIES))(
  "%s has its date, its contents and its links",
  async (url, policy) => {
    const { html } = await renderPage(url);
    expect(html).toContain("Last updated: January 3, 2025");
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home<\/a>/);
    for (const { id, heading } of policy.sections) {
      expect(html).toContain(`href="#${id}"`);
      expect(html).toMatch(new RegExp(`<h2 id="${id}"[^>]*>${heading}</h2>`));
    }
    const ids = policy.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(html).toMatch(/<a[^>]*href="\/contact"[^>]*>contact form<\/a>/);
    expect(html).toContain(`href="mailto:${site.supportEmail}"`);
    expect(html).not.toMatch(/\{\w+\}(?!.*<\/script>)/);
  },
);

const FOOTER_LINKS = ["/privacy", "/terms", "/refund", "/account", "/orders/find", "/contact"];

test.each([
  ["/", ["#", "#pricing", "#testimonials", "#faq"]],
  ["/refund", ["/", "/#pricing", "/#testimonials", "/#faq"]],
])("the footer of %s leads to the parts of the landing page", async (url, quickLinks) => {
  const { html } = await renderPage(url);
  const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? "";
  const links = [...footer.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([...quickLinks, ...FOOTER_LINKS, `mailto:${site.supportEmail}`]);
  expectWords(wordsOf(footer), [
    "Copyright © 2025 Papercub. All rights reserved.",
    "not part of any social media company and is not endorsed by one",
  ]);
});

test("the footer leads to no testimonials where the owner shows none", async () => {
  const { html } = await renderPage("/refund", {}, { testimonials: false });
  expect(html).not.toContain("#testimonials");
});
