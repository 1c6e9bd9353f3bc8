import { defineWords } from "./words.ts";

/** Permitted use of the files; the terms are texts. */
export type Licence = "personal" | "classroom";

/** Names and terms of the licences, on product cards, receipts, in the account and in mails. */
export const licenceWords = defineWords("licence", {
  personal: {
    name: "Personal license",
    terms:
      "For personal, non-commercial use: print as often as you like for your own family. Please do not sell the files or pass them on.",
  },
  classroom: {
    name: "Classroom license",
    terms:
      "One teacher may print copies for every child in their own class or group, year after year. Please do not sell the files or pass them on to other classes.",
  },
});
