import { defineWords } from "../../server/contract/words.ts";

/** UI text for starting a checkout, and for its failures. */
export const payWords = defineWords("pay", {
  processing: "Processing...",

  error: {
    title: "Checkout Error",
    heading: "Checkout Error",
    text: "Don't worry: you haven't been charged.",
    detailsHeading: "Error Details",
    solutionsHeading: "Common solutions",
    solutions: [
      "Check your internet connection",
      "Make sure that your card has sufficient funds",
      "Try a different payment method",
      "Clear your browser's cache and cookies",
      "Disable ad blockers for this site",
    ],
    retry: "Try Again",
    home: "Return to Shop",
    back: "Go Back",
    support: "Still stuck? Our support replies within 24 hours:",
  },
});
