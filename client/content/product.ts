import { defineWords } from "../../server/contract/words.ts";

/** UI text of a product's own page. */
export const productWords = defineWords("product", {
  features: "What you get",
  inside: "Look inside",
  delivery:
    "Secure checkout at our card payment provider. The files are emailed to the address you enter there, so please type it with care.",
  gift: {
    open: "Buy as a gift",
    label: "Email of the recipient",
    hint: "We email the files there once you have paid, with your name. You get the receipt.",
    button: "Pay for this gift",
  },
  papers: { a4: "A4", letter: "US Letter", both: "A4 and US Letter" },
  licences: {
    heading: "Choose your license",
    compare: "Compare the licenses",
  },
});
