/** What is on screen until the app's page is there. */
export const shellWords = { title: "Opening the app" } as const;

/** The page that stands in for all others when there is no connection. */
export const offlineWords = {
  title: "You are offline",
  text: "This page needs a connection. What you have saved for offline is in your account, ready to print.",
  account: "My account",
  retry: "Load the page again",
} as const;
