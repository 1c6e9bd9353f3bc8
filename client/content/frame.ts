/** Words around every public page that the server draws, and no script changes. */
export const frameWords = {
  skipLink: "Skip to the content",
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
    support: "Support",
    account: "My account",
    findOrder: "Find my order",
    contact: "Contact",
    disclaimer: "This site is not part of any social media company and is not endorsed by one.",
    rights: "All rights reserved.",
    year: 2025,
  },
} as const;
