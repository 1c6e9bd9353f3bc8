/** Titles, descriptions and the words of pages that every part of the site shares. */
export const pageWords = {
  description:
    "A 36-week, screen-free preschool curriculum to print at home: letters, numbers, mazes and crafts for ages 2 to 5, in A4 and US Letter.",
  sharePicture: (brand: string) =>
    `Printed pages of ${brand} and the words: 36 weeks of screen-free learning. Printable pages for ages 2 to 5.`,
  skipLink: "Skip to the content",
  loading: "Loading…",
  notFound: { title: "Page not found", home: "Back to Home" },
  failure: {
    title: "Something went wrong",
    text: "The page could not be shown. Please load it again; an order that you have paid is safe.",
    offline: "You seem to be offline. Please try again when the connection is back.",
    retry: "Load the page again",
    home: "Back to Home",
  },
  modes: {
    demo: {
      name: "Demo",
      text: "This is a demo: no money moves.",
      link: "Open the demo mailbox",
      admin: "Open the admin",
    },
    test: {
      name: "Test mode",
      text: "Test mode: payments use the provider's test cards, no money moves.",
    },
  },
  footer: {
    quickLinks: "Quick links",
    home: "Home",
    pricing: "Pricing",
    testimonials: "Testimonials",
    faq: "FAQ",
    legal: "Legal",
    privacySettings: "Privacy settings",
    links: { privacy: "Privacy Policy", terms: "Terms of Service", refund: "Refund Policy" },
    support: "Support",
    account: "My account",
    findOrder: "Find my order",
    contact: "Contact",
    disclaimer: "This site is not part of any social media company and is not endorsed by one.",
    rights: "All rights reserved.",
    year: 2025,
  },
} as const;
