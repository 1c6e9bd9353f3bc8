/** Titles, descriptions and the words of pages that every part of the site shares. */
export const pageWords = {
  description:
    "A 36-week, screen-free preschool curriculum to print at home: letters, numbers, mazes and crafts for ages 2 to 5, in A4 and US Letter.",
  skipLink: "Skip to the content",
  loading: "Loading…",
  notFound: {
    title: "Page not found",
    text: "This page is not in the folder. It may have moved, or the address has a slip in it.",
    home: "Back to Home",
    pricing: "See the packs",
  },
  failure: {
    title: "Something went wrong",
    text: "The page could not be shown. Nothing was charged and nothing is lost.",
    retry: "Load the page again",
    home: "Back to Home",
  },
  demo: {
    text: "This is a demo: no money moves.",
    link: "Open the demo mailbox",
  },
  footer: {
    home: "Home",
    pricing: "Pricing",
    support: "Support",
    disclaimer: "This site is not part of any social media company and is not endorsed by one.",
    rights: "All rights reserved.",
    year: 2025,
  },
} as const;
