import { defineWords } from "../../server/contract/words.ts";

/** Shown instead of any page while offline. */
export const offlinePageWords = defineWords("offlinePage", {
  title: "You are offline",
  text: "This page needs a connection. The files you saved for offline are in your account, ready to print.",
  account: "My account",
  retry: "Load the page again",
});

/** Shown to visitors of a closed shop, below its name. */
export const closedPageWords = defineWords("closedPage", {
  title: "Not open right now",
  text: "We aren't open right now, but please come back soon.",
});

/** Shown when the server renders too many pages at once. */
export const busyWords = defineWords("busy", {
  title: "One moment, please",
  text: "We have a lot of visitors right now. Please wait a few seconds and load the page again; any order you have paid for is safe.",
});

/** Shown instead of a file when the file storage is unavailable. */
export const filesAwayWords = defineWords("filesAway", {
  title: "We can't open your file right now",
  text: "Our file storage isn't responding. Please try again in a few minutes; everything you bought is safe.",
});

export const notFoundWords = defineWords("notFound", {
  text: "We looked everywhere, but this page isn't here. It may have moved, or the address has a typo.",
  pricing: "See the packs",
});

/** Shown when a file link is invalid or access is denied. */
export const fileNotFoundWords = defineWords("fileNotFound", {
  title: "This file link no longer works",
  text: "File links expire after a while. They also break if part of the link is missing. Your files are in your account: sign in with the email address you bought with. Not sure which? “Find my order” emails a code to any address that has orders. Still stuck? Email us with your order number.",
  support: "Email us",
  signIn: "Sign in to my account",
  find: "Find my order",
});
