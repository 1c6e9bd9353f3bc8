import { expect, test } from "vitest";
import { NO_VALUES } from "../../../../server/contract/contact.ts";
import { contactData } from "../../fixtures.ts";
import { expectWords, renderPage } from "../../render-page.ts";

test("the page has its cards, promises and hours", async () => {
  const { html, words } = await renderPage("/contact");
  expectWords(words, [
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
  ]);
  expect(html).toContain('href="/#faq"');
  expect((await renderPage("/contact", {}, { faqs: false })).html).not.toContain("/#faq");
});

test("the social page is named only where the shop has one", async () => {
  const socialUrl = "https://social.example/papercub";
  expect((await renderPage("/contact", {}, { socialUrl })).html).toContain(`href="${socialUrl}"`);
  expect((await renderPage("/contact")).words).not.toContain("Our social media page");
});

test("the owner's phone and hours take the place of the default hours", async () => {
  const { html, words } = await renderPage(
    "/contact",
    {},
    { phone: "+43 (1) 23", hours: "9 to 5" },
  );
  expectWords(words, ["Phone+43 (1) 23", "Support hours9 to 5"], ["Mon-Fri"]);
  expect(html).toContain('href="tel:+43123"');
});

test("a form that comes back asks about its mistyped address; only a script can correct it", async () => {
  const values = { ...NO_VALUES, email: "anna@gmial.com" };
  const draft = { values, problems: {}, failed: false };
  const { html, words } = await renderPage("/contact", { "/contact": contactData({ draft }) });
  expect(words).toContain("Did you mean anna@gmail.com?");
  expect(/<button[^>]*>(?=Yes, use this address)/.exec(html)?.[0]).toContain("needs-script");
});
