/** Titles, descriptions and the words of pages that every part of the site shares. */
export const pageWords = {
  loading: "Loading…",
  home: "Back to Home",
  notFound: { title: "Page not found" },
  failure: {
    title: "Something went wrong",
    text: "The page could not be shown. Please load it again; an order that you have paid is safe.",
    offline: "You seem to be offline. Please try again when the connection is back.",
    retry: "Load the page again",
    account: "My account",
  },
} as const;
