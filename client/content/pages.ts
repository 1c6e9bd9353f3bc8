/** Titles, descriptions and the words of pages that every part of the site shares. */
export const pageWords = {
  description:
    "A 36-week, screen-free preschool curriculum to print at home: letters, numbers, mazes and crafts for ages 2 to 5, in A4 and US Letter.",
  sharePicture: (brand: string) =>
    `Printed pages of ${brand} and the words: 36 weeks of screen-free learning. Printable pages for ages 2 to 5.`,
  loading: "Loading…",
  notFound: { title: "Page not found", home: "Back to Home" },
  failure: {
    title: "Something went wrong",
    text: "The page could not be shown. Please load it again; an order that you have paid is safe.",
    offline: "You seem to be offline. Please try again when the connection is back.",
    retry: "Load the page again",
    home: "Back to Home",
  },
  policies: { privacy: "Privacy Policy", terms: "Terms of Service", refund: "Refund Policy" },
} as const;
