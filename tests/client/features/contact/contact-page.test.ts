import { expect, test } from "vitest";
import { render } from "../../../../client/app/entry-server.tsx";
import type { PageSource } from "../../../../server/contract/pages.ts";
import { NO_VALUES } from "../../../../server/contract/contact.ts";
import { aSource, assets, site } from "../../fixtures.ts";

async function wordsOf(
  url: string,
  changes: Partial<typeof site> = {},
  source: Partial<PageSource> = {},
) {
  const { html } = await render({
    url,
    site: { ...site, ...changes },
    source: aSource(source),
    assets,
  });
  return { html, words: html.replaceAll(/<[^>]+>/g, "") };
}

test("the page has its cards, promises and hours", async () => {
  const { html, words } = await wordsOf("/contact");
  for (const text of [
    "Contact Information",
    "We reply within 24-48 hours.",
    "Technical support24 hours",
    "General inquiries48 hours",
    "Mon-Fri9:00 AM-6:00 PM",
    "Sat-Sun10:00 AM-4:00 PM",
    "Send a Message",
    "Contact Form",
    "Full Name",
    "Email Address",
    "Subject",
    "Message",
    "Other Ways to Contact Us",
    "Back to Home",
  ]) {
    expect(words).toContain(text);
  }
  expect(html).toContain('href="/#faq"');
});

test("the social page is named only where the shop has one", async () => {
  const socialUrl = "https://social.example/papercub";
  expect((await wordsOf("/contact", { socialUrl })).html).toContain(`href="${socialUrl}"`);
  expect((await wordsOf("/contact")).words).not.toContain("Our social media page");
});

test("a form that comes back asks about its mistyped address; only a script can mend it", async () => {
  const values = { ...NO_VALUES, email: "anna@gmial.com" };
  const openContactForm = async () => ({
    openedAt: 0,
    draft: { values, problems: {}, failed: false },
  });
  const { html, words } = await wordsOf("/contact", {}, { openContactForm });
  expect(words).toContain("Did you mean anna@gmail.com?");
  expect(/<button[^>]*>(?=Yes, use this address)/.exec(html)?.[0]).toContain("needs-script");
});
