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
    hint: "Once you've paid, we email the files to this address, with your name. You get the receipt.",
    button: "Continue to payment",
  },
  papers: { a4: "A4", letter: "US Letter", both: "A4 and US Letter" },
  licences: {
    heading: "Choose your license",
    compare: "Compare the licenses",
  },
});
