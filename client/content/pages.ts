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
    },
    test: {
      name: "Test mode",
      text: "Test mode: no real payments. Pay with the provider's test cards.",
    },
  },
  footer: {
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
    rights: "All rights reserved.",
    year: 2025,
  },
});

/** Shown in the app shell until the page has loaded. */
export const shellWords = defineWords("shell", { title: "Opening the app" });

/** Shown instead of any page while offline. */
export const offlinePageWords = defineWords("offlinePage", {
  title: "You are offline",
  text: "This page needs a connection. The files you saved for offline are in your account, ready to print.",
  account: "My account",
  retry: "Load the page again",
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
  text: "File links expire after a while, and break when the address is cut short. Your files are in your account: sign in with the email address you bought with. Not sure which? “Find my order” emails a code to any address that has orders. Still stuck? Write to us with your order number.",
  support: "Write to us",
  signIn: "Sign in to my account",
  find: "Find my order",
});

/** Support reply times and opening hours. */
export const supportWords = defineWords("support", {
  replies: "We reply within 24-48 hours.",
  replyTimes: [
    { name: "Technical support", time: "24 hours" },
    { name: "General inquiries", time: "48 hours" },
  ],
  hours: [
    { name: "Mon-Fri", time: "9:00 AM-6:00 PM" },
    { name: "Sat-Sun", time: "10:00 AM-4:00 PM" },
  ],
});

/** Metadata for search engines and link previews. */
export const sharingWords = defineWords("sharing", {
  description:
    "A 36-week, screen-free preschool curriculum to print at home: letters, numbers, mazes and crafts for ages 2 to 5, in A4 and US Letter.",
  pictureText:
    "Printed pages of {brand} and the words: 36 weeks of screen-free learning. Printable pages for ages 2 to 5.",
});

/** UI text of the suggestion for a mistyped email address. */
export const emailWords = defineWords("email", {
  question: "Did you mean",
  accept: "Yes, use this address",
  held: "Nothing is sent yet. If yours is right, click “{button}” again.",
});

export const fileWords = defineWords("files", {
  downloadAll: "Download all (ZIP)",
  downloadAllOf: "Download all (ZIP, {size})",
  untitled: "Printable pages",
  paper: "Paper size",
});

/** The notice about a new version of the app, in account and admin. */
export const updateWords = defineWords("update", {
  text: "A new version is ready.",
  held: "A new version is ready. You can load it once your files are saved.",
  refused: "A new version is ready. Save or close what you have typed, then click Reload again.",
  reload: "Reload",
  later: "Later",
  reloading: "Loading the new version…",
});
