import { defineWords } from "../../server/contract/words.ts";

/** UI text shared by several pages. */
export const pageWords = defineWords("page", {
  loading: "Loading…",
  home: "Back to Home",
  notFound: { title: "Page not found" },
  failure: {
    title: "Something went wrong",
    text: "The page couldn't be shown. Please load it again; any order you have paid for is safe.",
    offline: "You seem to be offline. Please try again when the connection is back.",
    retry: "Load the page again",
    account: "My account",
  },
});

/** UI text of the banner, the header and the footer. */
export const frameWords = defineWords("frame", {
  skipLink: "Skip to the content",
  modes: {
    demo: {
      name: "Demo",
      text: "This is a demo: no real payments.",
      link: "Open the demo mailbox",
      admin: "Open the admin",
      empty: "Start with an empty shop",
      fill: "Fill with a sample year",
    },
    test: {
      name: "Test mode",
      text: "Test mode: no real payments. Pay with the provider's test cards.",
    },
  },
  adminOnly: {
    name: "Closed shop",
    text: "Only you see this. Your shop is closed.",
    link: "Open the checklist",
  },
  footer: {
    name: "Footer",
    quickLinks: "Quick links",
    home: "Home",
    pricing: "Pricing",
    testimonials: "Testimonials",
    faq: "FAQ",
    legal: "Legal",
    withdraw: "Withdraw from a contract",
    privacySettings: "Privacy settings",
    support: "Support",
    account: "My account",
    findOrder: "Find my order",
    contact: "Contact",
    disclaimer: "This site is not part of any social media company and is not endorsed by one.",
    copyright: "Copyright ©",
    rights: "All rights reserved.",
    year: 2025,
  },
});

/** Shown in the app shell until the page has loaded. */
export const shellWords = defineWords("shell", { title: "Opening the app" });

/** Metadata for search engines and link previews. */
export const sharingWords = defineWords("sharing", {
  description:
    "A 36-week, screen-free preschool curriculum to print at home: letters, numbers, mazes and crafts for ages 2 to 5, in A4 and US Letter.",
  pictureText:
    "Printed pages of {brand} and the words: 36 weeks of screen-free learning. Printable pages for ages 2 to 5.",
});
