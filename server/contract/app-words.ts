import { defineWords } from "./words.ts";

/** Texts of the installed app outside its pages. */
export const appWords = defineWords("app", {
  description: "Your printable pages, also without a connection: save them, open them, print them.",
  downloads: "My downloads",
  contact: "Contact",
});
