import { defineWords } from "../../server/contract/words.ts";

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

/** Texts of the products offered in the account and on the order page. */
export const offeredWords = defineWords("offered", {
  heading: "More for you",
  buy: "Buy for {price}",
  rate: "{price} a {period}",
  upgrade: "Upgrade for {price}",
  upgradeFree: "Upgrade for free",
  difference: "You paid {credit} for your {name}, so you only pay the difference.",
  fullPrice: "Full price",
});
