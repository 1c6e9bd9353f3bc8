import { defineWords } from "../../server/contract/words.ts";

/** Around the text of a legal page or another page of the owner. */
export const textPageWords = defineWords("policy", {
  updated: "Last updated: {date}",
  contents: "On this page",
  backHome: "Back to Home",
});
