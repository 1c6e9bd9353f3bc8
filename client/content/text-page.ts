import { defineWords } from "../../server/contract/words.ts";

/** UI text around the content of legal pages and the owner's other pages. */
export const textPageWords = defineWords("policy", {
  updated: "Last updated: {date}",
  contents: "On this page",
  backHome: "Back to Home",
});
