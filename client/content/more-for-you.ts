import { defineWords } from "../../server/contract/words.ts";

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
